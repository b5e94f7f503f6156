// Everything spec/kernel-api.md 4 names, line by line: conversions, exchanges, lookups,
// constants and places in Dst give what their descriptions say.
#include "tests/sim/sfpu/surface.hpp"

namespace tessera::sfpu::surface {
namespace {

TEST(Surface, Conversions) {
    check<vSMag>(
        "int32_to_float", magnitudes(), [](vSMag x) { return int32_to_float(x, 0); },
        [](std::uint32_t x) {
            const auto size = static_cast<float>(x & 0x7fffffff);
            return bits(x >> 31 ? -size : size);
        });
    check<vSMag>(
        "convert<vFloat>(vSMag)", magnitudes(), [](vSMag x) { return convert<vFloat>(x, RoundMode::NearestEven); },
        [](std::uint32_t x) {
            const auto size = static_cast<float>(x & 0x7fffffff);
            return bits(x >> 31 ? -size : size);
        });
    check<vInt>(
        "convert<vSMag>(vInt)", integers(), [](vInt x) { return convert<vSMag>(x); }, magnitude_of);
    check<vSMag>(
        "convert<vInt>(vSMag)", magnitudes(), [](vSMag x) { return convert<vInt>(x); },
        [](std::uint32_t x) { return x >> 31 ? 0u - (x & 0x7fffffff) : x; });
    check<vSMag>(
        "abs(vSMag)", magnitudes(), [](vSMag x) { return convert<vInt>(sfpi::abs(x)); },
        [](std::uint32_t x) { return x & 0x7fffffff; });
    check<vSMag>(
        "-vSMag", magnitudes(), [](vSMag x) { return -x; }, [](std::uint32_t x) { return x ^ 0x80000000u; });
    check<vSMag>(
        "constant", magnitudes(), [](vSMag) { return vSMag(-5); }, [](std::uint32_t) { return 0x80000005u; });
    const auto rounded = [](float x, float most) { return std::min(std::floor(std::fabs(x) + 0.5f), most); };
    const auto signed_magnitude = [rounded](std::uint32_t in, float most) {
        const float size = rounded(real(in), most);
        return static_cast<std::uint32_t>(size) | (size != 0 && in >> 31 ? 0x80000000u : 0);
    };
    check<vFloat>(
        "float_to_int16", floats(), [](vFloat x) { return float_to_int16(x, 0); },
        [&](std::uint32_t x) { return signed_magnitude(x, 32767); });
    check<vFloat>(
        "float_to_int16(RoundMode)", floats(), [](vFloat x) { return float_to_int16(x, RoundMode::NearestAway); },
        [&](std::uint32_t x) { return signed_magnitude(x, 32767); });
    check<vFloat>(
        "float_to_uint16", floats(), [](vFloat x) { return float_to_uint16(x, 0); },
        [&](std::uint32_t x) { return static_cast<std::uint32_t>(rounded(real(x), 65535)); });
    check<vFloat>(
        "float_to_int8", floats(), [](vFloat x) { return float_to_int8(x * 64.0f, 0); },
        [&](std::uint32_t x) { return signed_magnitude(bits(real(x) * 64), 127); });
    check<vFloat>(
        "float_to_uint8", floats(), [](vFloat x) { return float_to_uint8(x * 64.0f, 0); },
        [&](std::uint32_t x) { return static_cast<std::uint32_t>(rounded(real(x) * 64, 255)); });
    check<vFloat>(
        "convert<vSMag16>", floats(), [](vFloat x) { return convert<vSMag16>(x, RoundMode::Nearest); },
        [&](std::uint32_t x) { return signed_magnitude(x, 32767); });
    check<vFloat>(
        "convert<vSMag8>", floats(), [](vFloat x) { return convert<vSMag8>(x, RoundMode::Even); },
        [&](std::uint32_t x) { return signed_magnitude(x, 127); });
    check<vFloat>(
        "convert<vUInt16>", floats(), [](vFloat x) { return convert<vUInt16>(x, RoundMode::Nearest); },
        [&](std::uint32_t x) { return static_cast<std::uint32_t>(rounded(real(x), 65535)); });
    check<vFloat>(
        "convert<vUInt8>", floats(), [](vFloat x) { return convert<vUInt8>(x, RoundMode::Nearest); },
        [&](std::uint32_t x) { return static_cast<std::uint32_t>(rounded(real(x), 255)); });
    check<vFloat>(
        "float_to_fp16b", floats(), [](vFloat x) { return float_to_fp16b(x * 1.00390625f, 0); },
        [](std::uint32_t x) {
            const std::uint32_t y = bits(real(x) * 1.00390625f);
            return real(x) == 0 ? 0u : (y + 0x8000) & 0xffff0000;
        });
    check<vFloat>(
        "convert<vFloat16b>", floats(), [](vFloat x) { return convert<vFloat16b>(x, RoundMode::Nearest); },
        [](std::uint32_t x) { return real(x) == 0 ? 0u : x; });
    check<vFloat>(
        "float_to_fp16a", floats(), [](vFloat x) { return float_to_fp16a(x, 0); },
        [](std::uint32_t x) { return real(x) == 0 ? 0u : x; });
    check<vFloat>(
        "toward zero", floats(), [](vFloat x) { return convert<vSMag16>(x, RoundMode::Zero); },
        [](std::uint32_t x) {
            const auto size = static_cast<std::uint32_t>(std::fabs(real(x)));
            return size | (size != 0 && x >> 31 ? 0x80000000u : 0);
        },
        {&arch::blackhole()});
    const auto descaled = [](std::uint32_t x, int shift, std::uint32_t most) {
        const std::uint64_t size = x & 0x7fffffff;
        return static_cast<std::uint32_t>(std::min<std::uint64_t>((size + (1u << shift >> 1)) >> shift, most));
    };
    check<vSMag>(
        "int32_to_uint8 by a scalar", magnitudes(), [](vSMag x) { return int32_to_uint8(x, 13, 0); },
        [&](std::uint32_t x) { return descaled(x, 13, 255); });
    check<vSMag>(
        "int32_to_uint8 by a vector", magnitudes(), [](vSMag x) { return int32_to_uint8(x, vUInt(13), 0); },
        [&](std::uint32_t x) { return descaled(x, 13, 255); });
    check<vSMag>(
        "int32_to_int8", magnitudes(), [](vSMag x) { return int32_to_int8(x, 14, 0); },
        [&](std::uint32_t x) {
            const std::uint32_t size = descaled(x, 14, 127);
            return size | (size != 0 ? x & 0x80000000u : 0);
        });
    check<vSMag>(
        "convert with a shift", magnitudes(), [](vSMag x) { return convert<vUInt8>(x, 13, RoundMode::Nearest); },
        [&](std::uint32_t x) { return descaled(x, 13, 255); });
}

TEST(Surface, OrderAndExchange) {
    CHECK_FLOAT(sfpi::min(x, 1.5f), std::min(x, 1.5f));
    CHECK_FLOAT(sfpi::max(x, vFloat(1.5f)), std::max(x, 1.5f));
    CHECK_FLOAT(sfpi::clamp(x, -3.0f, 3.0f), std::clamp(x, -3.0f, 3.0f));
    check<vSMag>(
        "min(vSMag)", magnitudes(), [](vSMag x) { return sfpi::min(x, -7); },
        [](std::uint32_t x) { return x >> 31 && (x & 0x7fffffff) > 7 ? x : 0x80000007u; });
    for (const bool first : {true, false}) {
        check<vFloat>(
            "vec_min_max", floats(),
            [=](vFloat x) {
                vFloat y = 0.75f;
                vec_min_max(x, y);
                return first ? x : y;
            },
            [=](std::uint32_t x) { return bits(first ? std::min(real(x), 0.75f) : std::max(real(x), 0.75f)); });
        check<vFloat>(
            "vec_max_min", floats(),
            [=](vFloat x) {
                vFloat y = 0.75f;
                vec_max_min(x, y);
                return first ? x : y;
            },
            [=](std::uint32_t x) { return bits(first ? std::max(real(x), 0.75f) : std::min(real(x), 0.75f)); });
        check<vFloat>(
            "vec_swap", floats(),
            [=](vFloat x) {
                vFloat y = 9.0f;
                vec_swap(x, y);
                return first ? x : y;
            },
            [=](std::uint32_t x) { return first ? bits(9.0f) : x; });
    }
    const Program rotate =
        lowered(arch::wormhole_b0(), Lowering::sfpi_2025, [] { dst_reg[1] = subvec_shflror1(vFloat(dst_reg[0])); });
    const Program shift =
        lowered(arch::blackhole(), Lowering::sfpi_2025, [] { dst_reg[1] = subvec_shflshr1(vInt(dst_reg[0])); });
    const lane::Lanes in = integers(), rotated = run(arch::wormhole_b0(), rotate, floats()),
                      shifted = run(arch::blackhole(), shift, in);
    for (int l = 0; l < lane::count; ++l) {
        EXPECT_EQ(rotated[l], floats()[l % 8 == 0 ? l + 7 : l - 1]);
        EXPECT_EQ(shifted[l], l % 8 == 0 ? 0u : in[l - 1]);
    }
}

TEST(Surface, Lookups) {
    // Slope 0.5 and offset 1, 0.25 and 0.5, 2 and 0, as 8-bit coefficients: sign, three bits of exponent, four of
    // mantissa; ff is zero.
    const auto expected = [](std::uint32_t in) {
        const float b = std::fabs(real(in));
        return b < 1 ? 0.5f * b + 1 : b < 2 ? 0.25f * b + 0.5f : 1.0f * b;
    };
    check<vFloat>(
        "lut keeps the sign", floats(), [](vFloat x) { return lut(x, vUInt(0x1000), vUInt(0x2010), vUInt(0x00ff)); },
        [&](std::uint32_t x) { return bits(std::copysign(expected(x), real(x))); });
    check<vFloat>(
        "lut_sign", floats(), [](vFloat x) { return lut_sign(x, vUInt(0x1000), vUInt(0x2010), vUInt(0x00ff)); },
        [&](std::uint32_t x) { return bits(expected(x)); });
    // The same lines as fp16 pairs, and as fp32.
    check<vFloat>(
        "lut2 of three", floats(),
        [](vFloat x) { return lut2(x, vUInt(0x38003c00), vUInt(0x34003800), vUInt(0x3c007c00)); },
        [&](std::uint32_t x) { return bits(std::copysign(expected(x), real(x))); });
    check<vFloat>(
        "lut2_sign of three", floats(),
        [](vFloat x) { return lut2_sign(x, vUInt(0x38003c00), vUInt(0x34003800), vUInt(0x3c007c00)); },
        [&](std::uint32_t x) { return bits(expected(x)); });
    check<vFloat>(
        "lut2 of floats", floats(), [](vFloat x) { return lut2(x, vFloat(0.5f), 0.25f, 1.0f, 1.0f, 0.5f, 0.0f); },
        [&](std::uint32_t x) { return bits(std::copysign(expected(x), real(x))); });
    check<vFloat>(
        "lut2_sign of floats", floats(),
        [](vFloat x) { return lut2_sign(x, vFloat(0.5f), 0.25f, 1.0f, 1.0f, 0.5f, 0.0f); },
        [&](std::uint32_t x) { return bits(expected(x)); });
    // Six pieces: constants 1 to 6, the last cut at 3 or at 4.
    for (const int mode : {1, 2})
        check<vFloat>(
            "lut2 of six", floats(),
            [=](vFloat x) {
                return lut2_sign(x, vUInt(0x7c007c00), vUInt(0x7c007c00), vUInt(0x7c007c00), vUInt(0x40003c00),
                                 vUInt(0x44004200), vUInt(0x46004500), mode);
            },
            [=](std::uint32_t in) {
                const float b = std::fabs(real(in)), cut = mode == 1 ? 3.0f : 4.0f;
                return bits(b < 0.5f ? 1.0f : b < 1 ? 2.0f : b < 1.5f ? 3.0f : b < 2 ? 4.0f : b < cut ? 5.0f : 6.0f);
            });
}

TEST(Surface, ConstantsAndPhysicalRegisters) {
    CHECK_FLOAT(x + vConst0, x + 0.0f);
    CHECK_FLOAT(vConst1 + x, x + 1.0f);
    CHECK_FLOAT(x + vConstNeg1, x - 1.0f);
    CHECK_FLOAT(vFloat(vConst0p8373), 0.837300003f);
    CHECK_FLOAT(vFloat(s2vFloat16b(1.5f)), 1.5f);
    CHECK_FLOAT(vFloat(s2vFloat16a(1.5f)), 1.5f);
    CHECK_FLOAT(vFloat(sFloat16b(0x3fc0)), 1.5f);
    CHECK_FLOAT((vConstFloatPrgm0 = 2.5f, x + vConstFloatPrgm0), x + 2.5f);
    CHECK_INT((vConstIntPrgm1 = 77, x + vConstIntPrgm1), x + 77);
    CHECK_FLOAT((l_reg[LRegs::LReg5] = x, vFloat(l_reg[LRegs::LReg5])), x);
    const Program program = lowered(arch::wormhole_b0(), Lowering::sfpi_2025, [] { dst_reg[1] = vInt(vConstTileId); });
    const lane::Lanes ids = run(arch::wormhole_b0(), program, {});
    for (int l = 0; l < lane::count; ++l) EXPECT_EQ(ids[l], 2u * static_cast<std::uint32_t>(l));
}

TEST(Surface, FunctionsOfTheLastGeneration) {
    CHECK_FLOAT(polynomial(x, 1.0f, 2.0f, 0.5f), 1.0f + x * (2.0f + x * 0.5f));
    lane::Lanes special = floats();
    for (int l = 0; l < 8; ++l) special[l] = 0x7f800000u | (l % 2 ? 0x80000000u : 0) | (l < 4 ? 0 : 1u << l);
    check<vFloat>(
        "is_nan", special, [](vFloat x) { return vInt(is_nan(x)); },
        [](std::uint32_t x) { return static_cast<std::uint32_t>(std::isnan(real(x))); });
    check<vFloat>(
        "is_inf", special, [](vFloat x) { return vInt(is_inf(x)); },
        [](std::uint32_t x) { return static_cast<std::uint32_t>(std::isinf(real(x))); });
    check<vFloat>(
        "is_finite", special, [](vFloat x) { return vInt(is_finite(x)); },
        [](std::uint32_t x) { return static_cast<std::uint32_t>(std::isfinite(real(x))); });
    const arch::Arch* bh = &arch::blackhole();
    check<vInt>(
        "fractional_mul", integers(), [](vInt x) { return fractional_mul(x, vInt(3)); },
        [](std::uint32_t x) { return x * 3 & 0x7fffff; }, {bh});
    check<vInt>(
        "fractional_mul high", integers(), [](vInt x) { return fractional_mul(x, 0x400000, FractionalHalf::High); },
        [](std::uint32_t x) { return static_cast<std::uint32_t>((std::uint64_t{x & 0x7fffff} * 0x400000) >> 23); },
        {bh});
    check<vFloat>(
        "approx_recip", floats(), [](vFloat x) { return vInt(sfpi::abs(approx_recip(x) * x - 1.0f) < 0.01f); },
        [](std::uint32_t x) { return static_cast<std::uint32_t>(real(x) != 0); }, {bh});
    check<vFloat>(
        "approx_recip where negative", floats(), [](vFloat x) { return vInt(approx_recip<false>(x) == x); },
        [](std::uint32_t x) { return static_cast<std::uint32_t>(real(x) >= 0 || real(x) == -1.0f); }, {bh});
    EXPECT_EQ(count(lowered(*bh, Lowering::sfpi_2025, [] { dst_reg[0] = approx_exp(vFloat(dst_reg[0])); }), Op::arecip),
              1);
    const Program random = lowered(*bh, Lowering::sfpi_2025, [] { dst_reg[1] = sfpi::rand() ^ sfpi::rand(); });
    EXPECT_EQ(count(random, Op::mov), 2);
    for (const auto& code : {std::function<void()>([] { dst_reg[0] = sfpi::rand(); }),
                             std::function<void()>([] { dst_reg[0] = approx_exp(vFloat(dst_reg[0])); }),
                             std::function<void()>([] { dst_reg[0] = fractional_mul(vInt(dst_reg[0]), 3); })})
        EXPECT_THROW(lowered(arch::wormhole_b0(), Lowering::sfpi_2025, code), LoweringFault);
}

// The format of each type, and those that mode<> names, as Mod0 of the load and of the store.
TEST(Surface, PlacesInDst) {
    const auto modes = [](const arch::Arch& arch, const std::function<void()>& code) {
        const Program program = lowered(arch, Lowering::sfpi_2025, code);
        std::vector<int> list;
        for (const Instr& in : program.code)
            if (in.op == Op::load || in.op == Op::store) list.push_back(in.mod);
        return list;
    };
    const arch::Arch &wh = arch::wormhole_b0(), &bh = arch::blackhole();
    using Modes = std::vector<int>;
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = vFloat(dst_reg[0]); }), (Modes{0, 0}));
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = vInt(dst_reg[0]); }), (Modes{12, 12}));
    EXPECT_EQ(modes(bh, [] { dst_reg[1] = vInt(dst_reg[0]); }), (Modes{4, 4}));
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = vUInt(dst_reg[0]); }), (Modes{4, 4}));
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = vUInt16(dst_reg[0]); }), (Modes{6, 6}));
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = vFloat16a(dst_reg[0]); }), (Modes{1, 1}));
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = vFloat16b(dst_reg[0]); }), (Modes{2, 2}));
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = vSMag(dst_reg[0]); }), (Modes{4, 4}));
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = vMag(dst_reg[0]); }), (Modes{4, 4}));
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = vSMag16(dst_reg[0]); }), (Modes{8, 8}));
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = vSMag8(dst_reg[0]); }), (Modes{5, 5}));
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = vUInt8(dst_reg[0]); }), (Modes{5, 5}));
    EXPECT_EQ(modes(wh, [] { dst_reg[1] = dst_reg[0]; }), (Modes{0, 0}));
    EXPECT_EQ(modes(wh,
                    [] {
                        vFloat x = dst_reg[0].mode<DataLayout::FP16B>();
                        dst_reg[1].mode<DataLayout::FP32>() = x;
                        dst_reg[2].mode<DataLayout::LO16>() = as<vUInt>(x);
                        dst_reg[3] = x;
                    }),
              (Modes{2, 3, 9, 0}));
    const Program moved = lowered(wh, Lowering::sfpi_2025, [] {
        vFloat x = dst_reg[0].mode<DataLayout::Default>(2);
        dst_reg[1] = x + dst_reg[2] * dst_reg[3].mode<DataLayout::FP32>();
    });
    EXPECT_EQ(moved.code.front().addr_mod, 2);
    EXPECT_EQ(moved.code.back().addr_mod, wh.sfpu.sfpi_addr_mod);
    // G2: the place itself is an operand; counters step by two rows an index.
    const Program steps = lowered(wh, Lowering::sfpi_2025, [] {
        v_if(dst_reg[0] > 0.0f) { dst_reg[1] = -dst_reg[0] + 2.0f; }
        v_endif;
        dst_reg++;
        dst_reg += 3;
        dst_reg[0] = 1.0f;
    });
    EXPECT_EQ(count(steps, Op::incrwc), 2);
}

}  // namespace
}  // namespace tessera::sfpu::surface
