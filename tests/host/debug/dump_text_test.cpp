#include "host/debug/dump_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

namespace tessera::host {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::size_t widest(const std::string& text) {
    std::istringstream lines(text);
    std::size_t width = 0;
    for (std::string line; std::getline(lines, line);) width = std::max(width, line.size());
    return width;
}

template <class T>
std::vector<T> counted(std::size_t count, T first) {
    std::vector<T> values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
}

TEST(DumpText, ShowsTheEdgesOfATile) {
    const DumpedValues tile{.shape = {32, 32}, .values = counted<float>(1024, 0)};
    const std::string text = dump_text(tile, false);
    EXPECT_THAT(text, StartsWith("smallest 0, largest 1023\n  0 "));
    EXPECT_THAT(text, HasSubstr("\n ..\n 28 "));
    EXPECT_THAT(text, HasSubstr(" 1023\n"));
    EXPECT_THAT(text, Not(HasSubstr(" 528")));  // row 16, column 16
}

TEST(DumpText, ShowsAllOfItInEightyColumns) {
    const std::string reals = dump_text({.shape = {32, 32}, .values = std::vector<float>(1024, -1.2345e-15f)}, true);
    EXPECT_LE(widest(reals), 80u);
    EXPECT_EQ(std::count(reals.begin(), reals.end(), '\n'), 1 + 32 * 4);
    const std::vector<std::int32_t> least(1024, std::numeric_limits<std::int32_t>::min());
    for (const bool all : {false, true}) EXPECT_LE(widest(dump_text({.shape = {32, 32}, .values = least}, all)), 80u);
    const std::string whole = dump_text({.shape = {32, 32}, .values = counted<std::int32_t>(1024, -5)}, true);
    EXPECT_THAT(whole, StartsWith("smallest -5, largest 1018\n"));
    EXPECT_THAT(whole, HasSubstr(" 523 "));
}

TEST(DumpText, CountsWhatIsNoNumber) {
    const DumpedValues lanes{.shape = {4, 8},
                             .values = std::vector<float>{NAN, 2, -INFINITY, 3, NAN, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,
                                                          1,   1, 1,         1, 1,   1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
    EXPECT_THAT(dump_text(lanes, false), StartsWith("smallest 0, largest 3, NaN in 2, infinity in 1\n"));
    EXPECT_THAT(dump_text({.shape = {1, 2}, .values = std::vector<float>{NAN, NAN}}, false),
                StartsWith("no finite value, NaN in 2\n"));
}

TEST(DumpText, NamesEachMatrixAndWritesBitsInHexadecimal) {
    const DumpedValues pages{.shape = {2, 1, 2},
                             .values = std::vector<std::uint32_t>{1, 0xABCDEF01, 2, 3},
                             .bits = true,
                             .names = {"page 0", "page 1"}};
    EXPECT_EQ(dump_text(pages, false), "page 0:\n  0 00000001 abcdef01\npage 1:\n  0 00000002 00000003\n");
}

}  // namespace
}  // namespace tessera::host
