// Multiply-add and the lookups that end in one (spec/tensix-core.md 4.1). The arithmetic is num::mad, run on lanes by
// sim/lane/mad.hpp; here are the rows and how the lookups choose their coefficients.
#pragma once

#include "sim/num/fp16.hpp"
#include "sim/sfpu/ops/words.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::sfpu {

// Mod1 bits of SFPMAD; the other instructions here take the same bits where they have them. The sign flips exist where
// arch::Sfpu::sign_flips says so.
namespace mad_mod {
inline constexpr int negate_va = 1, negate_vc = 2, indirect_va = 4, indirect_vd = 8;
}

constexpr Operands mad_reads(int mod) {
    return operand::vb | operand::vc | (mod & mad_mod::indirect_va ? operand::all : operand::va);
}
constexpr Operands mad_writes(int mod) { return mod & mad_mod::indirect_vd ? operand::all : operand::vd; }
// An index out of LReg7 counts as reading every register: a row has no name for LReg7 alone.
constexpr Operands immediate_reads(int mod) { return operand::vd | (mod & mad_mod::indirect_vd ? operand::all : 0); }
template <Operands direct>
constexpr Operands lookup_reads(int mod) {
    return direct | (mod & mad_mod::indirect_vd ? operand::all : 0);
}
constexpr std::array<Column, 2> mad_columns(Modifiers by_software, Modifiers interlocked) {
    return {Column{.legal = by_software, .modelled = by_software, .cost = cost::mad_by_software},
            Column{.legal = interlocked, .modelled = interlocked, .cost = cost::mad_interlocked}};
}

struct SfpMad {
    static constexpr Row row{
        .op = Op::mad,
        .name = "SFPMAD",
        .layout = Layout::fma,
        .reads = mad_reads,
        .writes = mad_writes,
        .column = mad_columns(modifiers(0, 4, 8, 12), any_modifier),
        .evidence = Evidence::golden,
        .meaning = "a * b + c, partly fused; Mod1 bit 0 flips the product, bit 1 c, 4 and 8 take VA and VD from LReg7",
        .unit = Unit::mad};
};
struct SfpAdd {
    static constexpr Row row{.op = Op::add,
                             .name = "SFPADD",
                             .layout = Layout::fma,
                             .reads = mad_reads,
                             .writes = mad_writes,
                             .column = SfpMad::row.column,
                             .evidence = Evidence::golden,
                             .meaning = "SFPMAD with VA or VB = LReg10, which holds 1.0",
                             .unit = Unit::mad};
};
struct SfpMul {
    static constexpr Row row{.op = Op::mul,
                             .name = "SFPMUL",
                             .layout = Layout::fma,
                             .reads = mad_reads,
                             .writes = mad_writes,
                             .column = mad_columns(modifiers(0, 4, 8, 12), modifiers(0, 1, 4, 5, 8, 9, 12, 13)),
                             .evidence = Evidence::golden,
                             .meaning = "SFPMAD with VC = LReg9, which holds 0",
                             .unit = Unit::mad};
};
struct SfpAddi {
    static constexpr Row row{.op = Op::addi,
                             .name = "SFPADDI",
                             .layout = Layout::imm16,
                             .reads = immediate_reads,
                             .writes = mad_writes,
                             .column = mad_columns(modifiers(0, 8), modifiers(0, 8)),
                             .evidence = Evidence::golden,
                             .meaning = "d + bf16 immediate; Mod1 8 takes the register of the result from LReg7",
                             .unit = Unit::mad};
};
struct SfpMuli {
    static constexpr Row row{.op = Op::muli,
                             .name = "SFPMULI",
                             .layout = Layout::imm16,
                             .reads = immediate_reads,
                             .writes = mad_writes,
                             .column = mad_columns(modifiers(0, 8), modifiers(0, 8)),
                             .evidence = Evidence::golden,
                             .meaning = "d * bf16 immediate; Mod1 8 as for SFPADDI",
                             .unit = Unit::mad};
};

