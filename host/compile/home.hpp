// Where the files that came with this library lie: kernels, and what kernels include.
//
// A program of the build tree, or one that CMake's package made with that tree, uses the source tree and never an
// installed one; any other program never uses the source tree. The place of the library's code tells which of the two a
// program is: the program's file, or that of a shared library. Nothing remembers where it was to be installed, so an
// installed tree can be moved.
#pragma once

#include <filesystem>
#include <optional>

namespace tessera::host {

struct Home {
    std::filesystem::path api;         // sim/api, below a folder that also holds kernels/ and sim/abi
    std::filesystem::path forwarding;  // holds the vendor's names that lead on to `api`; installed, `api` itself
};

// TESSERA_API_DIR; else the share or build folder that CMake's package gave to a program with a static libtessera; else
// that of the code's own file. Throws InputError when there is none.
Home find_home();

// The home of code in this file: share/tessera beside its folder bin or lib; in the build tree, the source tree.
std::optional<Home> home_of(const std::filesystem::path& file);

}  // namespace tessera::host
