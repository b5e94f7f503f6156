// What ctest calls the tests: a parameter has a name of its own, never its bytes, which hold addresses.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/paths.hpp"

namespace tessera::house {
namespace {

namespace fs = std::filesystem;

TEST(Names, OfTestsHoldNoBytesOfParameters) {
    int lists = 0, tests = 0;
    for (const auto& entry : fs::directory_iterator(TESSERA_BINARY_DIR "/tests")) {
        if (!entry.path().string().ends_with("_tests.cmake")) continue;
        ++lists;
        std::ifstream in(entry.path());
        for (std::string line; std::getline(in, line);) {
            tests += line.starts_with("add_test(") ? 1 : 0;
            EXPECT_EQ(line.find("GetParam"), line.npos) << line.substr(0, 200);
        }
    }
    EXPECT_GT(lists, 10);
    EXPECT_GT(tests, 100);
}

}  // namespace
}  // namespace tessera::house
