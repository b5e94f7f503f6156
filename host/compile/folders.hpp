// Where compiled kernels lie: a folder that is kept from run to run, and one of this process for want of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace tessera::host {

// The variable that bounds the kept folder, and its bound without.
inline constexpr const char* cache_megabytes_variable = "TESSERA_CACHE_MEGABYTES";
inline constexpr std::uint64_t usual_cache_megabytes = 1024;

// $XDG_CACHE_HOME/tessera, else ~/.cache/tessera, else one of the user's own among the temporary files. Programs are
// run from it, so the last must belong to the user and be closed to others: where it is not, the path is empty.
std::filesystem::path kept_folder();

// Of this process alone and gone with it, in the folder for temporary files. Throws InputError where there is none.
const std::filesystem::path& scratch_folder();
// Whether anything has asked for it.
bool has_scratch_folder();

// Says once on stderr that kernels are compiled without a cache, and why.
void say_no_cache(const std::string& reason);

// Removes the kernels that were used longest ago until the rest takes less than the bound. What was used in the last
// minutes stays in any case, since a run may be about to load it.
void evict(const std::filesystem::path& folder);

}  // namespace tessera::host
