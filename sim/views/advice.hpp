// Plain hints drawn from a profile: first the changes that a simulation has found to help, with what they bring; then
// what was seen to cost cycles and a change that lessens it, unless it has been tried and does not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/views/profile_data.hpp"

namespace tessera::views {

// Whether a run with that change is faster by what is worth a change.
bool helps(const ProfileData& data, const Tried& tried);

// What lessens that part of a RISC's work.
std::string_view remedy(WorkPart part);

// What weighs most first; `bound` as in Verdict.
std::vector<std::string> advice_of(const ProfileData& data, std::string_view bound);

}  // namespace tessera::views
