// The figures of spec/sfpu-math.md 2, 4, 5.1, 8.1 and 8.2. Sets that take seconds are left to
// bench/accuracy_tables.cpp; here the neighbourhoods of their worst points show the same maxima.
#include <gtest/gtest.h>

#include "tests/golden/accuracy/tables_rows.hpp"

namespace tessera::accuracy::tables {
namespace {

const std::vector<Row>& all() {
    static const std::vector<Row> list = rows();
    return list;
}

class Tables : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Tables, AreThoseOfTheSpec) {
    const Row& row = all()[GetParam()];
    const std::vector<Line> lines = row.sweep.worst.empty() ? lines_of(row) : local_lines_of(row);
    EXPECT_FALSE(lines.empty());
    for (const Line& line : lines)
        EXPECT_TRUE(line.is_good) << line.section << " " << line.row << ", " << line.figure << ": " << line.spec
                                  << " in the spec, " << line.ours << " here: " << line.verdict;
}

std::string test_name(const ::testing::TestParamInfo<std::size_t>& info) {
    const Row& row = all()[info.param];
    std::string name = std::to_string(info.param) + "_" + row.section + "_" + row.name;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(Row, Tables, ::testing::Range(std::size_t{0}, all().size()), test_name);

// A figure that is not the spec's, one that is although it is said not to be, and one that left what was explained.
TEST(TableLines, AreGoodOnlyWhenEqualOrExplained) {
    const Cell plain{max_ulp, "0.037"}, explained{max_ulp, "0.037", "0.0363", "because"};
    EXPECT_TRUE(judged("0", "row", plain, 0.0366).is_good);
    EXPECT_FALSE(judged("0", "row", plain, 0.0363).is_good);
    EXPECT_TRUE(judged("0", "row", explained, 0.0363).is_good);
    EXPECT_FALSE(judged("0", "row", explained, 0.0366).is_good);
    EXPECT_FALSE(judged("0", "row", explained, 0.0361).is_good);
}

TEST(Printed, ValuesAreComparedInTheDigitsShown) {
    using printed::is_shown_as;
    EXPECT_TRUE(is_shown_as(29031.52, "29032"));
    EXPECT_FALSE(is_shown_as(29031.4, "29032"));
    EXPECT_FALSE(is_shown_as(1152, "1153"));
    EXPECT_TRUE(is_shown_as(7.2211e5, "7.22e5"));
    EXPECT_FALSE(is_shown_as(7.2261e5, "7.22e5"));
    EXPECT_TRUE(is_shown_as(0.0294, "0.029-0.030"));
    EXPECT_FALSE(is_shown_as(0.0306, "0.029-0.030"));
    EXPECT_TRUE(is_shown_as(0.94, "about 1"));
    EXPECT_TRUE(is_shown_as(1216, "(1216)"));
    EXPECT_TRUE(is_shown_as(INFINITY, "inf"));
    EXPECT_FALSE(is_shown_as(NAN, "0"));
}

}  // namespace
}  // namespace tessera::accuracy::tables
