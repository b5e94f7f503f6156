// tests/house/check_texts names each kind of stale text, rewrites it when asked to, and passes what is as printed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::house {
namespace {

using testing::HasSubstr;

class CheckTexts : public testing::Test {
  protected:
    // The exit code; what was printed goes to printed_.
    int check(const std::string& text, const std::string& options = "") {
        std::ofstream(file()) << text;
        const std::string command = TESSERA_SOURCE_DIR "/tests/house/check_texts --build '" TESSERA_BINARY_DIR "' " +
                                    options + " '" + file() + "' 2>&1";
        std::FILE* pipe = popen(command.c_str(), "r");
        std::array<char, 256> part;
        printed_.clear();
        while (std::fgets(part.data(), part.size(), pipe) != nullptr) printed_ += part.data();
        return WEXITSTATUS(pclose(pipe));
    }
    std::string text() const {
        std::ifstream in(file());
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::string printed_;

  private:
    std::string file() const { return (folder_ / "shown").string(); }
    const test::TemporaryFolder folder_;
};

TEST_F(CheckTexts, PassesWhatIsAsPrinted) {
    const std::string good =
        "A:\n\n<!-- $ printf 'a\\n\\nb\\n' -->\n    a\n\n    b\n\nsix is <!-- six -->6<!-- / -->.\n\n"
        "<!-- six $ echo 6 -->\n<!-- by hand: it moves with the host -->\n    1  2\n";
    EXPECT_EQ(check(good), 0) << printed_;
    EXPECT_THAT(printed_, HasSubstr("2 commands, 0 places stale"));
}

TEST_F(CheckTexts, NamesAndRenewsAStaleBlock) {
    const std::string stale = "A:\n\n<!-- $ printf 'a\\nb\\n' -->\n    a\n    c\n    d\n\nB.\n";
    EXPECT_EQ(check(stale), 1);
    EXPECT_THAT(printed_, HasSubstr("shown:5: stale; the command prints: b\n"));
    EXPECT_EQ(text(), stale);
    EXPECT_EQ(check(stale, "--renew"), 0) << printed_;
    EXPECT_EQ(text(), "A:\n\n<!-- $ printf 'a\\nb\\n' -->\n    a\n    b\n\nB.\n");
}

TEST_F(CheckTexts, NamesAndRenewsAStaleFigure) {
    const std::string stale = "six is <!-- six -->7<!-- / -->\n\n<!-- six $ echo 6 -->\n";
    EXPECT_EQ(check(stale), 1);
    EXPECT_THAT(printed_, HasSubstr("shown:1: stale: 7; the command prints: 6\n"));
    EXPECT_EQ(check(stale, "--renew"), 0) << printed_;
    EXPECT_THAT(text(), HasSubstr("six is <!-- six -->6<!-- / -->\n"));
}

TEST_F(CheckTexts, LeavesSlowOnesUnlessTheyAreAskedFor) {
    const std::string stale = "<!-- slow $ echo a -->\n    b\n\n<!-- x -->1<!-- / -->\n<!-- slow x $ echo 2 -->\n";
    EXPECT_EQ(check(stale), 0) << printed_;
    EXPECT_EQ(check(stale, "--slow"), 1);
    EXPECT_THAT(printed_, HasSubstr("2 commands, 2 places stale"));
}

TEST_F(CheckTexts, NeverTakesWhatAFailedCommandPrints) {
    const std::string text_before = "<!-- $ echo a; exit 3 -->\n    b\n";
    EXPECT_EQ(check(text_before, "--renew"), 1);
    EXPECT_THAT(printed_, HasSubstr("exit code 3 of echo a"));
    EXPECT_EQ(text(), text_before);
}

TEST_F(CheckTexts, WantsToKnowWhatPrintsATable) {
    EXPECT_EQ(check("A:\n\n    cores  cycles\n        1   12345    2.5\n"), 1);
    EXPECT_THAT(printed_, HasSubstr("shown:4: a row of numbers without"));
    EXPECT_EQ(check("<!-- $ true -->\nno block\n"), 1);
    EXPECT_THAT(printed_, HasSubstr("shown:1: no indented block follows"));
    EXPECT_EQ(check("<!-- x -->1<!-- / -->\n"), 1);
    EXPECT_THAT(printed_, HasSubstr("shown:1: no command is named x"));
}

}  // namespace
}  // namespace tessera::house
