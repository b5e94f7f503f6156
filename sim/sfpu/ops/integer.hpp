// Integer arithmetic, modulo 2^32 (spec/tensix-core.md 4.3, 4.7).
#pragma once

#include <bit>

#include "sim/sfpu/ops/words.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::sfpu {

struct SfpIadd {
    static constexpr Row row{
        .op = Op::iadd,
        .name = "SFPIADD",
        .layout = Layout::imm12,
        .reads = [](int mod) -> Operands { return operand::vc | (mod & 1 ? 0 : operand::vd); },
        .writes = [](int mod) -> Operands { return operand::vd | ((mod & 12) != 4 ? operand::flags : 0); },
        .column = {simple_column(any_modifier), simple_column(any_modifier, operand::always<operand::vd>)},
        .evidence = Evidence::golden,
        .meaning = "c + imm12 (Mod1 bit 0), c - d (bit 1) or c + d; flag = negative unless bit 2, inverted by bit 3"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return mod & 1 ? w.c + sign_extend12(w.imm) : mod & 2 ? w.c - w.d : w.c + w.d;
    }
    template <int mod>
    static constexpr bool sets_flags = (mod & 12) != 4;
    template <int mod>
    TESSERA_LANE Word flag(Words, Word result, Word old) {
        const Word flag = mod & 4 ? old : negative(result);
        return mod & 8 ? ~flag : flag;
    }
};

struct SfpAbs {
    static constexpr Row row{
        .op = Op::abs,
        .name = "SFPABS",
        .layout = Layout::imm12,
        .reads = operand::always<operand::vc>,
        .writes = operand::always<operand::vd>,
        .column = both(simple_column(modifiers(0, 1))),
        .evidence = Evidence::golden,
        .meaning = "absolute value of a two's complement integer, or (Mod1 1) of fp32; a negative NaN keeps its sign"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        if constexpr (mod == 0) return (w.c ^ negative(w.c)) - negative(w.c);
        return w.c & ~(truth(w.c <= 0xff800000) & 0x80000000);
    }
};

struct SfpLz {
    static constexpr Row row{
        .op = Op::lz,
        .name = "SFPLZ",
        .layout = Layout::imm12,
        .reads = operand::always<operand::vc>,
        .writes = [](int mod) -> Operands { return operand::vd | (mod & 10 ? operand::flags : 0); },
        .column = both(simple_column(modifiers(0, 2, 4, 6, 8, 10, 12, 14))),
        .evidence = Evidence::golden,
        .meaning =
            "leading zeros of c (Mod1 bit 2: of c without its sign); bit 1 flag = not zero, bit 3 inverts the flag"};
    template <int mod>
    TESSERA_LANE Word counted(Words w) {
        return mod & 4 ? w.c & 0x7fffffff : w.c;
    }
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return static_cast<Word>(__builtin_clzll(2ull * counted<mod>(w) + 1)) - 31;
    }
    template <int mod>
    static constexpr bool sets_flags = (mod & 10) != 0;
    template <int mod>
    TESSERA_LANE Word flag(Words w, Word, Word old) {
        const Word flag = mod & 2 ? truth(counted<mod>(w) != 0) : old;
        return mod & 8 ? ~flag : flag;
    }
};

}  // namespace tessera::sfpu