struct SfpMul24 {
    static constexpr Modifiers legal = modifiers(0, 1, 4, 5, 8, 9, 12, 13);
    static constexpr Row row{
        .op = Op::mul24,
        .name = "SFPMUL24",
        .layout = Layout::fma,
        .reads = [](int mod) -> Operands { return operand::vb | (mod & 12 ? operand::all : operand::va); },
        .writes = mad_writes,
        .column = only_second({.legal = legal, .modelled = legal, .cost = cost::mad_interlocked}),
        .evidence = Evidence::golden,
        .meaning =
            "low 23 bits of a * b, or (Mod1 bit 0) the upper ones of the product of 23-bit factors; 4 and 8 as SFPMAD",
        .unit = Unit::mad};
    template <int mod>
    TESSERA_LANE Word product(Word a, Word b) {
        if constexpr ((mod & 1) == 0) return a * b & 0x7fffff;
        return static_cast<Word>(static_cast<std::uint64_t>(a & 0x7fffff) * (b & 0x7fffff) >> 23);
    }
};

// A lookup yields the slope and the offset for |x|; the result is slope * |x| + offset.
struct Line {
    Word slope, offset;
};

struct SfpLut {
    static constexpr Row row{
        .op = Op::lut,
        .name = "SFPLUT",
        .layout = Layout::lut,
        .reads = lookup_reads<operand::low_half>,
        .writes = mad_writes,
        .column = mad_columns(modifiers(0, 4, 8, 12), modifiers(0, 4, 8, 12)),
        .evidence = Evidence::golden,
        .meaning =
            "piecewise linear in |LReg3| with 8-bit coefficients from LReg0..2; Mod0 bit 2 keeps the sign of LReg3, "
            "bit 3 takes VD from LReg7",
        .unit = Unit::mad};
    TESSERA_LANE Word coefficient(Word x) {
        const Word byte = x & 0xff;
        const Word value = (byte & 0x80) << 24 | (127 - (byte >> 4 & 7)) << 23 | (byte & 15) << 19;
        return byte == 0xff ? 0 : value;
    }
    TESSERA_LANE Line line(Word x, Word l0, Word l1, Word l2) {
        const Word entry = x < 0x3f800000 ? l0 : x < 0x40000000 ? l1 : l2;
        return {coefficient(entry >> 8), coefficient(entry)};
    }
};

struct SfpLutfp32 {
    // Three fp16 pairs share the bit that takes VD from LReg7: it always takes it (tensix-core.md 4.1).
    static constexpr Modifiers legal = modifiers(0, 2, 3, 4, 6, 7, 8, 10, 12, 14);
    static constexpr Row row{
        .op = Op::lutfp32,
        .name = "SFPLUTFP32",
        .layout = Layout::result,
        .reads = lookup_reads<operand::lut>,
        .writes = mad_writes,
        .column = mad_columns(legal, legal),
        .evidence = Evidence::golden,
        .meaning =
            "piecewise linear in |LReg3|: 0 fp32 from LReg0..2 and 4..6, 2 or 3 six fp16 pieces, 10 three fp16 "
            "pairs; bit 2 keeps the sign of LReg3, bit 3 takes VD from LReg7",
        .unit = Unit::mad};
    TESSERA_LANE Word half(Word x) {
        return (x & 0x7c00) == 0x7c00 ? (x & 0x8000) << 16 | (x & 0x3ff) << 13
                                      : num::fp16_immediate_to_fp32(x & 0xffff);
    }
    template <int mod>
    TESSERA_LANE Line line(Word x, Word low, Word high) {
        if constexpr ((mod & 2) == 0) return {low, high};
        if constexpr ((mod & 10) == 10) return {half(low >> 16), half(low)};
        const Word cut = mod & 1 ? 0x40800000 : 0x40400000;
        const bool upper = (x >= 0x3f000000 && x < 0x3f800000) || (x >= 0x3fc00000 && x < 0x40000000) || x >= cut;
        return {half(upper ? low >> 16 : low), half(upper ? high >> 16 : high)};
    }
};

}  // namespace tessera::sfpu
