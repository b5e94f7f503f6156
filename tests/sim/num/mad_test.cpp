// num::mad is the rule of spec/tensix-core.md 4.1: golden lanes of both architectures, and the edges the rule names.
#include "sim/num/mad.hpp"
#include "tests/support/paths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

namespace tessera::num {
namespace {

constexpr MadRules wh{};
constexpr MadRules bh{true, true, true, true};

TEST(Mad, EqualsTheGoldenLanes) {
    std::ifstream file(TESSERA_SOURCE_DIR "/tests/data/num/mad.txt");
    ASSERT_TRUE(file);
    int lines = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream in(line);
        std::uint32_t x, y, z, on_wh, on_bh;
        ASSERT_TRUE(in >> std::hex >> x >> y >> z >> on_wh >> on_bh) << line;
        EXPECT_EQ(mad(wh, x, y, z), on_wh) << line;
        EXPECT_EQ(mad(bh, x, y, z), on_bh) << line;
        ++lines;
    }
    EXPECT_GT(lines, 1000);
}

TEST(Mad, NanIsCanonicalOnlyOnBlackhole) {
    EXPECT_EQ(mad(bh, 0x7F800000, 0, one), 0x7FC00000u);
    EXPECT_EQ(mad(wh, 0x7F800000, 0x80000000, 0) & 0xFF800001, 0xFF800001u);
    EXPECT_EQ(mad(bh, 0xFFC12345, one, one), 0x7FC00000u);
}

TEST(Mad, ZeroKeepsItsSignOnlyOnBlackhole) {
    EXPECT_EQ(mad(bh, 0x80000000, one, 0x80000000), 0x80000000u);
    EXPECT_EQ(mad(wh, 0x80000000, one, 0x80000000), 0u);
    EXPECT_EQ(mad(bh, one, one, 0xBF800000), 0u);
}

TEST(Mad, DenormalsCountAsZero) {
    EXPECT_EQ(mad(wh, 0x007FFFFF, one, 0x40000000), 0x40000000u);
    EXPECT_EQ(mad(bh, one, one, 0x007FFFFF), one);
    EXPECT_EQ(mad(wh, 0x00800000, 0x3F000000, 0), 0u);
}

// (1 - 2^-24) * 2^-126 rounds up to the least normal number at the denormal quantum, and is flushed otherwise.
TEST(Mad, RoundsUpToTheLeastNormalNumberOnlyOnBlackhole) {
    EXPECT_EQ(mad(bh, 0x3F7FFFFF, 0x00800000, 0), 0x00800000u);
    EXPECT_EQ(mad(wh, 0x3F7FFFFF, 0x00800000, 0), 0u);
}

// Below exponent 0 the rule shifts by one place only, whatever the exponent: a sum with 24 leading ones just under
// 2^-127 comes out as 2^-126, which IEEE rounding would flush. Wormhole flushes before rounding.
TEST(Mad, SumBelowTheQuantumMayRoundUpTwiceOnBlackhole) {
    EXPECT_EQ(mad(bh, 0x0ED10888, 0x31334DF8, 0x80D268A1), 0x80800000u);
    EXPECT_EQ(mad(bh, 0x253F6059, 0x1BB59AC4, 0x816F85A3), 0x00800000u);
    EXPECT_EQ(mad(wh, 0x0ED10888, 0x31334DF8, 0x80D268A1), 0u);
}

// With x or y = 1 the rule is a float addition on finite normal numbers (tensix-core.md 4.1).
TEST(Mad, WithOneIsTheHostsAddition) {
    std::uint32_t state = 12345;
    const auto next = [&] { return state = state * 1664525 + 1013904223; };
    for (int i = 0; i < 200000; ++i) {
        const std::uint32_t x = (next() & 0x807FFFFF) | (100 + next() % 50) << 23;
        const std::uint32_t z = (next() & 0x807FFFFF) | (100 + next() % 50) << 23;
        float fx, fz;
        std::memcpy(&fx, &x, 4);
        std::memcpy(&fz, &z, 4);
        const float sum = fx + fz;
        std::uint32_t expected;
        std::memcpy(&expected, &sum, 4);
        ASSERT_EQ(mad(wh, x, one, z), expected) << std::hex << x << " " << z;
        ASSERT_EQ(mad(bh, one, x, z), expected) << std::hex << x << " " << z;
    }
}

}  // namespace
}  // namespace tessera::num
