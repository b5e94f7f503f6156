// The tree of the vendor's among the public programs beside the project, or below the folder that TESSERA_SHARED names.
#pragma once

#include <cstdlib>
#include <filesystem>

#include "tests/support/paths.hpp"

namespace tessera::test {

inline std::filesystem::path vendor_tree() {
    const char* shared = std::getenv("TESSERA_SHARED");
    return std::filesystem::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "clients/vendor-tree";
}

}  // namespace tessera::test
