// The tree of the vendor's among the public programs beside the project, or below the folder that TESSERA_SHARED names.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "tests/support/paths.hpp"

namespace tessera::test {

inline std::filesystem::path vendor_tree() {
    const char* shared = std::getenv("TESSERA_SHARED");
    return std::filesystem::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "clients/vendor-tree";
}

// Whether the calls of compute kernels are the tree's low-level kernels, run instruction by instruction: some suites
// run a second time so (tests/CMakeLists.txt).
inline bool by_instruction() {
    const char* level = std::getenv("TESSERA_LOW_LEVEL");
    return level != nullptr && std::string_view(level) == "vendor";
}

// Whether they are tessera's own low-level kernels.
inline bool by_own_instruction() {
    const char* level = std::getenv("TESSERA_LOW_LEVEL");
    return level != nullptr && std::string_view(level) == "own";
}

}  // namespace tessera::test
