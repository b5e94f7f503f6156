// SFPU tile functions that the vendor approximates, against doubles on both architectures: each with the greatest error
// that was measured for its public algorithm (spec/kernel-api.md 3.5).
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

class SpecialTiles : public tessera::host::test::Metalium {};

// A tile of numbers evenly spread over a range, in another order than that of size.
Tile spread(double low, double high, bool narrow) {
    Tile tile(1024);
    for (std::size_t i = 0; i < 1024; ++i) {
        const double x = low + (high - low) * static_cast<double>(i * 389 % 1024) / 1023;
        tile[i] = std::bit_cast<unsigned>(static_cast<float>(x));
        if (narrow) tile[i] &= 0xffff0000;
    }
    return tile;
}

// The greatest error in fp32 and in bf16, relative to what is exact or, where that is below `least`, to `least`.
struct Bound {
    double fp32, bf16, least = 0;
};
struct Special {
    Bound bound;
    TileCall tile;
    std::function<double(double, double, double)> exact;
};

struct Range {
    double low, high;
};

void check_within_bounds(const std::vector<Special>& functions, Range x, Range y = {1, 2}, Range z = {1, 2},
                         bool whole_z = false) {
    std::vector<TileCall> calls;
    for (const Special& f : functions) calls.push_back(f.tile);
    for (const Kind kind : {Kind::floats, Kind::halves}) {
        const bool narrow = kind == Kind::halves;
        Tile inputs[] = {spread(x.low, x.high, narrow), spread(y.low, y.high, narrow), spread(z.low, z.high, narrow)};
        if (whole_z)
            for (unsigned& bits : inputs[2])
                bits = std::bit_cast<unsigned>(std::trunc(std::bit_cast<float>(bits)) + 0.0f);
        for (const arch::Arch* arch : arch::all()) {
            const auto results =
                run_tile_calls(std::string(arch->name), calls, {inputs[0], inputs[1], inputs[2]}, kind);
            for (std::size_t f = 0; f < functions.size(); ++f) {
                double worst = 0;
                std::size_t at = 0;
                for (std::size_t i = 0; i < 1024; ++i) {
                    const double exact =
                        functions[f].exact(number(inputs[0][i]), number(inputs[1][i]), number(inputs[2][i]));
                    const double got = number(results[f][i]);
                    double error = std::abs(got - exact) / std::max(std::abs(exact), functions[f].bound.least);
                    if (got == exact) error = 0;
                    // A 16-bit NaN is packed as infinity.
                    if (std::isnan(exact)) error = std::isnan(got) || (narrow && std::isinf(got)) ? 0 : 1e300;
                    if (std::isnan(error)) error = 1e300;
                    if (error > worst) worst = error, at = i;
                }
                const double bound = narrow ? functions[f].bound.bf16 : functions[f].bound.fp32;
                EXPECT_LE(worst, bound) << arch->name << (narrow ? " bf16 " : " fp32 ") << calls[f].name << " of "
                                        << number(inputs[0][at]) << " is " << number(results[f][at]);
            }
        }
    }
}

Special of_one(Bound bound, const std::string& name, double (*f)(double)) {
    return {bound, {name, name + "_tile_init();", name + "_tile(0);"}, [f](double x, double, double) { return f(x); }};
}
// With arguments after the tile, the same at the init where it takes them.
Special of_one(Bound bound, const std::string& name, const std::string& arguments, double (*f)(double),
               const std::string& at_init = "") {
    return {bound,
            {name, name + "_tile_init(" + at_init + ");", name + "_tile(0, " + arguments + ");"},
            [f](double x, double, double) { return f(x); }};
}

double inverse_erf(double x) {
    double y = 0;
    for (int i = 0; i < 60; ++i) y -= (std::erf(y) - x) * std::exp(y * y) / 1.1283791670955126;
    return y;
}
double bessel_0(double x) { return std::cyl_bessel_i(0, std::abs(x)); }
// The vendor's series has all terms but the first doubled.
double bessel_1(double x) { return std::copysign(2 * std::cyl_bessel_i(1, std::abs(x)), x) - x / 2; }

TEST_F(SpecialTiles, OfUnitRange) {
    check_within_bounds({of_one({0.055, 0.055, 0.1}, "erfinv", inverse_erf),
                         of_one({1.4e-3, 9.1e-3, 1}, "atanh", [](double x) { return std::atanh(x); })},
                        {-0.9, 0.9});
}

