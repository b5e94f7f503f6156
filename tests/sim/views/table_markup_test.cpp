// Cells show in Markdown and LaTeX what they hold, whatever characters that has.
#include "sim/views/table_markup.hpp"

#include <gtest/gtest.h>

namespace tessera::views {
namespace {

TEST(Markdown, EscapesWhatWouldMarkUp) {
    EXPECT_EQ(in_markdown("a|b*c`d<e>f[g]"), "a\\|b\\*c\\`d\\<e\\>f\\[g\\]");
    EXPECT_EQ(in_markdown("x\ny\\"), "x y\\\\");
}

TEST(Markdown, KeepsUnderscoresWithinWords) {
    EXPECT_EQ(in_markdown("exp_24f"), "exp_24f");
    EXPECT_EQ(in_markdown("_x_"), "\\_x\\_");
}

TEST(Latex, EscapesItsOwnCharacters) {
    EXPECT_EQ(in_latex("exp_24f 50 % & #1 {x} $"), "exp\\_24f 50 \\% \\& \\#1 \\{x\\} \\$");
    EXPECT_EQ(in_latex("a\\b~c^d<e>f|g"),
              "a\\textbackslash{}b\\textasciitilde{}c\\textasciicircum{}d\\textless{}e\\textgreater{}f\\textbar{}g");
    // After the end of a row these would be its arguments.
    EXPECT_EQ(in_latex("[x] * y"), "{[}x] {*} y");
}

TEST(Latex, SetsNumbersAsMathematics) {
    EXPECT_EQ(in_latex("12.5"), "12.5");
    EXPECT_EQ(in_latex("-0.5"), "$-0.5$");
    EXPECT_EQ(in_latex("+3"), "$+3$");
    EXPECT_EQ(in_latex("1.25e-05"), "$1.25 \\times 10^{-5}$");
    EXPECT_EQ(in_latex("4e+35"), "$4 \\times 10^{35}$");
    EXPECT_EQ(in_latex("2^-13"), "2$^{-13}$");
    EXPECT_EQ(in_latex("P = 2^24"), "P = 2$^{24}$");
}

TEST(Latex, LeavesWordsThatBeginLikeNumbers) {
    EXPECT_EQ(in_latex("0x3f800000"), "0x3f800000");
    EXPECT_EQ(in_latex("-infinity"), "-infinity");
    EXPECT_EQ(in_latex("-"), "-");
    EXPECT_EQ(in_latex("1e"), "1e");
    EXPECT_EQ(in_latex("1e99999999999"), "1e99999999999");
}

}  // namespace
}  // namespace tessera::views
