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

// Whether compute kernels get the tree's low-level kernels: some suites run a second time so (tests/CMakeLists.txt).
inline bool by_vendor_library() {
    const char* library = std::getenv("TESSERA_LIBRARY");
    return library != nullptr && std::string_view(library) == "vendor";
}

}  // namespace tessera::test