// 2.5 is 0x40200000, 0.75 is 0x3f400000 with the reciprocal 0x3faaaaab.
TEST_F(SpecialTiles, OfSmallNumbers) {
    const std::string divisor = "0x3f400000, 0x3faaaaab";
    check_within_bounds(
        {of_one({8.4e-4, 4.3e-3, 1}, "erf", [](double x) { return std::erf(x); }),
         of_one({8.4e-4, 7.2e-3, 1}, "erfc", [](double x) { return std::erfc(x); }),
         of_one({1.6e-6, 7.7e-3}, "i0", bessel_0),
         of_one({2e-7, 7.1e-3, 0.1}, "i1", bessel_1),
         of_one({1.8e-3, 8e-3, 1}, "asinh", [](double x) { return std::asinh(x); }),
         of_one({1.8e-7, 7.7e-3, 0.1}, "softsign", [](double x) { return x / (1 + std::abs(x)); }),
         of_one({2.9e-7, 7.2e-3, 0.1}, "hardmish", [](double x) { return x * std::clamp(x + 2.8, 0.0, 5.0) / 5; }),
         of_one({5.6e-6, 5.3e-3, 0.1}, "cbrt", [](double x) { return std::cbrt(std::abs(x)); }),
         of_one({0, 0}, "softshrink", "0x3f000000",
                [](double x) { return std::copysign(std::max(std::abs(x) - 0.5, 0.0), x); }),
         of_one({0, 0}, "threshold", "0x3f000000, 0x40400000", [](double x) { return x <= 0.5 ? 3 : x; }),
         of_one({3.7e-5, 6.7e-3}, "rpow", "0x40200000", [](double x) { return std::pow(2.5, x); }),
         of_one({1.4e-7, 8.6e-3}, "rdiv", "0x40200000", [](double x) { return 2.5 / x; }),
         of_one({5.7e-8, 5.9e-3, 1}, "rsub", "0x40200000", [](double x) { return 2.5 - x; }),
         of_one(
             {0, 0}, "fmod", divisor, [](double x) { return std::fmod(x, 0.75); }, divisor),
         of_one(
             {3e-8, 0, 1}, "remainder", divisor, [](double x) { return x - 0.75 * std::floor(x / 0.75); }, divisor),
         {{5.7e-3, 0.013, 1},
          {"logsigmoid", "", "negative_tile(1); exp_tile_init(); exp_tile(1); logsigmoid_tile(0, 1, 2);", 2},
          [](double x, double, double) { return -std::log1p(std::exp(-x)); }}},
        {-4, 4}, {-4, 4});
}

// The third tile holds whole numbers and is the mask.
TEST_F(SpecialTiles, OfPositiveNumbersAndSeveralTiles) {
    check_within_bounds(
        {of_one({1.8e-3, 7.8e-3, 1}, "acosh", [](double x) { return std::acosh(x); }),
         {{0, 1, 1},
          {"rdiv floor", "rdiv_tile_init();", "rdiv_tile<RoundingMode::Floor>(0, 0x40200000);"},
          [](double x, double, double) { return std::floor(2.5 / x); }},
         {{0, 1, 1},
          {"rdiv trunc", "rdiv_tile_init();", "rdiv_tile<RoundingMode::Trunc>(0, 0x40200000);"},
          [](double x, double, double) { return std::trunc(2.5 / x); }},
         {{0.021, 0.031, 1},
          {"xlogy", "xlogy_binary_tile_init();", "xlogy_binary_tile(0, 1, 2);", 2},
          [](double x, double y, double) { return x * std::log(y); }},
         {{2.6e-7, 7.9e-3, 1},
          {"addcmul", "addcmul_tile_init();",
           "addcmul_tile<DST_ACCUM_MODE ? DataFormat::Float32 : DataFormat::Float16_b>(0, 1, 2, 0, 0x40200000);"},
          [](double x, double y, double z) { return x + 2.5 * y * z; }},
         {{0, 0},
          {"mask", "mask_tile_init();", "mask_tile(1, 2);", 1},
          [](double, double y, double z) { return z == 0 ? 0 : y; }},
         {{0, 0},
          {"mask_posinf", "mask_tile_init();", "mask_posinf_tile(1, 2);", 1},
          [](double, double y, double z) { return z == 0 ? HUGE_VAL : y; }}},
        {0.5, 9}, {0.1, 9}, {-3, 3}, true);
}

// Functions of 2026. 0.8 is 0x3f4ccccd, 2.5 is 0x40200000.
TEST_F(SpecialTiles, LateOnesOfThreeTiles) {
    const std::string format = "<DST_ACCUM_MODE ? DataFormat::Float32 : DataFormat::Float16_b>";
    check_within_bounds({{{2.3e-7, 3.9e-3, 1},
                          {"lerp", "lerp_tile_init();", "lerp_tile" + format + "(0, 1, 2, 0);"},
                          [](double x, double y, double z) { return x + z * (y - x); }},
                         {{6.6e-8, 3.9e-3, 1},
                          {"addcdiv", "addcdiv_tile_init();", "addcdiv_tile" + format + "(0, 1, 2, 1, 0x40200000);", 1},
                          [](double x, double y, double z) { return x + 2.5 * y / z; }},
                         {{0, 0, 1},
                          {"fmod_binary", "fmod_binary_tile_init();", "fmod_binary_tile(0, 2, 1);", 1},
                          [](double x, double, double z) { return std::fmod(x, z); }},
                         {{7.7e-8, 3e-3, 1},
                          {"lgamma_adjusted", "lgamma_adjusted_tile_init();", "lgamma_adjusted_tile(1, 2, 0, 0);"},
                          [](double x, double y, double z) { return x < 0.5 ? std::log(M_PI) - z - y : y; }},
                         {{1.2e-7, 3.8e-3, 1},
                          {"xielu", "xielu_tile_init();", "xielu_tile(0, 0x3f4ccccd, 0x40200000);"},
                          [](double x, double, double) {
                              return x > 0 ? 0.8 * x * x + x / 2 : 2.5 * (std::expm1(std::min(x, -1e-6)) - x) + x / 2;
                          }}},
                        {-9, 9}, {-3, 3}, {1, 6}, true);
}
TEST_F(SpecialTiles, LogarithmOfGamma) {
    check_within_bounds({of_one({6.2e-3, 7.9e-3, 1}, "lgamma_stirling", [](double x) { return std::lgamma(x); }),
                         {{0.03, 0.033, 1},
                          {"lgamma_stirling_float",
                           "copy_dest_values(0, 1); log_tile_init(); log_tile(1); "
                           "lgamma_stirling_float_tile_init();",
                           "lgamma_stirling_float_tile(0, 1, 2);", 2},
                          [](double x, double, double) { return std::lgamma(x); }}},
                        {0.55, 12});
}

}  // namespace
}  // namespace sfpu_tiles
