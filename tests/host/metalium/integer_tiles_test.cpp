// SFPU tile functions of integers, exact on both architectures, on every kind of operand the vendor's are right for
// (spec/kernel-api.md 3.5).
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "sim/arch/arch.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/host/metalium/sfpu_tiles.hpp"

namespace sfpu_tiles {
namespace {

using namespace tessera;

class IntegerTiles : public tessera::host::test::Metalium {};

constexpr unsigned least = 0x80000000;  // which only some functions tell from 0

struct IntegerRule {
    TileCall tile;
    std::function<unsigned(unsigned, unsigned)> expected;
};

void check_integers(const std::vector<IntegerRule>& rules, const Tile& a, const Tile& b, Kind kind = Kind::integers) {
    std::vector<ExactRule> exact;
    for (const IntegerRule& rule : rules)
        exact.push_back({rule.tile, [&rule](unsigned x, unsigned y, unsigned) { return rule.expected(x, y); }});
    check_exactly(exact, {a, b, b}, kind);
}

// Of every size and sign, with small ones, equal ones and the ends of the range among them. `seed` must be odd.
Tile integers(unsigned seed) {
    Tile tile(1024);
    for (std::size_t i = 0; i < 1024; ++i) {
        seed = seed * 1664525u + 1013904223u;
        const auto value = static_cast<int>(seed) >> (i % 32);
        tile[i] = static_cast<unsigned>(value);
    }
    const int ends[] = {0, 1, -1, 2, -2, 0x7fffffff, -0x7fffffff, 0x7ffffffe, 65535, -65536, 5, -5};
    for (std::size_t i = 0; i < std::size(ends); ++i)
        for (std::size_t j = 0; j < std::size(ends); ++j) {
            const std::size_t at = 40 * i + j;
            tile[at] = static_cast<unsigned>(ends[seed % 2 == 0 ? i : j]);
        }
    return tile;
}
// The second operand: the ends of the range meet each other.
Tile partners() {
    Tile tile = integers(9), first = integers(8);
    for (std::size_t i = 0; i < 1024; i += 17) tile[i] = first[i];
    return tile;
}

int of(unsigned bits) { return static_cast<int>(bits); }
unsigned bit(bool holds) { return holds ? 1 : 0; }

IntegerRule unary(const std::string& call, std::function<unsigned(int)> f) {
    return {{call, "abs_tile_init();", call + ";"}, [f](unsigned a, unsigned) { return f(of(a)); }};
}
IntegerRule binary(const std::string& name, std::function<unsigned(int, int)> f, const std::string& format = "") {
    const std::string init = name.starts_with("binary_") ? name.substr(0, 10) : name;
    return {{name + format, init + "_tile_init" + (name == "mul_int" ? format : "") + "();",
             name + "_tile" + format + "(0, 1, 2);", 2},
            [f](unsigned a, unsigned b) { return f(of(a), of(b)); }};
}

TEST_F(IntegerTiles, OfOneTile) {
    const auto u = [](auto value) { return static_cast<unsigned>(value); };
    check_integers(
        {unary("abs_tile_int32(0)", [=](int x) { return u(std::abs(x)); }),
         unary("negative_tile_int32(0)", [=](int x) { return 0u - u(x); }),
         unary("signbit_tile_int32(0)", [](int x) { return bit(x < 0); }),
         unary("logical_not_unary_tile_int32(0)", [](int x) { return bit(x == 0); }),
         unary("logical_not_unary_tile_uint32(0)", [](int x) { return bit(x == 0); }),
         unary("logical_not_tile_init(); logical_not_tile<DataFormat::Int32>(0)", [](int x) { return bit(x == 0); }),
         unary("logical_not_tile<DataFormat::UInt32>(0)", [](int x) { return bit(x == 0); }),
         unary("eqz_tile_int32(0)", [](int x) { return bit(x == 0); }),
         unary("nez_tile_int32(0)", [](int x) { return bit(x != 0); }),
         unary("ltz_tile_int32(0)", [](int x) { return bit(x < 0); }),
         unary("gtz_tile_int32(0)", [](int x) { return bit(x > 0); }),
         unary("lez_tile_int32(0)", [](int x) { return bit(x <= 0); }),
         unary("gez_tile_int32(0)", [](int x) { return bit(x >= 0); }),
         unary("eqz_tile_uint32(0)", [](int x) { return bit(x == 0); }),
         unary("nez_tile_uint32(0)", [](int x) { return bit(x != 0); }),
         unary("unary_eq_tile_int32(0, -5)", [](int x) { return bit(x == -5); }),
         unary("unary_ne_tile_int32(0, -5)", [](int x) { return bit(x != -5); }),
         unary("unary_lt_tile_int32(0, 2000000000)", [](int x) { return bit(x < 2000000000); }),
         unary("unary_gt_tile_int32(0, -2000000000)", [](int x) { return bit(x > -2000000000); }),
         unary("unary_le_tile_int32(0, 5)", [](int x) { return bit(x <= 5); }),
         unary("unary_ge_tile_int32(0, -5)", [](int x) { return bit(x >= -5); }),
         unary("unary_max_int32_tile(0, -100)", [=](int x) { return u(std::max(x, -100)); }),
         unary("unary_max_int32_tile(0, 100)", [=](int x) { return u(std::max(x, 100)); }),
         unary("unary_max_int32_tile(0, 0x80000000)", [=](int x) { return u(x); }),
         unary("unary_min_int32_tile(0, -100)", [=](int x) { return u(std::min(x, -100)); }),
         unary("unary_min_int32_tile(0, 100)", [=](int x) { return u(std::min(x, 100)); }),
         unary("unary_min_int32_tile(0, 0x80000000)", [](int) { return least; }),
         unary("clamp_tile_int32(0, -100, 70000)", [=](int x) { return u(std::clamp(x, -100, 70000)); }),
         unary("relu_tile_int32(0)", [=](int x) { return u(std::max(x, 0)); }),
         unary("add_unary_tile_int32(0, -7)", [=](int x) { return u(x) - 7; }),
         unary("sub_unary_tile_int32(0, -7)", [=](int x) { return u(x) + 7; }),
         unary("rsub_unary_int32_tile_init(); rsub_unary_int32_tile(0, -7)", [=](int x) { return 0u - 7 - u(x); })},
        integers(8), partners());
}

TEST_F(IntegerTiles, OfTwoTiles) {
    const auto u = [](auto value) { return static_cast<unsigned>(value); };
    check_integers({binary(
                        "add_int", [=](int a, int b) { return u(a) + u(b); }, "<DataFormat::Int32>"),
                    binary(
                        "sub_int", [=](int a, int b) { return u(a) - u(b); }, "<DataFormat::Int32>"),
                    binary(
                        "rsub_int", [=](int a, int b) { return u(b) - u(a); }, "<DataFormat::UInt32>"),
                    binary(
                        "mul_int", [=](int a, int b) { return u(a) * u(b); }, "<DataFormat::Int32>"),
                    binary("mul_int32", [=](int a, int b) { return u(a) * u(b); }),
                    binary("binary_max_int32", [=](int a, int b) { return u(std::max(a, b)); }),
                    binary("binary_min_int32", [=](int a, int b) { return u(std::min(a, b)); }),
                    binary("lt_int32", [](int a, int b) { return bit(a < b); }),
                    binary("gt_int32", [](int a, int b) { return bit(a > b); }),
                    binary("le_int32", [](int a, int b) { return bit(a <= b); }),
                    binary("ge_int32", [](int a, int b) { return bit(a >= b); }),
                    {{"copy_dest_values", "copy_dest_values_init();", "copy_dest_values<DataFormat::Int32>(1, 2);", 2},
                     [](unsigned, unsigned b) { return b; }},
                    binary("gcd", [=](int a, int b) { return u(std::gcd(a, b)); })},
                   integers(8), partners());
}

// By numbers other than 0; the quotient that does not fit wraps.
TEST_F(IntegerTiles, Quotients) {
    const auto u = [](auto value) { return static_cast<unsigned>(value); };
    const auto floored = [](int a, int b) { return static_cast<std::int64_t>(std::floor(static_cast<double>(a) / b)); };
    Tile divisors = partners();
    for (unsigned& divisor : divisors)
        if (divisor == 0) divisor = 3;
    check_integers({binary("div_int32_floor", [=](int a, int b) { return u(floored(a, b)); }),
                    binary("div_int32_trunc", [=](int a, int b) { return u(a / b); }),
                    binary("remainder_int32", [=](int a, int b) { return u(a - floored(a, b) * b); }),
                    binary("fmod_int32", [=](int a, int b) { return u(a % b); })},
                   integers(8), divisors);
}

// As a number, within the error of the reciprocal.
TEST_F(IntegerTiles, QuotientsAsNumbers) {
    const Tile a = integers(8);
    Tile b = partners();
    for (unsigned& divisor : b)
        if (divisor == 0) divisor = 3;
    for (const arch::Arch* arch : arch::all()) {
        const auto results = run_tile_calls(std::string(arch->name),
                                            {{"div_int32", "div_int32_tile_init();", "div_int32_tile(0, 1, 2);", 2}},
                                            {a, b, b}, Kind::integers);
        for (std::size_t i = 0; i < 1024; ++i) {
            const double exact = static_cast<double>(of(a[i])) / static_cast<double>(of(b[i]));
            const auto got = static_cast<double>(std::bit_cast<float>(results[0][i]));
            ASSERT_NEAR(got, exact, std::abs(exact) * 3e-7) << arch->name << " " << of(a[i]) << " " << of(b[i]);
        }
    }
}

// In the upper halves of the patterns.
TEST_F(IntegerTiles, OfUnsignedShorts) {
    Tile a = integers(8), b = partners();
    for (Tile* tile : {&a, &b})
        for (unsigned& x : *tile) x <<= 16;
    const auto one = [](const std::string& call, std::function<unsigned(unsigned)> f) -> IntegerRule {
        return {{call, "abs_tile_init();", call + ";"}, [f](unsigned x, unsigned) { return f(x >> 16) << 16; }};
    };
    const auto two = [](const std::string& call, std::function<unsigned(unsigned, unsigned)> f) -> IntegerRule {
        return {{call, "abs_tile_init();", call + ";", 2},
                [f](unsigned x, unsigned y) { return f(x >> 16, y >> 16) << 16; }};
    };
    check_integers({one("eqz_tile_uint16(0)", [](unsigned x) { return bit(x == 0); }),
                    one("nez_tile_uint16(0)", [](unsigned x) { return bit(x != 0); }),
                    one("logical_not_unary_tile_uint16(0)", [](unsigned x) { return bit(x == 0); }),
                    one("logical_not_tile<DataFormat::UInt16>(0)", [](unsigned x) { return bit(x == 0); }),
                    two("add_int_tile<DataFormat::UInt16>(0, 1, 2)", [](unsigned x, unsigned y) { return x + y; }),
                    two("sub_int_tile<DataFormat::UInt16>(0, 1, 2)", [](unsigned x, unsigned y) { return x - y; }),
                    two("rsub_int_tile<DataFormat::UInt16>(0, 1, 2)", [](unsigned x, unsigned y) { return y - x; }),
                    two("mul_int_tile<DataFormat::UInt16>(0, 1, 2)", [](unsigned x, unsigned y) { return x * y; }),
                    two("copy_dest_values<DataFormat::UInt16>(1, 2)", [](unsigned, unsigned y) { return y; })},
                   a, b, Kind::shorts);
}

// relu_max takes the bits of an fp32. Wormhole makes the threshold of negative numbers below it in magnitude, so there
// are none here; relu_min overflows on Blackhole for numbers near the least.
TEST_F(IntegerTiles, OfFifteenBits) {
    Tile a = integers(8), b = partners();
    for (Tile* tile : {&a, &b})
        for (unsigned& x : *tile) x = static_cast<unsigned>(of(x) % 32768);
    for (unsigned& x : a)
        if (of(x) < 0 && of(x) > -100) x = 0u - x;
    const auto u = [](auto value) { return static_cast<unsigned>(value); };
    check_integers({binary("lcm", [=](int x, int y) { return u(std::lcm(x, y)); }),
                    unary("relu_max_tile_int32(0, 0x42c80000)", [=](int x) { return u(std::clamp(x, 0, 100)); }),
                    unary("relu_min_tile_int32(0, 7)", [=](int x) { return u(std::max(x, 7)); }),
                    unary("relu_min_tile_int32(0, -7)", [=](int x) { return u(std::max(x, -7)); })},
                   a, b);
}

}  // namespace
}  // namespace sfpu_tiles
