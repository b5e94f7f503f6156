// The list of the vendor's public names tells the truth about itself: each name once, each test there, none forgotten.
#include "host/inspect/api_names.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "tests/support/paths.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

TEST(ApiNames, EachStandsOnce) {
    std::set<std::string> seen;
    for (const ApiName& name : api_names())
        EXPECT_TRUE(seen.insert(name.api + name.header + name.kind + name.name).second) << name.header << name.name;
    EXPECT_GT(seen.size(), 1000u);
}

TEST(ApiNames, WhatRunsNamesATestThatIsThere) {
    std::set<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(TESSERA_SOURCE_DIR "/tests"))
        files.insert(entry.path().stem());
    for (const ApiName& name : api_names()) {
        if (name.test.empty()) continue;
        EXPECT_TRUE(files.contains(name.test.substr(name.test.find('/') + 1))) << name.name << ": " << name.test;
        EXPECT_EQ(name.because, "") << name.name << " runs and is refused";
    }
}

// Where the public lists lie beside the project.
TEST(ApiNames, NoneIsForgotten) {
    const fs::path spec = TESSERA_SOURCE_DIR "/../shared/spec";
    if (!fs::exists(spec / "api-names.csv")) GTEST_SKIP() << "no public lists beside the project";
    std::set<std::string> known;
    for (const ApiName& name : api_names()) known.insert(name.name);
    const auto field = [](const std::string& line, int n) {
        std::size_t at = 0;
        for (; n > 0; --n) at = line.find(',', at) + 1;
        return line.substr(at, line.find(',', at) - at);
    };
    for (const auto& [file, column] : {std::pair{"api-names.csv", 3}, std::pair{"api-host-names.csv", 2}}) {
        std::ifstream in(spec / file);
        std::string line;
        std::getline(in, line);
        while (std::getline(in, line)) EXPECT_TRUE(known.contains(field(line, column))) << file << ": " << line;
    }
}

}  // namespace
}  // namespace tessera::host
