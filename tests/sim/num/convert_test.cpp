// Number formats and conversions (spec/tensix-core.md 1.2, 1.4, 1.5, 4.2, 4.6): golden lanes, exhaustive round trips
// and independent judges in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

#include "sim/num/bf16.hpp"
#include "sim/num/bfp.hpp"
#include "sim/num/dst_bits.hpp"
#include "sim/num/fp16.hpp"
#include "sim/num/fp8.hpp"
#include "sim/num/integer.hpp"
#include "sim/num/load_store.hpp"
#include "sim/num/sfpu_convert.hpp"
#include "sim/num/src.hpp"
#include "tests/support/paths.hpp"

namespace tessera::num {
namespace {

float value(std::uint32_t bits) {
    float f;
    std::memcpy(&f, &bits, 4);
    return f;
}

std::uint32_t bits(float f) {
    std::uint32_t b;
    std::memcpy(&b, &f, 4);
    return b;
}

std::uint32_t converted(const std::string& name, std::uint32_t x) {
    if (name == "SFPCAST0") return int32_to_fp32_rne(x);
    if (name == "SFPCAST3") return twos_to_sign_magnitude(x);
    if (name == "SFPSTOCHRND1") return stochrnd_bf16(x, round_nearest);
    if (name == "SFPSTOCHRND2") return stochrnd_fp32_to_integer(x, 255, false, round_nearest);
    if (name == "SFPSTOCHRND3") return stochrnd_fp32_to_integer(x, 127, true, round_nearest);
    if (name == "SFPSTOCHRND6") return stochrnd_fp32_to_integer(x, 65535, false, round_nearest);
    if (name == "SFPSTOCHRND7") return stochrnd_fp32_to_integer(x, 32767, true, round_nearest);
    throw std::invalid_argument(name);
}

TEST(Convert, EqualsTheGoldenLanesOfCastAndStochrnd) {
    std::ifstream file(TESSERA_SOURCE_DIR "/tests/data/num/convert.txt");
    ASSERT_TRUE(file);
    std::map<std::string, int> seen;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream in(line);
        std::string name;
        std::uint32_t x, expected;
        ASSERT_TRUE(in >> name >> std::hex >> x >> expected) << line;
        EXPECT_EQ(converted(name, x), expected) << line;
        ++seen[name];
    }
    EXPECT_EQ(seen.size(), 7u);
}

TEST(Convert, StochasticRoundingOfExactValuesIsExact) {
    for (const std::uint32_t random : {0u, 1u, 0x3FFFFFu, 0x7FFFFFu}) {
        const std::uint32_t r = random == 0 ? 1 : random;  // a threshold of 0 always rounds up (tensix-core.md 4.6)
        EXPECT_EQ(stochrnd_bf16(0x3F810000, r), 0x3F810000u);
        EXPECT_EQ(stochrnd_fp16(0x3F802000, r), 0x3F802000u);
        EXPECT_EQ(int32_to_fp32_stochastic(0x80FFFFFF, random << 9), bits(-16777215.0f));
    }
    EXPECT_EQ(stochrnd_fp16(0x3F801000, round_nearest), 0x3F802000u);
    EXPECT_EQ(stochrnd_fp16(0x3F801FFF, round_toward_zero), 0x3F800000u);
    EXPECT_EQ(stochrnd_int32_to_int8(0x80000005, 1, 127, true, round_nearest), 0x80000003u);
    EXPECT_EQ(stochrnd_int32_to_int8(5, 1, 255, false, round_toward_zero), 2u);
    EXPECT_EQ(stochrnd_int32_to_int8(0x7FFFFFFF, 0, 255, false, round_nearest), 255u);
}

TEST(Convert, SignMagnitudeAndTwosComplement) {
    EXPECT_EQ(sign_magnitude_to_twos(0x80000005), static_cast<std::uint32_t>(-5));
    EXPECT_EQ(sign_magnitude_to_twos(0x80000000), 0u);
    EXPECT_EQ(twos_to_sign_magnitude(static_cast<std::uint32_t>(-5)), 0x80000005u);
    EXPECT_EQ(twos_to_sign_magnitude(0x80000000), 0x80000000u);
    EXPECT_EQ(twos_abs(static_cast<std::uint32_t>(-7)), 7u);
    EXPECT_EQ(load_int16(0x8003), 0x80000003u);
    EXPECT_EQ(store_int16(0x80000003), 0x8003u);
    EXPECT_EQ(load_int8_twos(store_int8_twos(static_cast<std::uint32_t>(-100))), static_cast<std::uint32_t>(-100));
    EXPECT_EQ(clamp_magnitude(0x80000100, 127), 0x8000007Fu);
    EXPECT_EQ(clamp_unsigned(0x80000100, 255), 0u);
    EXPECT_EQ(clamp_unsigned(300, 255), 255u);
}

// The judge: the nearer of two neighbours on the bf16 grid in double precision, the even one at a tie.
TEST(Convert, HostBf16RoundsToNearestEven) {
    std::uint32_t state = 1;
    for (int i = 0; i < 300000; ++i) {
        state = state * 1664525 + 1013904223;
        const std::uint32_t x = i % 3 == 0 ? (state & 0xFFFF0000) | 0x8000 : state;
        if (exponent(x) >= 254) continue;
        const std::uint32_t down = x >> 16, up = down + 1;
        const double to_down = std::fabs(double{value(x)} - double{value(down << 16)});
        const double to_up = std::fabs(double{value(x)} - double{value(up << 16)});
        const std::uint32_t expected = to_down < to_up || (to_down == to_up && down % 2 == 0) ? down : up;
        ASSERT_EQ(fp32_to_bf16_rne(x), expected) << std::hex << x;
    }
    EXPECT_EQ(fp32_to_bf16_rne(0x7F7FFFFF), 0x7F80u);
    EXPECT_EQ(fp32_to_bf16_rne(0x7F800001), 0x7FC0u);
}

double ieee_half(std::uint32_t h) {
    const int e = static_cast<int>(h >> 10 & 31), m = static_cast<int>(h & 1023);
    const double mag = e == 31 ? 65536.0 : e == 0 ? std::ldexp(m, -24) : std::ldexp(1024 + m, e - 25);
    return h & 0x8000 ? -mag : mag;
}

TEST(Convert, HostFp16RoundTripsEveryPattern) {
    for (std::uint32_t h = 0; h < 0x10000; ++h) {
        const std::uint32_t x = ieee_fp16_to_fp32(h);
        if ((h & 0x7FFF) <= 0x7C00) {
            if ((h & 0x7FFF) < 0x7C00) {
                ASSERT_EQ(double{value(x)}, ieee_half(h)) << std::hex << h;
            }
            ASSERT_EQ(fp32_to_ieee_fp16_rne(x), h) << std::hex << h;
        } else {
            ASSERT_TRUE(is_nan(x)) << std::hex << h;
            ASSERT_EQ(fp32_to_ieee_fp16_rne(x), h | 0x0200) << std::hex << h;
        }
    }
}

// Every boundary between neighbouring halves, and the floats on both sides of it.
TEST(Convert, HostFp16RoundsToNearestEven) {
    for (std::uint32_t h = 0; h < 0x7C00; ++h) {
        const auto middle = bits(static_cast<float>((ieee_half(h) + ieee_half(h + 1)) / 2));
        for (const std::uint32_t s : {0u, 0x8000u}) {
            ASSERT_EQ(fp32_to_ieee_fp16_rne((middle - 1) | s << 16), h | s) << std::hex << h;
            ASSERT_EQ(fp32_to_ieee_fp16_rne(middle | s << 16), (h % 2 == 0 ? h : h + 1) | s) << std::hex << h;
            ASSERT_EQ(fp32_to_ieee_fp16_rne((middle + 1) | s << 16), (h + 1) | s) << std::hex << h;
        }
    }
}

TEST(Convert, MachineFp16HasNoInfinity) {
    EXPECT_EQ(fp16_to_fp32(0x7C00), bits(65536.0f));
    EXPECT_EQ(fp16_to_fp32(0xFFFF), bits(-131008.0f));
    EXPECT_EQ(fp16_to_fp32(0xFFFF, true), 0xFF800000u);
    EXPECT_EQ(fp16_to_fp32(0x0001), 0x2000u);
    EXPECT_EQ(fp16_immediate_to_fp32(0x0000), bits(std::ldexp(1.0f, -15)));
    EXPECT_EQ(fp32_to_fp16_truncate(bits(-1e30f), true), 0xFFFFu);
    EXPECT_EQ(fp32_to_fp16_truncate(0x38000000 | 0x2000, false), 0u);
    EXPECT_EQ(fp32_to_fp16_truncate(0x38000000 | 0x2000, true), 1u);
    for (std::uint32_t h = 0x400; h < 0x8000; ++h) ASSERT_EQ(fp32_to_fp16_truncate(fp16_to_fp32(h), false), h);
}

TEST(Convert, DstCellsAndSrcDataRoundTripEveryPattern) {
    for (std::uint32_t x = 0; x < 0x10000; ++x) {
        ASSERT_EQ(dst_to_bf16(dst_from_bf16(x)), x);
        ASSERT_EQ(dst_to_fp16(dst_from_fp16(x)), x);
        ASSERT_EQ(src_to_bf16(bf16_to_src(x)), x);
        ASSERT_EQ(src_to_fp16(fp16_to_src(x)), x);
    }
    EXPECT_EQ(dst_from_bf16(0x3F80), 0x007Fu);
    EXPECT_EQ(dst_from_fp16(0x3C00), 0x000Fu);
    EXPECT_EQ(dst_from_32(0x3F801234), 0x007F1234u);
    EXPECT_EQ(dst_to_32(0x007F1234), 0x3F801234u);
    EXPECT_EQ(int8_to_src(0x85, 7), 0x40000u | 16u << 10 | 5);
    EXPECT_EQ(int8_to_src(0x80, 8), 16u << 10 | 0x80);
    EXPECT_EQ(int8_to_src(0, 8), 0u);
}

// value = mag / 64 * 2^(e - 127) (tensix-core.md 1.2): every 8-bit datum under a middling exponent.
TEST(Convert, BfpDatumsHaveTheirDocumentedValue) {
    for (std::uint32_t d = 0; d < 256; ++d) {
        const double expected = (d & 0x80 ? -1 : 1) * std::ldexp(d & 0x7F, -6) * std::ldexp(1.0, 130 - 127);
        if (d == 0x80) continue;
        ASSERT_EQ(double{value(bfp_to_bf16(d, 130) << 16)}, expected) << d;
        ASSERT_EQ(double{value(ieee_fp16_to_fp32(bfp_to_fp16(d, 130 - 112)))}, expected) << d;
        const std::uint32_t back = bf16_to_bfp(bfp_to_bf16(d, 130), 130, 8);
        ASSERT_EQ(back, d) << d;
    }
    EXPECT_EQ(bfp_to_bf16(0x80, 130), 0xFF80u);
    EXPECT_EQ(bfp_to_fp16(0x80, 18), 0xFC00u);
    EXPECT_EQ(bf16_to_bfp(0xBFFF, 127, 4), 0xFu);
    EXPECT_EQ(bf16_to_bfp(0xBFFF, 127, 2), 0x3u);
    EXPECT_EQ(bf16_to_bfp(0xBF80, 140, 8), 0u) << "the sign goes with the magnitude";
}

TEST(Convert, Fp8) {
    EXPECT_EQ(fp8_e5m2_to_fp16({}, 0x3C), 0x3C00u);
    EXPECT_EQ(fp8_e5m2_to_fp16({}, 0xFF), 0xFF00u);
    EXPECT_EQ(fp8_e5m2_to_fp16({true}, 0xFF), 0xFFFFu);
    EXPECT_EQ(fp8_e4m3_to_fp16(0x38), 0x3C00u);
    EXPECT_EQ(fp8_e4m3_to_fp16(0x80), 0x8000u);
    EXPECT_EQ(fp8_e4m3_to_fp16(0x7F), 0x7FFFu);
}

}  // namespace
}  // namespace tessera::num
