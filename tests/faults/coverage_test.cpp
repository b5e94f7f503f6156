// Every row of the fault list has a test in this folder, except those named here with the reason.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

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

TEST(FaultList, NumbersAreStableAndUnique) {
    int number = 0;
    for (const fault::Row& row : fault::rows()) EXPECT_EQ(static_cast<int>(row.id), ++number) << row.name;
}

}  // namespace
}  // namespace tessera::faults
