// Conversions between numbers, and the reciprocal estimate (spec/tensix-core.md 4.6, 4.7).
#pragma once

#include "sim/sfpu/ops/words.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::sfpu {

struct SfpCast {
    static constexpr Row row{
        .op = Op::cast,
        .name = "SFPCAST",
        .layout = Layout::imm12,
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
            "LReg[VB] or imm5 (bit 3) to uint8 (4), int8 (5); ties away from zero, results sign-magnitude"};
};

struct SfpArecip {
    static constexpr Row row{
        .op = Op::arecip,
        .name = "SFPARECIP",
        .layout = Layout::imm12,
        .reads = [](int mod) -> Operands { return operand::vc | (mod == 1 ? operand::vb : 0); },
        .writes = operand::always<operand::vd>,
        .column = only_second({.legal = modifiers(0, 1, 2), .modelled = modifiers(0, 1), .cost = cost::simple}),
        .evidence = Evidence::golden,
        .meaning = "estimate of 1/c to 7 bits; 1 only where LReg[VB] < 0; 2 estimate of exp"};
    // The published table of 128 entries: T = floor((2/(1+(k+1/2)/128) - 1) * 128 + 1/2), k the top 7 mantissa bits.
    TESSERA_LANE Word estimate(Word x) {
        const Word n = 2 * (x >> 16 & 0x7f) + 257;
        const Word fraction = (131072 - 255 * n) / (2 * n);
        const Word regular = ((253 - (x >> 23)) << 23) | fraction << 16;
        return x < 0x00800000 ? 0x7f800000 : x >= 0x7e800000 ? 0 : regular;
    }
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        const Word r = estimate(w.c & 0x7fffffff);
        if constexpr (mod == 1) return static_cast<std::int32_t>(w.b) < 0 ? r : w.c;
        return (w.c & 0x80000000) | r;
    }
};

}  // namespace tessera::sfpu
