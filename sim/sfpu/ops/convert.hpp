// Conversions between numbers, and the reciprocal estimate (spec/tensix-core.md 4.6, 4.7).
#pragma once

#include <array>
#include <bit>

#include "sim/sfpu/ops/words.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::sfpu {

struct SfpCast {
    static constexpr Row row{
        .op = Op::cast,
        .name = "SFPCAST",
        .layout = Layout::unary,
        .reads = [](int mod) -> Operands { return operand::vc | (mod == 1 ? operand::prng : 0); },
        .writes = [](int mod) -> Operands { return operand::vd | (mod == 1 ? operand::prng : 0); },
        .column = {Column{.legal = modifiers(0, 1), .modelled = modifiers(0, 1), .cost = cost::simple},
                   Column{.legal = modifiers(0, 1, 2, 3), .modelled = modifiers(0, 1, 2, 3), .cost = cost::simple}},
        .evidence = Evidence::golden,
        .meaning =
            "sign-magnitude integer to fp32, ties to even (Mod1 1: stochastic); 2 two's complement absolute value, "
            "3 sign-magnitude to or from two's complement"};
};

struct SfpStochrnd {
    static constexpr Modifiers legal = modifiers(0, 1, 2, 3, 4, 5, 6, 7, 12, 13);
    static constexpr Row row{
        .op = Op::stochrnd,
        .name = "SFPSTOCHRND",
        .layout = Layout::stochrnd,
        .reads = [](int mod) -> Operands {
            return operand::vc | operand::prng | (mod == 4 || mod == 5 ? operand::vb : 0);
        },
        .writes = operand::always<operand::vd | operand::prng>,
        .column = both(simple_column(legal)),
        .evidence = Evidence::golden,
        .meaning =
            "fp32 to fp16 (Mod1 0), bf16 (1), uint8 (2), int8 (3), uint16 (6), int16 (7); integer shifted right by "
            "LReg[VB] or imm5 (bit 3) to uint8 (4), int8 (5); ties away from zero, results sign-magnitude",
        .unit = Unit::round,
        .macro = "SFP_STOCH_RND"};
};

// Mode 2 of SFPARECIP: for the upper halves 3C80 to 3FFF of x (tensix-core.md 4.7), what fp32(e^x) has above 1.0, or
// above 2.0 from 3F32 on, in its upper half.
namespace exp_table {
inline constexpr Word first = 0x3c80, end = 0x4000;
constexpr double exponential(double x) {
    double sum = 1, term = 1;
    for (int n = 1; n < 40; ++n) sum += term *= x / n;
    return sum;
}
inline constexpr auto upper = [] {
    std::array<std::uint8_t, end - first> table{};
    for (Word i = first; i < end; ++i) {
        const auto y = static_cast<float>(exponential(std::bit_cast<float>(i << 16)));
        table[i - first] =
            static_cast<std::uint8_t>((std::bit_cast<Word>(y) - (i < 0x3f32 ? 0x3f800000 : 0x40000000)) >> 16);
    }
    return table;
}();
}  // namespace exp_table

struct SfpArecip {
    static constexpr Row row{.op = Op::arecip,
                             .name = "SFPARECIP",
                             .layout = Layout::imm12,
                             .reads = [](int mod) -> Operands { return operand::vc | (mod == 1 ? operand::vb : 0); },
                             .writes = operand::always<operand::vd>,
                             .column = only_second(simple_column(modifiers(0, 1, 2))),
                             .evidence = Evidence::golden,
                             .meaning = "estimate of 1/c to 7 bits; 1 only where LReg[VB] < 0; 2 estimate of exp"};
    // The published table of 128 entries: T = floor((2/(1+(k+1/2)/128) - 1) * 128 + 1/2), k the top 7 mantissa bits.
    TESSERA_LANE Word estimate(Word x) {
        const Word n = 2 * (x >> 16 & 0x7f) + 257;
        const Word fraction = (131072 - 255 * n) / (2 * n);
        const Word regular = ((253 - (x >> 23)) << 23) | fraction << 16;
        return x < 0x00800000 ? 0x7f800000 : x >= 0x7e800000 ? 0 : regular;
    }
    // The upper half of fp32(e^x) for x with a zero lower half, below the next power of two; the lower half is copied.
    TESSERA_LANE Word exponential(Word x) {
        const Word low = x & 0xffff;
        if (x < 0x00800000) return 0x3f800000;
        if (x < exp_table::first << 16) return 0x3f810000 | low;
        if (x >= exp_table::end << 16) return 0x40800000 | low;
        const Word base = x < 0x3f320000 ? 0x3f800000 : 0x40000000;
        return base | static_cast<Word>(exp_table::upper[(x >> 16) - exp_table::first]) << 16 | low;
    }
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        const Word r = estimate(w.c & 0x7fffffff);
        if constexpr (mod == 1) return static_cast<std::int32_t>(w.b) < 0 ? r : w.c;
        return (w.c & 0x80000000) | (mod == 2 ? exponential(w.c & 0x7fffffff) : r);
    }
};

}  // namespace tessera::sfpu
