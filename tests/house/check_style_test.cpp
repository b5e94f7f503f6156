// tests/house/check_style must find each kind of fault in a small tree made for it, and nothing in a clean one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::house {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CheckStyle : public testing::Test {
  protected:
    CheckStyle() {
        fs::copy_file(TESSERA_SOURCE_DIR "/.clang-format", tree_ / ".clang-format");
        write("sim/good.cpp", "int main() { return 0; }\n");
    }

    void write(const fs::path& file, const std::string& text) {
        fs::create_directories((tree_ / file).parent_path());
        std::ofstream(tree_ / file) << text;
    }
    // The exit code; what was printed goes to printed_.
    int check() {
        std::FILE* pipe =
            popen((TESSERA_SOURCE_DIR "/tests/house/check_style '" + tree_.string() + "' 2>&1").c_str(), "r");
        std::array<char, 256> part;
        printed_.clear();
        while (std::fgets(part.data(), part.size(), pipe) != nullptr) printed_ += part.data();
        return pclose(pipe);
    }
    std::string printed_;

  private:
    const test::TemporaryFolder folder_;
    const fs::path& tree_ = folder_;
};

TEST_F(CheckStyle, PassesACleanTree) {
    EXPECT_EQ(check(), 0) << printed_;
    EXPECT_THAT(printed_, HasSubstr("2 files, 1 of C++"));
}

TEST_F(CheckStyle, FindsWhatClangFormatWouldChange) {
    write("sim/bad.hpp", "#pragma once\nint  f( int x);\n");
    EXPECT_NE(check(), 0);
    EXPECT_THAT(printed_, HasSubstr("sim/bad.hpp:2: not as clang-format"));
}

TEST_F(CheckStyle, FindsAStrangerAtTheTop) {
    write("notes.txt", "x\n");
    EXPECT_NE(check(), 0);
    EXPECT_THAT(printed_, HasSubstr("notes.txt: not a name of the top level"));
}

TEST_F(CheckStyle, FindsAFileOfMoreThan400Lines) {
    std::string lines;
    for (int i = 0; i < 401; ++i) lines += "// line\n";
    write("host/long.cpp", lines);
    EXPECT_NE(check(), 0);
    EXPECT_THAT(printed_, HasSubstr("host/long.cpp:401: longer than 400"));
}

TEST_F(CheckStyle, FindsAPathOfOneMachine) {
    write("README.md",
          "see /"
          "home/someone/x\n");
    EXPECT_NE(check(), 0);
    EXPECT_THAT(printed_, HasSubstr("README.md:1: path of one machine"));
}

TEST_F(CheckStyle, FindsUnfinishedWords) {
    write("apps/x.cpp",
          "// one\n// TO"
          "DO: the rest\n");
    EXPECT_NE(check(), 0);
    EXPECT_THAT(printed_, HasSubstr("apps/x.cpp:2: unfinished"));
}

}  // namespace
}  // namespace tessera::house
