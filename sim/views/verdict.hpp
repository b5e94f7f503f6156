// What a profile comes to in a sentence: which limit the run stands at, where the rest of its time went, and what its
// waits suggest to change.
#pragma once

#include "sim/views/profile_data.hpp"

namespace tessera::views {

// By the shares of the critical path, and of transfers by how busy banks and links were.
Verdict verdict_of(const ProfileData& data);

// The profile with what changes of its run were found to bring, and the advice that follows from that.
void know(ProfileData& data, std::vector<Tried> tried);

}  // namespace tessera::views
