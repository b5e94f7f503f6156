// Static instruction counts on Wormhole stand beside those of spec/timing.md 6.3 (derived by hand there, +-10 %).
#include <gtest/gtest.h>

#include "tests/sim/sfpu/functions.hpp"
#include "tests/sim/sfpu/sfpi_host.hpp"

namespace tessera::sfpu {
namespace {

using namespace sfpi;

// Instructions of `code` between the load of its argument and the store of its result.
template <class F>
int size_of(F code, Lowering lowering = Lowering::sfpi_2023) {
    const Program program = lowered(arch::wormhole_b0(), lowering, [&] {
        vFloat x = dst_reg[0];
        dst_reg[1] = code(x);
    });
    return static_cast<int>(program.code.size()) - 2;
}

// One segment instead of four, otherwise exp_24f: the built-in of the time.
vFloat exp_21f_framed(vFloat x) {
    vFloat y = 0.0f;
    v_if(x > -88.0f) {
        vInt z = test::to_int(x * 12102203.0f + 1065353216.0f);
        vInt e = exexp(reinterpret<vFloat>(z));
        vInt f = exman9(reinterpret<vFloat>(z));
        vFloat d2 = 0.40196114e-7f * int32_to_float(0xf94ee7 + f, 0);
        vFloat d3 = int32_to_float(0x560e + f, 0);
        vInt p = test::to_int(d2 * d3);
        e += 127;
        y = setexp(reinterpret<vFloat>(p), e);
    }
    v_endif;
    return y;
}

TEST(StaticCount, FloatToInt32IsTheTables24) {
    EXPECT_EQ(size_of([](vFloat x) { return test::to_int(x); }), 24);
}

// 117 by hand; three fewer because a comparison of integers sets the flags in its subtraction (tensix-core.md 5.3).
TEST(StaticCount, Exp24fIs114) {
    EXPECT_EQ(size_of([](vFloat x) { return test::exp_24f(x); }), 117 - 3);
}

TEST(StaticCount, Exp21fIsTheTables79) { EXPECT_NEAR(size_of(exp_21f_framed), 79, 1); }

// 32 by hand counts a gap after each of four multiply-adds that the loads of the next constant fill, and one multiply
// after the parity test.
TEST(StaticCount, SinePhaseIs26) {
    EXPECT_EQ(size_of([](vFloat x) { return test::sin_phase(x); }), 26);
}

TEST(StaticCount, RadianSineIsTheTables4Longer) {
    EXPECT_EQ(size_of([](vFloat x) { return test::sin_phase(x * 0.31830987f); }), 26 + 4);
}

TEST(StaticCount, HalfMinusPhaseWithItsGapIsTheTables3) {
    EXPECT_EQ(size_of([](vFloat x) { return vFloat(0.5f - x); }), 3);
}

TEST(StaticCount, RotationOfOnePairIsTheTables13WithoutLoadsOfTheAngles) {
    const Program program = lowered(arch::wormhole_b0(), Lowering::sfpi_2025, [] {
        vFloat s = dst_reg[64], c = dst_reg[65];
        vFloat x = dst_reg[0], y = dst_reg[32];
        dst_reg[0] = x * c - y * s;
        dst_reg[32] = x * s + y * c;
    });
    EXPECT_NEAR(static_cast<int>(program.code.size()) - 2, 13, 2) << print(program);
}

// vec_offset + position, cast, times 2/D, then the exponent with ln base and ln pi in constant registers.
TEST(StaticCount, ProgrammableConstantsCostNoLoads) {
    const Program program = lowered(arch::wormhole_b0(), Lowering::sfpi_2025, [] {
        vFloat n = int32_to_float(vConstTileId & 15, 0);
        n = n * vConstFloatPrgm2;
        dst_reg[0] = -n * vConstFloatPrgm0 - vConstFloatPrgm1;
    });
    EXPECT_EQ(count(program, Op::loadi), 1) << print(program);
}

}  // namespace
}  // namespace tessera::sfpu
