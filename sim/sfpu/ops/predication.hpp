// Instructions on the lane flags and their stack (spec/tensix-core.md 3.3).
#pragma once

#include "sim/sfpu/ops/words.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::sfpu {

struct SfpSetcc {
    static constexpr Row row{
        .op = Op::setcc,
        .name = "SFPSETCC",
        .layout = Layout::imm12,
        .reads = [](int mod) -> Operands { return mod & 9 ? 0 : operand::vc; },
        .writes = operand::always<operand::flags>,
        .column = both(simple_column(any_modifier)),
        .evidence = Evidence::golden,
        .meaning = "flag = c < 0 (Mod1 0), c != 0 (2), c >= 0 (4), c == 0 (6) as integer; 1: imm != 0; 8: clear"};
    template <int mod>
    TESSERA_LANE Word condition(Words w) {
        if constexpr ((mod & 8) != 0) return 0;
        if constexpr ((mod & 1) != 0) return truth(w.imm != 0);
        const Word flag = mod & 2 ? truth(w.c != 0) : negative(w.c);
        return mod & 4 ? ~flag : flag;
    }
};

struct SfpEncc {
    static constexpr Row row{
        .op = Op::encc,
        .name = "SFPENCC",
        .layout = Layout::imm12,
        .reads = operand::none_of,
        .writes = operand::always<operand::flags>,
        .column = both(simple_column(modifiers(0, 1, 2, 3, 8, 9, 10, 11))),
        .evidence = Evidence::golden,
        .meaning =
            "predication on or off from imm bit 0 (Mod1 bit 1) or inverted (bit 0); flag = imm bit 1 (bit 3) or 1"};
};

struct SfpPushc {
    static constexpr Row row{
        .op = Op::pushc,
        .name = "SFPPUSHC",
        .layout = Layout::imm12,
        .reads = [](int mod) -> Operands { return operand::flags | (mod ? operand::stack : 0); },
        .writes = [](int mod) -> Operands { return operand::stack | (mod == 13 ? operand::flags : 0); },
        .column = {simple_column(modifiers(0)), simple_column(any_modifier)},
        .evidence = Evidence::golden,
        .meaning =
            "push flag and predication; Mod1 1 to 12 combine the top with the flag, 13 inverts the flag and copies it "
            "there, 14 sets, 15 clears the top"};
};

// The boolean functions of two flags that SFPPOPC and SFPPUSHC select with Mod1 1 to 12.
template <int mod>
[[gnu::always_inline]] constexpr Word combined(Word a, Word b) {
    switch (mod) {
        case 1: return b;
        case 2: return ~b;
        case 3: return a & b;
        case 4: return a | b;
        case 5: return a & ~b;
        case 6: return a | ~b;
        case 7: return ~a & b;
        case 8: return ~a | b;
        case 9: return ~a & ~b;
        case 10: return ~a | ~b;
        case 11: return a ^ b;
        case 12: return ~(a ^ b);
        case 13: return ~a;
        case 14: return ~Word{0};
        default: return 0;
    }
}

struct SfpPopc {
    static constexpr Row row{
        .op = Op::popc,
        .name = "SFPPOPC",
        .layout = Layout::imm12,
        .reads = [](int mod) -> Operands { return operand::stack | (mod ? operand::flags : 0); },
        .writes = [](int mod) -> Operands { return operand::flags | (mod ? 0 : operand::stack); },
        .column = both(simple_column(any_modifier)),
        .evidence = Evidence::golden,
        .meaning =
            "pop flag and predication; Mod1 1 to 12 combine the flag with the top, 13 inverts, 14 sets, 15 clears"};
};

struct SfpCompc {
    static constexpr Row row{.op = Op::compc,
                             .name = "SFPCOMPC",
                             .layout = Layout::imm12,
                             .reads = operand::always<operand::flags | operand::stack>,
                             .writes = operand::always<operand::flags>,
                             .column = both(simple_column(modifiers(0))),
                             .evidence = Evidence::golden,
                             .meaning = "flag = flag of the top and not flag, where both predicate; else clear"};
};

}  // namespace tessera::sfpu
