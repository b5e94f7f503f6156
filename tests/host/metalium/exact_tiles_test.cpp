// SFPU tile functions whose results are exact, on both architectures (spec/kernel-api.md 3.5).
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "sim/arch/arch.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/host/metalium/sfpu_tiles.hpp"

namespace sfpu_tiles {
namespace {

using namespace tessera;

class ExactTiles : public tessera::host::test::Metalium {};

// Element by element from one number; -0 and +0 count as the same result.
ExactRule of_one(const char* name, const char* call, float (*f)(float)) {
    return {{name, std::string(name) + "_tile_init();", call},
            [f](unsigned a, unsigned, unsigned) { return std::bit_cast<unsigned>(f(std::bit_cast<float>(a))); }};
}
ExactRule of_one(const char* name, float (*f)(float)) {
    return {{name, std::string(name) + "_tile_init();", std::string(name) + "_tile(0);"},
            [f](unsigned a, unsigned, unsigned) { return std::bit_cast<unsigned>(f(std::bit_cast<float>(a))); }};
}
// No subnormals, which Dst flushes, and no -0: the sign of a zero is the architecture's own.
std::vector<Tile> plain_numbers() {
    std::vector<Tile> tiles{numbers(5), numbers(6), numbers(7)};
    for (Tile& tile : tiles)
        for (unsigned& bits : tile)
            if (bits == 0x80000000) bits = 0x3f800000;
    for (std::size_t i = 0; i < 1024; i += 16) tiles[1][i] = tiles[0][i];
    for (std::size_t i = 0; i < 1024; i += 5) tiles[0][i] = std::bit_cast<unsigned>(static_cast<float>(i % 9) - 4.0f);
    return tiles;
}

TEST_F(ExactTiles, PredicatesAndSteps) {
    check_exactly(
        {of_one("eqz", [](float x) { return x == 0 ? 1.0f : 0.0f; }),
         of_one("nez", [](float x) { return x != 0 ? 1.0f : 0.0f; }),
         of_one("ltz", [](float x) { return x < 0 ? 1.0f : 0.0f; }),
         of_one("gtz", [](float x) { return x > 0 ? 1.0f : 0.0f; }),
         of_one("lez", [](float x) { return x <= 0 ? 1.0f : 0.0f; }),
         of_one("gez", [](float x) { return x >= 0 ? 1.0f : 0.0f; }),
         of_one("logical_not_unary", [](float x) { return x == 0 ? 1.0f : 0.0f; }),
         of_one("logical_not", "logical_not_tile<DataFormat::Float32>(0);",
                [](float x) { return x == 0 ? 1.0f : 0.0f; }),
         of_one("isinf", [](float x) { return std::isinf(x) ? 1.0f : 0.0f; }),
         of_one("isnan", [](float x) { return std::isnan(x) ? 1.0f : 0.0f; }),
         of_one("isfinite", [](float x) { return std::isfinite(x) ? 1.0f : 0.0f; }),
         of_one("sign", [](float x) { return x > 0   ? 1.0f
                                             : x < 0 ? -1.0f
                                                     : 0.0f; }),
         of_one("signbit", [](float x) { return std::signbit(x) ? 1.0f : 0.0f; }),
         of_one("heaviside", "heaviside_tile(0, 0x3f000000);", [](float x) { return x > 0   ? 1
                                                                                    : x < 0 ? 0
                                                                                            : 0.5f; }),
         of_one("unary_eq", "unary_eq_tile(0, 0x40000000);", [](float x) { return x == 2 ? 1.0f : 0.0f; }),
         of_one("unary_ne", "unary_ne_tile(0, 0x40000000);", [](float x) { return x != 2 ? 1.0f : 0.0f; }),
         of_one("unary_lt", "unary_lt_tile(0, 0x40000000);", [](float x) { return x < 2 ? 1.0f : 0.0f; }),
         of_one("unary_gt", "unary_gt_tile(0, 0x40000000);", [](float x) { return x > 2 ? 1.0f : 0.0f; }),
         of_one("unary_le", "unary_le_tile(0, 0x40000000);", [](float x) { return x <= 2 ? 1.0f : 0.0f; }),
         of_one("unary_ge", "unary_ge_tile(0, 0x40000000);", [](float x) { return x >= 2 ? 1.0f : 0.0f; })},
        plain_numbers());
}

TEST_F(ExactTiles, Roundings) {
    check_exactly(
        {of_one("trunc", [](float x) { return std::trunc(x); }), of_one("floor", [](float x) { return std::floor(x); }),
         of_one("ceil", [](float x) { return std::ceil(x); }),
         of_one("round", [](float x) { return std::nearbyint(x) + 0.0f; }),
         of_one("relu", [](float x) { return x < 0 ? 0 : x; }),
         of_one("relu_max", "relu_max_tile(0, 0x40000000);", [](float x) { return x < 0   ? 0
                                                                                  : x > 2 ? 2
                                                                                          : x; }),
         of_one("relu_min", "relu_min_tile(0, 0x40000000);", [](float x) { return x < 2 ? 2 : x; }),
         of_one("clamp", "clamp_tile(0, 0xbf800000, 0x40000000);", [](float x) { return x < -1  ? -1
                                                                                        : x > 2 ? 2
                                                                                                : x; }),
         of_one("hardtanh", [](float x) { return x < -1  ? -1
                                                 : x > 1 ? 1
                                                         : x; }),
         of_one("abs", [](float x) { return std::abs(x); }), of_one("identity", [](float x) { return x; }),
         of_one("fill", "fill_tile(0, 1.25f);", [](float) { return 1.25f; })},
        plain_numbers());
}

TEST_F(ExactTiles, ArithmeticOfTwoAndThreeTiles) {
    std::vector<Tile> inputs = plain_numbers();
    for (Tile& tile : inputs)
        for (unsigned& bits : tile) bits = (bits & 0x807fffff) | (120 + (bits >> 23) % 16) << 23;  // results are normal
    const auto floats = [](float (*f)(float, float, float)) {
        return [f](unsigned a, unsigned b, unsigned c) {
            return std::bit_cast<unsigned>(
                f(std::bit_cast<float>(a), std::bit_cast<float>(b), std::bit_cast<float>(c)));
        };
    };
    const auto binary = [&](const char* name, float (*f)(float, float, float)) -> ExactRule {
        return {{name, std::string(name) + "_tile_init();", std::string(name) + "_tile(0, 1, 2);", 2}, floats(f)};
    };
    const auto scalar = [&](const char* name, float (*f)(float, float, float)) -> ExactRule {
        return {{name, "binop_with_scalar_tile_init();", std::string(name) + "_tile(0, 0x40400000);"}, floats(f)};
    };
    check_exactly(
        {binary("add_binary", [](float a, float b, float) { return a + b; }),
         binary("sub_binary", [](float a, float b, float) { return a - b; }),
         binary("rsub_binary", [](float a, float b, float) { return b - a; }),
         binary("mul_binary", [](float a, float b, float) { return a * b; }),
         binary("binary_max", [](float a, float b, float) { return std::max(a, b); }),
         binary("binary_min", [](float a, float b, float) { return std::min(a, b); }),
         {{"min of two", "min_tile_init();", "min_tile(0, 1);"},
          floats([](float a, float b, float) { return std::min(a, b); })},
         scalar("add_unary", [](float a, float, float) { return a + 3; }),
         scalar("sub_unary", [](float a, float, float) { return a - 3; }),
         scalar("rsub_unary", [](float a, float, float) { return 3 - a; }),
         scalar("mul_unary", [](float a, float, float) { return a * 3; }),
         {{"square", "square_tile_init();", "square_tile(0);"}, floats([](float a, float, float) { return a * a; })},
         {{"power", "power_iterative_tile_init();", "power_iterative_tile(0, 0x40400000);"},
          floats([](float a, float, float) { return a * (a * a); })},
         {{"where", "gtz_tile_init(); gtz_tile(0); where_tile_init();", "where_tile(0, 1, 2, 0);"},
          floats([](float a, float b, float c) { return a > 0 ? b : c; })}},
        inputs);
}

TEST_F(ExactTiles, QuotientsAndPowers) {
    std::vector<Tile> inputs{numbers(11), numbers(12), numbers(13)};
    for (std::size_t i = 0; i < 1024; ++i) {
        inputs[0][i] = (inputs[0][i] & 0x807fffff) | (122 + i % 10) << 23;
        inputs[1][i] = std::bit_cast<unsigned>(static_cast<float>(i % 12) - 5.5f + (i % 3 == 0 ? 0.5f : 0.0f));
    }
    const std::vector<TileCall> calls{{"div", "div_binary_tile_init();", "div_binary_tile(0, 1, 2);", 2},
                                      {"power", "power_binary_tile_init();", "power_binary_tile(0, 1, 2);", 2}};
    for (const arch::Arch* arch : arch::all()) {
        const auto results = run_tile_calls(std::string(arch->name), calls, inputs);
        for (std::size_t i = 0; i < 1024; ++i) {
            const auto a = static_cast<double>(std::bit_cast<float>(inputs[0][i]));
            const auto b = static_cast<double>(std::bit_cast<float>(inputs[1][i]));
            const double exact[] = {a / b, std::pow(a, b)};
            // The logarithm to base 2 is off by up to 1e-5, and the exponent multiplies that.
            const double relative[] = {3e-7, 6e-5};
            for (std::size_t f = 0; f < 2; ++f) {
                const auto got = static_cast<double>(std::bit_cast<float>(results[f][i]));
                if (std::isfinite(exact[f]))
                    ASSERT_NEAR(got, exact[f], relative[f] * std::abs(exact[f]))
                        << calls[f].name << " " << a << " " << b;
                else
                    ASSERT_EQ(std::isnan(got), std::isnan(exact[f])) << calls[f].name << " " << a << " " << b;
            }
        }
    }
}

TEST_F(ExactTiles, Integers) {
    std::vector<Tile> inputs(3, Tile(1024));
    std::uint32_t seed = 9;
    for (std::size_t i = 0; i < 1024; ++i) {
        for (std::size_t t = 0; t < 2; ++t) inputs[t][i] = seed = seed * 1664525u + 1013904223u;
        if (i % 3 == 0) inputs[0][i] >>= 12;
        inputs[2][i] = static_cast<unsigned>(i % 40);
    }
    const auto binary = [](const char* name, unsigned (*f)(unsigned, unsigned, unsigned)) -> ExactRule {
        return {{name, std::string(name) + "_tile_init();", std::string(name) + "_tile(0, 1, 0);"}, f};
    };
    const auto bitwise = [](const char* name, unsigned (*f)(unsigned, unsigned, unsigned)) -> ExactRule {
        return {{name, "binary_bitwise_tile_init();", std::string(name) + "_binary_tile(0, 1, 0);"}, f};
    };
    const auto shift = [](const char* name, unsigned (*f)(unsigned, unsigned, unsigned)) -> ExactRule {
        return {{name, "binary_shift_tile_init();", std::string(name) + "_tile(0, 2, 1);", 1}, f};
    };
    const auto scalar = [](const char* name, unsigned (*f)(unsigned, unsigned, unsigned)) -> ExactRule {
        return {{name, std::string(name) + "_tile_init();", std::string(name) + "_tile(0, 5);"}, f};
    };
    check_exactly(
        {binary("add_int32", [](unsigned a, unsigned b, unsigned) { return a + b; }),
         binary("sub_int32", [](unsigned a, unsigned b, unsigned) { return a - b; }),
         bitwise("bitwise_and", [](unsigned a, unsigned b, unsigned) { return a & b; }),
         bitwise("bitwise_or", [](unsigned a, unsigned b, unsigned) { return a | b; }),
         bitwise("bitwise_xor", [](unsigned a, unsigned b, unsigned) { return a ^ b; }),
         shift("binary_left_shift", [](unsigned a, unsigned, unsigned n) { return n > 31 ? 0 : a << n; }),
         shift("binary_right_shift",
               [](unsigned a, unsigned, unsigned n) {
                   return static_cast<unsigned>(static_cast<int>(a) >> std::min(n, 31u));
               }),
         shift("binary_logical_right_shift", [](unsigned a, unsigned, unsigned n) { return n > 31 ? 0 : a >> n; }),
         scalar("left_shift", [](unsigned a, unsigned, unsigned) { return a << 5; }),
         scalar("right_shift",
                [](unsigned a, unsigned, unsigned) { return static_cast<unsigned>(static_cast<int>(a) >> 5); }),
         {{"bitwise_not", "bitwise_not_tile_init();", "bitwise_not_tile(0);"},
          [](unsigned a, unsigned, unsigned) { return ~a; }}},
        inputs, Kind::integers);
}

// The library computes on what dst_reg[] reads: the pattern itself on Blackhole, the number of a sign and a magnitude
// on Wormhole. What | and ^ make negative loses its sign to the scalar's.
TEST_F(ExactTiles, BitsWithAScalar) {
    std::vector<Tile> inputs(3, Tile(1024));
    std::uint32_t seed = 9;
    for (unsigned& a : inputs[0]) a = seed = seed * 1664525u + 1013904223u;
    for (const tessera::arch::Arch* arch : tessera::arch::all()) {
        const bool signed_magnitude = arch->sfpu.dst_reg_int_mode == 12;
        const auto scalar = [&](const char* name, unsigned (*f)(unsigned), bool fold) -> ExactRule {
            return {{name, std::string(name) + "_tile_init();", std::string(name) + "_tile(0, 5);"},
                    [=](unsigned a, unsigned, unsigned) {
                        const auto other_form = [&](unsigned x) {
                            return signed_magnitude && x >> 31 != 0 ? 0x80000000u - x : x;
                        };
                        const unsigned y = f(other_form(a));
                        return fold && y > 0x80000000u ? 0u - y : other_form(y);
                    }};
        };
        check_exactly({scalar(
                           "bitwise_and", [](unsigned a) { return a & 5; }, false),
                       scalar(
                           "bitwise_or", [](unsigned a) { return a | 5; }, true),
                       scalar(
                           "bitwise_xor", [](unsigned a) { return a ^ 5; }, true)},
                      inputs, Kind::integers, {&arch, 1});
    }
}

// Numbers and integers share the 32 bits of Dst: tiles go in and out as Int32, which moves bits.
TEST_F(ExactTiles, Typecasts) {
    std::vector<Tile> inputs{numbers(21), numbers(22), numbers(23)};
    for (std::size_t i = 0; i < 1024; ++i) {
        inputs[0][i] = (inputs[0][i] & 0x807fffff) | (120 + i % 42) << 23;  // 2^-7 to 2^34
        inputs[1][i] = i % 3 == 0 ? inputs[1][i] >> 18 : inputs[1][i];
    }
    const auto cast = [](const char* from, const char* to, int in, std::function<unsigned(unsigned)> f) -> ExactRule {
        const std::string name = std::string(from) + " to " + to;
        return {{name, "typecast_tile_init();",
                 std::string("typecast_tile<(uint32_t)DataFormat::") + from + ", (uint32_t)DataFormat::" + to + ">(" +
                     std::to_string(in) + ");",
                 in},
                [f, in](unsigned a, unsigned b, unsigned) { return f(in == 0 ? a : b); }};
    };
    const auto number = [](unsigned bits) { return static_cast<double>(std::bit_cast<float>(bits)); };
    const auto bits = [](auto value) { return std::bit_cast<unsigned>(static_cast<float>(value)); };
    const auto to_bf16 = [](unsigned x) { return (x + 0x8000) & 0xffff0000; };
    const auto to_even_bf16 = [](unsigned x) { return (x + 0x7fff + (x >> 16 & 1)) & 0xffff0000; };
    check_exactly(
        {cast("Float32", "Int32", 0,
              [=](unsigned x) {
                  const double y = std::trunc(number(x));
                  return std::abs(y) < 2147483648.0 ? static_cast<unsigned>(static_cast<int>(y)) : 0x80000000u;
              }),
         cast("Float32", "UInt32", 0,
              [=](unsigned x) { return static_cast<unsigned>(std::clamp(std::trunc(number(x)), 0.0, 4294967295.0)); }),
         cast("Float32", "Float16_b", 0, to_even_bf16),
         cast("Float16_b", "Float32", 0, [](unsigned x) { return x; }),
         cast("Int32", "Float32", 1, [=](unsigned x) { return bits(static_cast<int>(x)); }),
         cast("UInt32", "Float32", 1,
              [=](unsigned x) {
                  // The top bit is added to the rounded rest.
                  const float rest = static_cast<float>(x & 0x7fffffff);
                  return bits(x >> 31 ? rest + 2147483648.0f : rest);
              }),
         cast("Int32", "Float16_b", 1, [=](unsigned x) { return to_bf16(bits(static_cast<int>(x))); }),
         {{"fill_int", "fill_tile_init();", "fill_tile_int(0, 0x80000001);"},
          [](unsigned, unsigned, unsigned) { return 0x80000001u; }},
         {{"fill_bitcast", "fill_tile_init();", "fill_tile_bitcast(0, 0x3f8ccccd);"},
          [](unsigned, unsigned, unsigned) { return 0x3f8ccccdu; }},
         {{"identity_uint32", "identity_tile_init();", "identity_tile_uint32(1);", 1},
          [](unsigned, unsigned b, unsigned) { return b; }}},
        inputs, Kind::integers);
}

}  // namespace
}  // namespace sfpu_tiles
