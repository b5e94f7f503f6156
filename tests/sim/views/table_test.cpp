// Tables and lines keep to the width of the screen, whatever they hold.
#include "sim/views/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace tessera::views {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t widest(const std::string& text) {
    std::istringstream lines(text);
    std::size_t out = 0;
    for (std::string line; std::getline(lines, line);) out = std::max(out, line.size());
    return out;
}

Table wide_table() {
    Table table({"name", "first", "second", "third", "fourth", "fifth", "sixth", "where"}, {0, 7});
    for (int row = 0; row < 3; ++row)
        table.add({"row " + std::to_string(row), "1000000000", "2000000000", "3000000000", "4000000000", "5000000000",
                   "6000000000", "a/long/folder/of/kernels/that/goes/on/reader.cpp:1" + std::to_string(row)});
    return table;
}

TEST(Table, IsOneBlockWhereItFits) {
    const std::string text = wide_table().text({.width = 160});
    EXPECT_LE(widest(text), 160u);
    EXPECT_EQ(std::ranges::count(text, '\n'), 4);
    EXPECT_THAT(text, HasSubstr("a/long/folder/of/kernels/that/goes/on/reader.cpp:12\n"));
}

TEST(Table, GoesOnBelowBehindItsKeys) {
    const std::string text = wide_table().text({.width = 80});
    EXPECT_LE(widest(text), 80u);
    EXPECT_THAT(text, HasSubstr("\n\nname   where\nrow 0  a/long/"));
    for (const char* title : {"first", "fifth", "sixth", "where"}) EXPECT_THAT(text, HasSubstr(title));
}

TEST(Table, ShowsTheEndOfAPathThatIsTooLong) {
    Table table({"cycles", "line"}, {1});
    table.add({"12", "/a/very/long/way/to/" + std::string(60, 'x') + "/folder/reader.cpp:12"});
    EXPECT_EQ(table.text(), "cycles  line\n    12  .../folder/reader.cpp:12\n");
}

TEST(Table, WrapsALastColumnOfWords) {
    Table table({"unit", "of which"}, {0, 1});
    table.add(
        {"BRISC", "calls 48.8, instructions 36.4, multiply_divide 13.3, fetch 0.7, operand 0.7, branch 0.1, others"});
    const std::string text = table.text();
    EXPECT_LE(widest(text), 80u);
    EXPECT_THAT(text, HasSubstr("\n       0.7, branch 0.1, others"));
}

// Rows that are shorter than the head end with empty cells in every form.
Table uneven_table() {
    Table table({"function", "max ULP", "holds?"}, {0, 2});
    table.add({"exp_24f", "1.5e-05", "a|b"});
    table.add({"none"});
    return table;
}

TEST(Table, HasTheSameCellsInMarkdown) {
    EXPECT_EQ(uneven_table().markdown(),
              "| function | max ULP | holds? |\n"
              "| :------- | ------: | :----- |\n"
              "| exp_24f  | 1.5e-05 | a\\|b   |\n"
              "| none     |         |        |\n");
}

TEST(Table, HasTheSameCellsInLatex) {
    EXPECT_EQ(uneven_table().latex(),
              "\\begin{tabular}{lrl}\n"
              "function & max ULP & holds? \\\\\n"
              "\\hline\n"
              "exp\\_24f & $1.5 \\times 10^{-5}$ & a\\textbar{}b \\\\\n"
              "none &  &  \\\\\n"
              "\\end{tabular}\n");
}

TEST(Screen, ColoursOnlyWhereThatIsWanted) {
    Screen screen;
    EXPECT_EQ(screen.paint(Ink::red, "error"), "error");
    screen.colour = true;
    EXPECT_EQ(screen.paint(Ink::red, "error"), "\x1b[31merror\x1b[0m");
    const std::string table = wide_table().text({.width = 160, .colour = true});
    EXPECT_THAT(table, testing::StartsWith("\x1b[1mname"));
    EXPECT_THAT(table.substr(table.find('\n')), Not(HasSubstr("\x1b")));
}

TEST(Screen, ShortensAPathFromItsFront) {
    EXPECT_EQ(shortened("kernels/rope/reader.cpp:83", 30), "kernels/rope/reader.cpp:83");
    EXPECT_EQ(shortened("kernels/rope/reader.cpp:83", 20), ".../reader.cpp:83");
    EXPECT_EQ(shortened("a_name_without_folders:83", 12), "...olders:83");
}

}  // namespace
}  // namespace tessera::views
