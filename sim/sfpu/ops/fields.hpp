// Instructions on the sign, exponent and mantissa fields of fp32 patterns (spec/tensix-core.md 4.4).
#pragma once

#include "sim/sfpu/ops/words.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::sfpu {

struct SfpExexp {
    static constexpr Row row{
        .op = Op::exexp,
        .name = "SFPEXEXP",
        .layout = Layout::imm12,
        .reads = operand::always<operand::vc>,
        .writes = [](int mod) -> Operands { return operand::vd | (mod & 10 ? operand::flags : 0); },
        .column = both(simple_column(modifiers(0, 1, 2, 3, 8, 9, 10, 11))),
        .evidence = Evidence::golden,
        .meaning = "exponent of c, unbiased unless Mod1 bit 0; bit 1 flag = negative, bit 3 inverts the flag"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return (w.c >> 23 & 0xff) - (mod & 1 ? 0 : 127);
    }
    template <int mod>
    static constexpr bool sets_flags = (mod & 10) != 0;
    template <int mod>
    TESSERA_LANE Word flag(Words, Word result, Word old) {
        const Word flag = mod & 2 ? negative(result) : old;
        return mod & 8 ? ~flag : flag;
    }
};

struct SfpExman {
    static constexpr Row row{.op = Op::exman,
                             .name = "SFPEXMAN",
                             .layout = Layout::imm12,
                             .reads = operand::always<operand::vc>,
                             .writes = operand::always<operand::vd>,
                             .column = both(simple_column(modifiers(0, 1))),
                             .evidence = Evidence::golden,
                             .meaning = "mantissa of c, with the hidden bit unless Mod1 is 1"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return (w.c & 0x7fffff) | (mod & 1 ? 0 : 0x800000);
    }
};

struct SfpSetexp {
    static constexpr Row row{
        .op = Op::setexp,
        .name = "SFPSETEXP",
        .layout = Layout::imm12,
        .reads = [](int mod) -> Operands { return operand::vc | (mod == 1 ? 0 : operand::vd); },
        .writes = operand::always<operand::vd>,
        .column = both(simple_column(modifiers(0, 1, 2))),
        .evidence = Evidence::golden,
        .meaning = "c with its exponent replaced by d, imm8 (Mod1 1) or the exponent of d (Mod1 2)"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        const Word exponent = mod == 0 ? w.d : mod == 1 ? w.imm : w.d >> 23;
        return (w.c & 0x807fffff) | (exponent & 0xff) << 23;
    }
};

struct SfpSetman {
    static constexpr Row row{.op = Op::setman,
                             .name = "SFPSETMAN",
                             .layout = Layout::imm12,
                             .reads = [](int mod) -> Operands { return operand::vc | (mod == 1 ? 0 : operand::vd); },
                             .writes = operand::always<operand::vd>,
                             .column = both(simple_column(modifiers(0, 1))),
                             .evidence = Evidence::golden,
                             .meaning = "c with its mantissa replaced by that of d or by imm12 << 11 (Mod1 1)"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return (w.c & 0xff800000) | (mod & 1 ? w.imm << 11 : w.d & 0x7fffff);
    }
};

struct SfpSetsgn {
    static constexpr Row row{.op = Op::setsgn,
                             .name = "SFPSETSGN",
                             .layout = Layout::imm12,
                             .reads = [](int mod) -> Operands { return operand::vc | (mod == 1 ? 0 : operand::vd); },
                             .writes = operand::always<operand::vd>,
                             .column = both(simple_column(modifiers(0, 1))),
                             .evidence = Evidence::golden,
                             .meaning = "c with its sign replaced by that of d or by imm bit 0 (Mod1 1)"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return (w.c & 0x7fffffff) | (mod & 1 ? w.imm << 31 : w.d & 0x80000000);
    }
};

struct SfpDivp2 {
    static constexpr Row row{
        .op = Op::divp2,
        .name = "SFPDIVP2",
        .layout = Layout::imm12,
        .reads = operand::always<operand::vc>,
        .writes = operand::always<operand::vd>,
        .column = both(simple_column(modifiers(0, 1))),
        .evidence = Evidence::golden,
        .meaning = "c with its exponent set to imm8, or (Mod1 1) imm8 added to it modulo 256 unless it is 255"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        const Word exponent = w.c >> 23 & 0xff;
        const Word next = mod == 0 ? w.imm : exponent + (exponent == 255 ? 0 : w.imm);
        return (w.c & 0x807fffff) | (next & 0xff) << 23;
    }
};

}  // namespace tessera::sfpu
