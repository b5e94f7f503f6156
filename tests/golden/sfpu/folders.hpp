// Where golden data lie: the small copy in the repository, and the whole set where it is present.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "tests/support/paths.hpp"

namespace tessera::golden {

inline std::vector<std::filesystem::path> folders() {
    namespace fs = std::filesystem;
    std::vector<fs::path> found{fs::path{TESSERA_SOURCE_DIR} / "tests/data/sfpu"};
    const char* shared = std::getenv("TESSERA_SHARED");
    const fs::path whole = (shared ? fs::path{shared} : fs::path{TESSERA_SOURCE_DIR} / "../shared") / "vectors/sfpu";
    if (fs::exists(whole)) found.push_back(whole);
    return found;
}

}  // namespace tessera::golden
