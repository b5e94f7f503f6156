// The list of the vendor's public names tells the truth about itself: each name once, each test there, none forgotten.
#include "host/compile/api_names.hpp"

#include <gmock/gmock.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <utility>

#include "host/compile/files.hpp"
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

using Words = std::set<std::string>;

// Files with a stem below a folder, word by word: what the compiler would call identifiers.
void add_words(Words& words, const fs::path& folder, const auto& wanted) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file() || !wanted(entry.path())) continue;
        std::string word;
        for (const char c : read_file(entry.path()).value_or("") + " ") {
            if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
                word += c;
            } else if (!word.empty()) {
                words.insert(std::exchange(word, ""));
            }
        }
    }
}

// What a test speaks of: in its own files, in the kernels of tests/data that it names, or in the programs that it runs.
Words words_of(const std::string& test) {
    const fs::path root = TESSERA_SOURCE_DIR;
    const std::string stem = test.substr(test.find('/') + 1);
    const auto is_source = [](const fs::path& path) {
        return path.extension() == ".cpp" || path.extension() == ".hpp" || path.extension() == ".h";
    };
    Words words;
    add_words(words, root / "tests", [&](const fs::path& path) { return is_source(path) && path.stem() == stem; });
    add_words(words, root / "tests/data/kernels", [&](const fs::path& path) { return words.contains(path.stem()); });
    if (stem == "plan_test") add_words(words, root / "kernels", is_source);
    if (stem == "clients_test" && fs::exists(root / "../shared/clients"))
        add_words(words, root / "../shared/clients", is_source);
    return words;
}

// The vendor's name, or the function's where a test makes name_tile and name_tile_init of it.
bool speaks_of(const Words& words, std::string name) {
    if (const std::size_t scope = name.rfind("::"); scope != std::string::npos) name.erase(0, scope + 2);
    name.erase(std::min(name.size(), name.find('<')));
    std::erase(name, '~');
    if (words.contains(name)) return true;
    for (const std::string ending : {"_init", "_int32", "_uint32", "_tile", "_binary"}) {
        if (name.ends_with(ending)) name.erase(name.size() - ending.size());
        if (words.contains(name)) return true;
    }
    return false;
}

TEST(ApiNames, WhatRunsNamesATestThatSpeaksOfIt) {
    std::map<std::string, Words> known;
    for (const ApiName& name : api_names()) {
        if (name.test.empty()) continue;
        EXPECT_EQ(name.because, "") << name.name << " runs and is refused";
        auto [at, fresh] = known.try_emplace(name.test);
        if (fresh) at->second = words_of(name.test);
        EXPECT_FALSE(at->second.empty()) << "there is no " << name.test;
        if (name.test.ends_with("/clients_test") && !fs::exists(TESSERA_SOURCE_DIR "/../shared/clients")) continue;
        EXPECT_TRUE(speaks_of(at->second, name.name)) << name.test << " does not speak of " << name.name;
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
