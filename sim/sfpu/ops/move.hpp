// Moves, immediates and configuration (spec/tensix-core.md 3.2, 4.2, 4.3).
#pragma once

#include "sim/num/bf16.hpp"
#include "sim/num/fp16.hpp"
#include "sim/sfpu/ops/words.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::sfpu {

struct SfpLoadi {
    static constexpr Row row{
        .op = Op::loadi,
        .name = "SFPLOADI",
        .layout = Layout::loadi,
        .reads = [](int mod) -> Operands { return mod & 8 ? operand::vd : 0; },
        .writes = operand::always<operand::vd>,
        .column = both(simple_column(modifiers(0, 1, 2, 4, 8, 10))),
        .evidence = Evidence::golden,
        .meaning =
            "immediate as bf16 (Mod0 0), fp16 (1), unsigned (2), signed (4), into the upper (8) or lower half (10)",
        .unit = Unit::load};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        switch (mod) {
            case 0: return num::bf16_to_fp32(w.imm);
            case 1: return num::fp16_immediate_to_fp32(w.imm);
            case 2: return w.imm;
            case 4: return (w.imm ^ 0x8000) - 0x8000;
            case 8: return (w.d & 0xffff) | w.imm << 16;
            default: return (w.d & 0xffff0000) | w.imm;
        }
    }
};

// Mode 2 ignores the lane mask and mode 8 reads special state; both are done by the executor.
struct SfpMov {
    static constexpr Row row{
        .op = Op::mov,
        .name = "SFPMOV",
        .layout = Layout::imm12,
        .reads = [](int mod) -> Operands { return mod == 8 ? operand::prng | operand::config : operand::vc; },
        .writes = [](int mod) -> Operands { return operand::vd | (mod == 8 ? operand::prng : 0); },
        .column = both(simple_column(modifiers(0, 1, 2, 8))),
        .evidence = Evidence::golden,
        .meaning =
            "c; with its sign flipped (Mod1 1); in all lanes (2); 8: configuration of SFPLOADMACRO (VC 0 to 8), random "
            "number "
            "(9), LaneConfig (15), else zero"};
    static constexpr Modifiers lanewise = modifiers(0, 1);
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return mod == 1 ? w.c ^ 0x80000000 : w.c;
    }
};

struct SfpTransp {
    static constexpr Row row{.op = Op::transp,
                             .name = "SFPTRANSP",
                             .layout = Layout::imm12,
                             .reads = operand::always<operand::all>,
                             .writes = operand::always<operand::all>,
                             .column = both(simple_column(any_modifier)),
                             .evidence = Evidence::golden,
                             .meaning = "transpose registers and lane rows within LReg0..3 and within LReg4..7"};
};

struct SfpConfig {
    static constexpr Row row{
        .op = Op::config,
        .name = "SFPCONFIG",
        .layout = Layout::imm16,
        .reads = [](int mod) -> Operands { return operand::flags | operand::config | (mod & 1 ? 0 : operand::lreg0); },
        .writes = operand::always<operand::vd | operand::config>,
        .column = {simple_column(any_modifier), simple_column(any_modifier, operand::always<operand::lreg0>)},
        .evidence = Evidence::golden,
        .meaning =
            "configuration of SFPLOADMACRO (VD 0 to 8), LReg11..14 or LaneConfig (15) from LReg0, or from imm16 "
            "(Mod1 bit 0)",
        .enters_template = false};
    // What Mod1 bit 0 writes to LReg11..14: their values after reset.
    static constexpr std::array<Word, 4> reset{0xbf800000, 0x3b000000, 0xbf2cc4c7, 0xbeb08ff9};
};

struct SfpNop {
    static constexpr Row row{.op = Op::nop,
                             .name = "SFPNOP",
                             .layout = Layout::none,
                             .reads = operand::none_of,
                             .writes = operand::none_of,
                             .column = both(simple_column(any_modifier)),
                             .evidence = Evidence::golden,
                             .meaning = "nothing",
                             .unit = Unit::nothing,
                             .enters_template = false};
};

}  // namespace tessera::sfpu
