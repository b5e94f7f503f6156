// DPRINT pieces become lines as an ostream would write them (spec/kernel-api.md 1.5).
#include "sim/core/calls/print.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace tessera::core {
namespace {

using abi::Print;
using Lines = std::vector<std::string>;

// The line that the pieces make.
std::string line(const std::vector<std::tuple<Print, std::uint32_t, std::uint32_t>>& pieces) {
    Printer printer;
    for (const auto& [kind, value, value2] : pieces) EXPECT_TRUE(printer.add(kind, value, value2).empty());
    const Lines lines = printer.add(Print::end_of_line, 0, 0);
    return lines.size() == 1 ? lines[0] : "not one line";
}
std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(Print, Integers) {
    EXPECT_EQ(line({{Print::signed32, static_cast<std::uint32_t>(-5), 0}}), "-5");
    EXPECT_EQ(line({{Print::signed32, 0x80000000, 0}}), "-2147483648");
    EXPECT_EQ(line({{Print::unsigned32, 0xFFFFFFFF, 0}}), "4294967295");
    EXPECT_EQ(line({{Print::signed64, 0xFFFFFFFE, 0xFFFFFFFF}}), "-2");
    EXPECT_EQ(line({{Print::unsigned64, 1, 1}}), "4294967297");
    EXPECT_EQ(line({{Print::hexadecimal, 0, 0},
                    {Print::unsigned32, 255, 0},
                    {Print::decimal, 0, 0},
                    {Print::unsigned32, 255, 0}}),
              "ff255");
    EXPECT_EQ(line({{Print::octal, 0, 0}, {Print::unsigned32, 8, 0}}), "10");
    EXPECT_EQ(line({{Print::pointer, 0x20000, 0}}), "0x20000");
}

TEST(Print, Floats) {
    EXPECT_EQ(line({{Print::float32, bits(1.5f), 0}}), "1.5");
    EXPECT_EQ(line({{Print::float32, bits(3.14159265f), 0}}), "3.14159");
    EXPECT_EQ(line({{Print::precision, 2, 0}, {Print::fixed, 0, 0}, {Print::float32, bits(3.0f), 0}}), "3.00");
    EXPECT_EQ(line({{Print::bfloat16, 0x3FC0, 0}}), "1.5");
}

TEST(Print, WidthIsOfTheNextPieceOnly) {
    EXPECT_EQ(line({{Print::width, 4, 0}, {Print::unsigned32, 7, 0}, {Print::unsigned32, 7, 0}}), "   77");
}

TEST(Print, TextMayHoldSeveralLines) {
    Printer printer;
    EXPECT_EQ(printer.add(Print::text, 0, 0, "one\ntwo\nthr"), (Lines{"one", "two"}));
    EXPECT_EQ(printer.rest(), "thr");
    EXPECT_EQ(printer.rest(), std::nullopt);
}

}  // namespace
}  // namespace tessera::core
