// Everything spec/kernel-api.md 4 names, line by line: operators, conditions and
// fields give what their descriptions say.
#include "tests/sim/sfpu/surface.hpp"

namespace tessera::sfpu::surface {
namespace {

TEST(Surface, ArithmeticOfFloats) {
    CHECK_FLOAT(x + 1.5f, x + 1.5f);
    CHECK_FLOAT(1.5f + x, x + 1.5f);
    CHECK_FLOAT(x - 2, x - 2.0f);
    CHECK_FLOAT(1 - x, 1.0f - x == 0 ? 0.0f : 1.0f - x);
    CHECK_FLOAT(x * 0.5, x == 0 ? 0.0f : x * 0.5f);
    CHECK_FLOAT(x + x, x + x);
    CHECK_FLOAT(__builtin_rvtt_sfpmad(x.get(), vFloat(2.0f).get(), vFloat(0.25f).get(), SFPMAD_MOD1_OFFSET_NONE),
                x * 2.0f + 0.25f);
    CHECK_FLOAT((l_reg[LRegs::LReg3].in_use(), x), x);
    CHECK_FLOAT(vFloat(0x00b8aa3b) + 0.0f, 12102203.0f);  // numeric, not bits
    check<vFloat>(
        "-x", floats(), [](vFloat x) { return -x; }, [](std::uint32_t x) { return x ^ 0x80000000u; });
    CHECK_FLOAT((x += 2.0f, x), x + 2.0f);
    CHECK_FLOAT((x -= 0.75f, x), x - 0.75f);
    CHECK_FLOAT((x *= 2.0f, x), x == 0 ? 0.0f : x * 2.0f);
    CHECK_FLOAT(x++, x + 1.0f);  // the original returns the new value, too
    CHECK_FLOAT(++x, x + 1.0f);
    CHECK_FLOAT(x--, x - 1.0f);
    CHECK_FLOAT(--x, x - 1.0f);
}

TEST(Surface, IntegersWithVectorsAndScalars) {
    CHECK_INT(x + 5, x + 5);
    CHECK_INT(5 - x, 5 - x);
    CHECK_INT(x - 100000, x - 100000);
    CHECK_INT(x + x, x + x);
    CHECK_INT(-x, -x);
    CHECK_INT((x & 15) | 64, (x & 15) | 64);
    CHECK_INT(x & (~15), x & ~15);
    CHECK_INT(x ^ x, 0);
    CHECK_INT(~x, ~x);
    CHECK_INT(x << 3, whole(word(x) << 3));
    CHECK_INT(x << vInt(2), whole(word(x) << 2));
    CHECK_INT(x++, x + 1);
    CHECK_INT(--x, x - 1);
    CHECK_INT((x |= 1, x), x | 1);
    CHECK_UINT(x >> 4, x >> 4);
    CHECK_UINT(x >> vUInt(4), x >> 4);
    CHECK_UINT(x + 5u, x + 5);
    CHECK_UINT((x ^= 0xff00ff00u, x), x ^ 0xff00ff00u);
    CHECK_UINT(vUInt(vInt(x)) - vUInt(7), x - 7);
    check<vInt>(
        "arithmetic shift", integers(), [](vInt x) { return x >> 2; },
        [](std::uint32_t x) { return word(whole(x) >> 2); }, {&arch::blackhole()});
    check<vInt>(
        "arithmetic shift", integers(), [](vInt x) { return x >> vInt(2); },
        [](std::uint32_t x) { return word(whole(x) >> 2); }, {&arch::blackhole()});
    EXPECT_THROW(lowered(arch::wormhole_b0(), Lowering::sfpi_2025, [] { dst_reg[0] = vInt(dst_reg[0]) >> 2; }),
                 LoweringFault);
}

// Each comparison and combination as 1 or 0.
TEST(Surface, Conditions) {
    CHECK_FLOAT(reinterpret<vFloat>(vInt(x < 0.75f)), real(x < 0.75f));
    CHECK_FLOAT(reinterpret<vFloat>(vInt(x >= 0.75f)), real(x >= 0.75f));
    CHECK_FLOAT(reinterpret<vFloat>(vInt(x == 1.5f)), real(x == 1.5f));
    CHECK_FLOAT(reinterpret<vFloat>(vInt(x != 1.5f)), real(x != 1.5f));
    CHECK_FLOAT(reinterpret<vFloat>(vInt(x > 0.75f)), real(x > 0.75f));
    CHECK_FLOAT(reinterpret<vFloat>(vInt(x <= 0.75f)), real(x <= 0.75f));
    CHECK_FLOAT(reinterpret<vFloat>(vInt(x > -3.0f && x < 3.0f)), real(x > -3.0f && x < 3.0f));
    CHECK_FLOAT(reinterpret<vFloat>(vInt(x < -3.0f || x > 3.0f)), real(x < -3.0f || x > 3.0f));
    CHECK_FLOAT(reinterpret<vFloat>(vInt(!(x < vConst0))), real(!(x < 0.0f)));
    CHECK_INT(vInt(x < 3), x < 3);
    CHECK_INT(vInt(x == -2), x == -2);
    CHECK_INT(vInt(x > vInt(3)), x > 3);
    CHECK_INT(vInt(vBool(x & 1)), (x & 1) != 0);
}

TEST(Surface, Predication) {
    const auto code = [](vFloat x) {
        vFloat y = 0.0f;
        v_if(x < -6.0f) { y = 1.0f; }
        v_elseif(x < 0.0f) { y = 2.0f; }
        v_elseif(x < 6.0f) { y = 3.0f; }
        v_else { y = 4.0f; }
        v_endif;
        v_block {
            v_and(x > -3.0f);
            y += 10.0f;
            v_and(x > 3.0f);
            y += 100.0f;
        }
        v_endblock;
        v_if(exexp(x) & 1) { y += 1000.0f; }
        v_endif;
        return y;
    };
    check<vFloat>("v_if family", floats(), code, [](std::uint32_t in) {
        const float x = real(in);
        float y = x < -6 ? 1 : x < 0 ? 2 : x < 6 ? 3 : 4;
        if (x > -3) y += 10;
        if (x > 3) y += 100;
        if ((static_cast<int>(in >> 23 & 255) - 127) & 1) y += 1000;
        return bits(y);
    });
}

TEST(Surface, FieldsOfFloats) {
    CHECK_FLOAT(reinterpret<vFloat>(exexp(x)), real((bits(x) >> 23 & 255) - 127));
    CHECK_FLOAT(reinterpret<vFloat>(exexp(x, ExponentMode::Debias)), real((bits(x) >> 23 & 255) - 127));
    CHECK_FLOAT(reinterpret<vFloat>(exexp_nodebias(x)), real(bits(x) >> 23 & 255));
    CHECK_FLOAT(reinterpret<vFloat>(exexp(x, ExponentMode::NoDebias)), real(bits(x) >> 23 & 255));
    CHECK_FLOAT(reinterpret<vFloat>(exman8(x)), real((bits(x) & 0x7fffff) | 0x800000));
    CHECK_FLOAT(reinterpret<vFloat>(exman9(x)), real(bits(x) & 0x7fffff));
    CHECK_FLOAT(reinterpret<vFloat>(exman(x)), real(bits(x) & 0x7fffff));
    CHECK_FLOAT(reinterpret<vFloat>(exman(x, MantissaMode::WithUnitBit)), real((bits(x) & 0x7fffff) | 0x800000));
    CHECK_FLOAT(setexp(x, 130), real((bits(x) & 0x807fffff) | 130u << 23));
    CHECK_FLOAT(setexp(x, vInt(130)), real((bits(x) & 0x807fffff) | 130u << 23));
    CHECK_FLOAT(copyexp(x, vFloat(8.0f)), real((bits(x) & 0x807fffff) | 130u << 23));
    CHECK_FLOAT(setman(x, 0x400), real((bits(x) & 0xff800000) | 0x400u << 11));
    CHECK_FLOAT(setman(x, vInt(0x123456)), real((bits(x) & 0xff800000) | 0x123456));
    CHECK_FLOAT(copyman(x, vFloat(1.5f)), real((bits(x) & 0xff800000) | 0x400000));
    CHECK_FLOAT(setsgn(x, 1), real(bits(x) | 0x80000000u));
    CHECK_FLOAT(setsgn(x, vInt(-1)), real(bits(x) | 0x80000000u));
    CHECK_FLOAT(copysgn(x, vFloat(-2.0f)), real(bits(x) | 0x80000000u));
    CHECK_FLOAT(setsgn2(x, vFloat(2.0f)), std::fabs(x));
    CHECK_FLOAT(addexp(setexp(x, 127), 3), real((bits(x) & 0x807fffff) | 130u << 23));
    CHECK_FLOAT(ldexp(setexp(x, 127), -2), real((bits(x) & 0x807fffff) | 125u << 23));
    CHECK_FLOAT(ldexp(setexp(x, 127), vInt(4)), real((bits(x) & 0x807fffff) | 131u << 23));
    CHECK_FLOAT(sfpi::abs(x), std::fabs(x));
    CHECK_INT(sfpi::abs(x), x < 0 ? -x : x);
    CHECK_INT(lz(x), x == 0 ? 32 : __builtin_clz(word(x)));
    CHECK_INT(lz_nosgn(x), (word(x) & 0x7fffffff) == 0 ? 32 : __builtin_clz(word(x) & 0x7fffffff));
    CHECK_UINT(shft(x, -3), x >> 3);
    CHECK_UINT(shft(x, vInt(-3)), x >> 3);
    CHECK_UINT(shft(x, 3), x << 3);
    CHECK_UINT(as<vUInt>(as<vFloat>(x)), x);
    CHECK_UINT(reinterpret<vUInt>(vConst1), 0x3f800000);
}

}  // namespace
}  // namespace tessera::sfpu::surface
