// Plain hints drawn from a profile: each names what it was seen by, its cycles, and a change that removes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/views/profile_data.hpp"

namespace tessera::views {

// What lessens that part of a RISC's work.
std::string_view remedy(WorkPart part);

// What weighs most first; `bound` as in Verdict.
std::vector<std::string> advice_of(const ProfileData& data, std::string_view bound);

}  // namespace tessera::views
