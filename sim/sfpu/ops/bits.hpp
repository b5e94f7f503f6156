// Logic and shifts (spec/tensix-core.md 4.3).
#pragma once

#include "sim/sfpu/ops/words.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::sfpu {

struct SfpAnd {
    static constexpr Row row{
        .op = Op::and_,
        .name = "SFPAND",
        .layout = Layout::imm12,
        .reads = [](int mod) -> Operands { return operand::vc | (mod == 1 ? operand::vb : operand::vd); },
        .writes = operand::always<operand::vd>,
        .column = {simple_column(modifiers(0)), simple_column(modifiers(0, 1), operand::always<operand::vb>)},
        .evidence = Evidence::golden,
        .meaning = "d & c, or (Mod1 1) LReg[imm bits 3:0] & c"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return (mod == 1 ? w.b : w.d) & w.c;
    }
};

struct SfpOr {
    static constexpr Row row{
        .op = Op::or_,
        .name = "SFPOR",
        .layout = Layout::imm12,
        .reads = [](int mod) -> Operands { return operand::vc | (mod == 1 ? operand::vb : operand::vd); },
        .writes = operand::always<operand::vd>,
        .column = {simple_column(modifiers(0)), simple_column(modifiers(0, 1), operand::always<operand::vb>)},
        .evidence = Evidence::golden,
        .meaning = "d | c, or (Mod1 1) LReg[imm bits 3:0] | c"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return (mod == 1 ? w.b : w.d) | w.c;
    }
};

struct SfpXor {
    static constexpr Row row{.op = Op::xor_,
                             .name = "SFPXOR",
                             .layout = Layout::imm12,
                             .reads = operand::always<operand::vc | operand::vd>,
                             .writes = operand::always<operand::vd>,
                             .column = both(simple_column(modifiers(0))),
                             .evidence = Evidence::golden,
                             .meaning = "d ^ c"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return w.d ^ w.c;
    }
};

struct SfpNot {
    static constexpr Row row{.op = Op::not_,
                             .name = "SFPNOT",
                             .layout = Layout::imm12,
                             .reads = operand::always<operand::vc>,
                             .writes = operand::always<operand::vd>,
                             .column = both(simple_column(modifiers(0))),
                             .evidence = Evidence::golden,
                             .meaning = "~c"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return ~w.c;
    }
};

// Left by a positive amount, right by a negative one, both modulo 32: an amount of 32 acts as 0.
template <bool arithmetic>
[[gnu::always_inline]] constexpr Word shifted(Word x, Word amount) {
    const Word right =
        arithmetic ? static_cast<Word>(static_cast<std::int32_t>(x) >> (-amount & 31)) : x >> (-amount & 31);
    return static_cast<std::int32_t>(amount) >= 0 ? x << (amount & 31) : right;
}

struct SfpShft {
    static constexpr Row row{
        .op = Op::shft,
        .name = "SFPSHFT",
        .layout = Layout::imm12,
        .reads = [](int mod) -> Operands {
            return mod & 4 ? operand::vc : mod & 1 ? operand::vd : operand::vc | operand::vd;
        },
        .writes = operand::always<operand::vd>,
        .column = {simple_column(modifiers(0, 1)),
                   simple_column(modifiers(0, 1, 2, 3, 5, 7), operand::always<operand::vd>)},
        .evidence = Evidence::golden,
        .meaning =
            "d shifted by c or imm12 (Mod1 bit 0), left if positive; bit 1 arithmetic, bit 2 shifts c instead of d"};
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return shifted<(mod & 2) != 0>(mod & 4 ? w.c : w.d, mod & 1 ? sign_extend12(w.imm) : w.c);
    }
};

// Modes 5 and 6 are lane-wise; 0 to 4 move between lanes or registers and are done by the executor.
struct SfpShft2 {
    static constexpr Modifiers between_lanes = modifiers(2, 3, 4);
    static constexpr Row row{
        .op = Op::shft2,
        .name = "SFPSHFT2",
        .layout = Layout::imm12,
        .reads = [](int mod) -> Operands {
            return mod < 2    ? operand::low_half
                   : mod == 2 ? operand::low_half | operand::vc
                   : mod == 5 ? operand::vb | operand::vc
                   : mod == 6 ? operand::vb
                              : operand::vc;
        },
        .writes = [](int mod) -> Operands { return mod < 3 ? operand::low_half : operand::vd; },
        .column = {Column{.legal = modifiers(0, 1, 2, 3, 4, 5, 6),
                          .modelled = modifiers(0, 1, 2, 3, 4, 5, 6),
                          .slow = between_lanes,
                          .cost = cost::simple,
                          .slow_cost = cost::lanes_by_software},
                   Column{.legal = modifiers(0, 1, 2, 3, 4, 5, 6),
                          .modelled = modifiers(0, 1, 2, 3, 4, 5, 6),
                          .slow = between_lanes,
                          .cost = cost::simple,
                          .slow_cost = cost::lanes_interlocked,
                          .unseen = [](int mod) -> Operands {
                              return mod >= 5 ? operand::vb : mod >= 2 ? operand::low_half | operand::vc : 0;
                          }}},
        .evidence = Evidence::golden,
        .meaning =
            "5 LReg[VB] shifted by c, 6 by imm12; 3 and 4 rotate or shift c by one lane in groups of 8 (on Wormhole 4 "
            "lets in what 2 or 3 read last); "
            "0 to 2 LReg0 <- 1 <- 2 <- 3 <- zero, LReg0 moved 8 lanes down, or c rotated",
        .unit = Unit::round};
    static constexpr Modifiers lanewise = modifiers(5, 6);
    template <int mod>
    TESSERA_LANE Word value(Words w) {
        return shifted<false>(w.b, mod == 6 ? sign_extend12(w.imm) : w.c);
    }
};

}  // namespace tessera::sfpu
