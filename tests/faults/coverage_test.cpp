// Every row of the fault list has a test in this folder, except those named here with the reason.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/fault/explanation.hpp"
#include "tests/faults/kernels.hpp"
#include "tests/support/paths.hpp"

namespace tessera::faults {
namespace {

// Says that tessera contradicts itself, which no kernel can cause on purpose.
const std::vector<std::string> untestable{"internal_error"};

std::string all_tests() {
    std::ostringstream text;
    for (const auto& entry : std::filesystem::directory_iterator(TESSERA_SOURCE_DIR "/tests/faults"))
        if (entry.path().filename() != "coverage_test.cpp" && entry.path().filename().string().ends_with("_test.cpp"))
            text << std::ifstream(entry.path()).rdbuf();
    return text.str();
}

TEST(FaultList, EveryRowIsShownByAKernel) {
    const std::string tests = all_tests();
    std::vector<std::string> missing;
    for (const fault::Row& row : fault::rows()) {
        std::string id(row.name);
        std::replace(id.begin(), id.end(), '-', '_');
        if (tests.find("Id::" + id + ",") == std::string::npos && tests.find("Id::" + id + ")") == std::string::npos)
            missing.push_back(id);
    }
    EXPECT_EQ(missing, untestable);
}

// A page of the specification tells of each what silicon does.
TEST(FaultList, EveryRowIsExplained) {
    std::ostringstream page;
    page << std::ifstream(std::filesystem::path(TESSERA_SOURCE_DIR) / "sim" / "spec" / "faults.md").rdbuf();
    for (const fault::Row& row : fault::rows())
        EXPECT_THAT(page.str(), HasSubstr("\n| " + fault::code(row.id) + " | " + std::string(row.name) + " | "));
}

// What silicon does is in one place for the command and for the page.
TEST(FaultList, ThePageSaysWhatTheCommandExplains) {
    std::ifstream page(std::filesystem::path(TESSERA_SOURCE_DIR) / "sim" / "spec" / "faults.md");
    std::map<std::string, std::string> lines;
    for (std::string line; std::getline(page, line);)
        if (line.starts_with("| TS") && line.size() > 9 && line[7] == ' ' && line[8] == '|')
            lines.try_emplace(line.substr(2, 5), line);
    for (const fault::Row& row : fault::rows()) {
        const fault::Explanation& more = fault::explanation(row.id);
        EXPECT_EQ(more.id, row.id);
        EXPECT_THAT(lines[fault::code(row.id)], testing::EndsWith(" | " + std::string(more.silicon) + " |"));
        for (const Id other : more.related) EXPECT_NE(other, row.id);
    }
}

TEST(FaultList, NumbersAreStableAndUnique) {
    int number = 0;
    for (const fault::Row& row : fault::rows()) EXPECT_EQ(static_cast<int>(row.id), ++number) << row.name;
}

}  // namespace
}  // namespace tessera::faults
