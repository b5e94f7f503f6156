// SFPU tile functions in kernels give, on both architectures, the bits that their functions of vectors give when they
// are recorded natively, element by element (spec/kernel-api.md 3.5).
#include "tests/host/metalium/sfpu_tiles.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "host/study/recorded.hpp"
#include "sim/num/bf16.hpp"
#include "tests/host/metalium/environment.hpp"

// Nested v_if blocks each name their predicate.
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wshadow=compatible-local"
#include "sim/api/tessera/sfpu/activation.h"
#include "sim/api/tessera/sfpu/arithmetic.h"
#include "sim/api/tessera/sfpu/compare.h"
#include "sim/api/tessera/sfpu/exp_approx.h"
#include "sim/api/tessera/sfpu/expm1.h"
#include "sim/api/tessera/sfpu/gelu.h"
#include "sim/api/tessera/sfpu/hyperbolic.h"
#include "sim/api/tessera/sfpu/log.h"
#include "sim/api/tessera/sfpu/power.h"
#include "sim/api/tessera/sfpu/rounding.h"
#include "sim/api/tessera/sfpu/sigmoid.h"
#include "sim/api/tessera/sfpu/sqrt.h"
#include "sim/api/tessera/sfpu/tangent.h"

namespace sfpu_tiles {
namespace {

using namespace tessera;
namespace fn = tessera::vectors;
using fn::vFloat;

class SfpuTiles : public tessera::host::test::Metalium {};

// What a function that stores by itself left.
vFloat stored() { return sfpi::dst_reg[0]; }

// A tile function and the same natively.
struct Unary {
    TileCall tile;
    std::function<void()> init;
    vFloat (*function)(vFloat);
};

Unary unary(const char* name, vFloat (*function)(vFloat), std::function<void()> init = {}) {
    return {{name, std::string(name) + "_tile_init();", std::string(name) + "_tile(0);"}, std::move(init), function};
}

void compare(const std::vector<Unary>& functions, const arch::Arch& arch, Kind kind = Kind::floats) {
    Tile input = numbers(3);
    if (kind == Kind::halves)
        for (unsigned& bits : input) bits = bits == 0x80000000 ? 0 : bits & 0xffff0000;  // MOVA2D makes -0 a zero
    std::vector<TileCall> calls;
    for (const Unary& f : functions) calls.push_back(f.tile);
    const auto results = run_tile_calls(std::string(arch.name), calls, {input, input, input}, kind);
    for (std::size_t f = 0; f < functions.size(); ++f) {
        const accuracy::Setting setting{.arch = arch, .dst = kind == Kind::halves ? accuracy::bf16 : accuracy::fp32};
        const accuracy::Recorded recorded(setting, functions[f].init,
                                          [&] { sfpi::dst_reg[0] = functions[f].function(vFloat(sfpi::dst_reg[0])); });
        Tile expected(input.size());
        recorded.run(input, expected);
        if (kind == Kind::halves)
            for (unsigned& bits : expected) bits = num::bf16_to_packer(bits >> 16) << 16;
        int wrong = 0;
        for (std::size_t i = 0; i < input.size(); ++i)
            if (results[f][i] != expected[i] && ++wrong <= 3)
                ADD_FAILURE() << arch.name << " " << calls[f].name << "_tile of " << std::bit_cast<float>(input[i])
                              << " is " << std::hex << results[f][i] << ", expected " << expected[i];
        EXPECT_EQ(wrong, 0) << calls[f].name;
    }
}

void compare_on_both(const std::vector<Unary>& functions) {
    for (const arch::Arch* arch : arch::all()) compare(functions, *arch);
}

TEST_F(SfpuTiles, ExponentialsAndLogarithms) {
    compare_on_both({
        unary("exp", [](vFloat x) { return fn::_sfpu_exp_f32_accurate_(x); }),
        {{"exp fast", "exp_tile_init<true, true>();", "exp_tile<true, true>(0);"},
         [] { fn::exp_fast_approximate_init(); },
         [](vFloat x) { return fn::exp_fast_approximate(x); }},
        {{"exp approximate", "exp_tile_init<true, false>();", "exp_tile<true, false>(0);"},
         {},
         [](vFloat x) { return fn::exp_piecewise_approximate(x); }},
        {{"exp scaled", "exp_tile_init();", "exp_tile<false, true, true>(0, VectorMode::RC, 0x4000);"},
         {},
         [](vFloat x) { return fn::_sfpu_exp_f32_accurate_(x * 2.0f); }},
        unary("exp2", fn::_calculate_exp2_body_<true>),
        unary("expm1", fn::expm1<false, true>, fn::expm1_init),
    });
}

// The fast form by the arguments of each year, and without its clamp: the same bits between, saturated above, negative
// below.
TEST_F(SfpuTiles, FastExponentialOfEveryYear) {
    const std::vector<TileCall> calls{
        {"of 2025", "exp_tile_init<true, true>();", "exp_tile<true, true>(0);"},
        {"of autumn 2026", "exp_tile_init<true, 0x3F800000, InputClamping::ClampToNegative>();",
         "exp_tile<true, false, InputClamping::ClampToNegative>(0);"},
        {"unclamped", "exp_tile_init<true, 0x3F800000, InputClamping::None>();",
         "exp_tile<true, false, InputClamping::None, 8>(0);"},
        {"unclamped, of early 2026", "exp_tile_init<true, true, 0x3F800000, InputClamping::None>();",
         "exp_tile<true, true, false, false, InputClamping::None, 8>(0);"}};
    const Tile input = numbers(3);
    for (const arch::Arch* arch : arch::all()) {
        const std::vector<Tile> results = run_tile_calls(std::string(arch->name), calls, {input, input, input});
        EXPECT_EQ(results[1], results[0]) << arch->name;
        EXPECT_EQ(results[3], results[2]) << arch->name;
        for (std::size_t i = 0; i < input.size(); ++i) {
            const float x = number(input[i]);
            const unsigned got = results[2][i];
            if (x > -88 && x < 0.69f) {
                EXPECT_EQ(got, results[0][i]) << x;
            }
            if (x > 0.73f) {
                EXPECT_EQ(got, 0x3fff8000u) << x;
            }
            if (x < -89) {
                EXPECT_EQ(got >> 31, 1u) << x;
            }
        }
    }
}

// A kernel's own function of two tiles: with the indices of all three, and as until 2025 with how far the second lies
// behind the first.
TEST_F(SfpuTiles, ParametersOfEveryYear) {
    const std::string functions = R"(
#if defined(TRISC_MATH)
void by_indices(uint32_t in0, uint32_t in1, uint32_t out, int add) {
    for (int i = 0; i < 8; ++i) {
        sfpi::vInt x = sfpi::dst_reg[(in0 * 0 + in1) * 32];
        sfpi::dst_reg[out * 32] = x + add;
        sfpi::dst_reg++;
    }
}
void by_offset(uint32_t offset, int add = 0) {
    for (int i = 0; i < 8; ++i) {
        sfpi::vInt x = sfpi::dst_reg[offset * 32];
        sfpi::dst_reg[0] = x + add;
        sfpi::dst_reg++;
    }
}
void by_itself(int add) {
    for (int i = 0; i < 8; ++i) {
        sfpi::vInt x = sfpi::dst_reg[0];
        sfpi::dst_reg[0] = x + add;
        sfpi::dst_reg++;
    }
}
#endif
)";
    const auto call = [](const std::string& text, int out) -> TileCall {
        return {text, "abs_tile_init();", "MATH(" + text + ";)", out};
    };
    const std::vector<TileCall> calls{
        call("_llk_math_eltwise_binary_sfpu_params_<false>(by_indices, 0, 2, 1, VectorMode::RC, 3)", 1),
        call("_llk_math_eltwise_binary_sfpu_params_<false>(by_offset, 0, 2, VectorMode::RC, 3)", 0),
        call("llk_math_eltwise_binary_sfpu_params<false>(by_offset, 2, 1, VectorMode::RC, 3)", 1),
        call("llk_math_eltwise_unary_sfpu_params<false>(by_itself, 2, VectorMode::RC, 3)", 2)};
    Tile input(1024);
    for (unsigned i = 0; i < 1024; ++i) input[i] = i;
    for (const arch::Arch* arch : arch::all()) {
        const std::vector<Tile> results =
            run_tile_calls(std::string(arch->name), calls, {Tile(1024), Tile(1024), input}, Kind::integers, functions);
        for (std::size_t f = 0; f < calls.size(); ++f)
            for (unsigned i = 0; i < 1024; ++i) ASSERT_EQ(results[f][i], i + 3) << arch->name << " " << calls[f].name;
    }
}

TEST_F(SfpuTiles, RootsAndTrigonometry) {
    compare_on_both({
        unary("sqrt", fn::square_root<false, false, true>, fn::sqrt_init<false>),
        unary("rsqrt", fn::square_root<false, true, true>, fn::sqrt_init<false>),
        unary("sin", fn::by_half_turns<false, false>),
        unary("cos", fn::by_half_turns<false, true>),
        unary("tan", fn::tangent<false>),
        unary("asin", fn::arc_of_series<false>),
        unary("acos", fn::arc_of_series<true>),
        unary("sinh", fn::sinh<true>),
        unary("cosh", fn::cosh<true>),
    });
}

// The forms for a 16-bit Dst.
TEST_F(SfpuTiles, OfBfloat16) {
    for (const arch::Arch* arch : arch::all())
        compare({unary("exp", [](vFloat x) { return fn::_sfpu_exp_21f_bf16_<false>(x); }),
                 unary("exp2", fn::_calculate_exp2_body_<false>),
                 {{"exp fast", "exp_tile_init<true, true>();", "exp_tile<true, true>(0);"},
                  [] { fn::exp_fast_approximate_init(); },
                  [](vFloat x) { return fn::exp_fast_approximate(x); }},
                 unary("sqrt", fn::square_root<false, false, false>, fn::sqrt_init<false>),
                 unary("log", fn::logarithm<false, false>, fn::log_init<false>),
                 unary("log1p", fn::log1p<false, false>, fn::log_init<false>),
                 unary("tanh", fn::tanh<false>, fn::tanh_init<false>),
                 unary("square", fn::square),
                 unary("expm1", fn::expm1<false, false>)},
                *arch, Kind::halves);
}

TEST_F(SfpuTiles, Activations) {
    compare_on_both({
        {{"elu", "elu_tile_init();", "elu_tile(0, 0x3fc00000);"},
         {},
         [](vFloat x) { return fn::elu<true>(x, 1.5f), stored(); }},
        {{"celu", "celu_tile_init();", "celu_tile(0, 0x40000000, 0x3f000000);"},
         {},
         [](vFloat x) { return fn::celu<true>(x, 2.0f, 0.5f), stored(); }},
        {{"selu", "selu_tile_init();", "selu_tile(0, 0x3fc00000, 0x40000000);"},
         {},
         [](vFloat x) { return fn::selu<true>(x, 1.5f, 2.0f); }},
        {{"softplus", "softplus_tile_init();", "softplus_tile(0, 0x40000000, 0x3f000000, 0x41a00000);"},
         {},
         [](vFloat x) { return fn::softplus(x, 2.0f, 0.5f, 20.0f), stored(); }},
        unary("hardsigmoid", fn::hardsigmoid, fn::hardsigmoid_init),
        unary("gelu", fn::gelu_by_lut_alone, fn::gelu_by_lut_init),
        {{"gelu accurate", "gelu_tile_init<false>();", "gelu_tile<false>(0);"}, {}, fn::gelu},
        {{"leaky_relu", "leaky_relu_tile_init();", "leaky_relu_tile(0, 0x3c23d70a);"},
         {},
         [](vFloat x) { return fn::leaky_relu(x, 0.01f); }},
        unary("frac", fn::_frac_body_),
        unary("negative", fn::negative),
    });
}

// Functions that divide use each architecture's own reciprocal; natively it is Wormhole's.
TEST_F(SfpuTiles, FunctionsThatDivideOnWormhole) {
    const std::function<void()> init = fn::_init_sfpu_reciprocal_<false>;
    compare({{{"recip", "recip_tile_init<false>();", "recip_tile<false>(0);"}, init, fn::reciprocal<false, true>},
             unary("atan", fn::arc_tangent<true>, init),
             unary("log", fn::logarithm<false, true>, init),
             unary("log1p", fn::log1p<false, true>, init),
             {{"log10", "log_with_base_tile_init();", "log_with_base_tile(0, 0x3ede5bd9u);"},
              init,
              [](vFloat x) { return fn::logarithm_with_base<false, true>(x, std::bit_cast<float>(0x3ede5bd9u)); }},
             unary("tanh", fn::tanh<true>, init),
             unary("sigmoid", fn::sigmoid<true>, init),
             unary("silu", fn::silu<true>, init),
             {{"recip legacy", "recip_tile_init();", "recip_tile(0);"}, {}, fn::reciprocal_legacy<false, true>},
             {{"sigmoid fast", "sigmoid_tile_init<true>();", "sigmoid_tile<VectorMode::RC, true>(0);"},
              {},
              fn::sigmoid_by_lut_alone},
             {{"tanh fast", "tanh_tile_init<true>();", "tanh_tile<true>(0);"}, {}, fn::tanh_by_lut_alone}},
            arch::wormhole_b0());
}

TEST_F(SfpuTiles, TheReciprocalOfBlackholeStartsFromItsTable) {
    const TileCall recip{"recip", "recip_tile_init<false>();", "recip_tile<false>(0);"};
    compare({{recip, {}, fn::reciprocal_by_cubic}}, arch::blackhole());
    compare({{recip, {}, fn::reciprocal_by_middle}}, arch::blackhole(), Kind::halves);
}

TEST_F(SfpuTiles, FunctionsThatDivideOnBlackhole) {
    struct Row {
        const char* name;
        double (*exact)(double);
        double relative;
    };
    const Row rows[] = {{"atan", [](double x) { return std::atan(x); }, 1e-6},
                        {"tanh", [](double x) { return std::tanh(x); }, 1e-6},
                        {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }, 1e-6},
                        {"silu", [](double x) { return x / (1 + std::exp(-x)); }, 1e-6}};
    Tile input(1024);
    for (int i = 0; i < 1024; ++i)
        input[static_cast<std::size_t>(i)] = std::bit_cast<unsigned>(-8.0f + 0.0157f * static_cast<float>(i));
    std::vector<TileCall> calls;
    for (const Row& row : rows) calls.push_back(unary(row.name, nullptr).tile);
    const auto results = run_tile_calls("blackhole", calls, {input, input, input});
    for (std::size_t f = 0; f < std::size(rows); ++f)
        for (std::size_t i = 0; i < input.size(); ++i) {
            const double exact = rows[f].exact(static_cast<double>(std::bit_cast<float>(input[i])));
            const auto got = static_cast<double>(std::bit_cast<float>(results[f][i]));
            ASSERT_NEAR(got, exact, std::abs(exact) * rows[f].relative)
                << rows[f].name << " of " << std::bit_cast<float>(input[i]);
        }
}

}  // namespace
}  // namespace sfpu_tiles
