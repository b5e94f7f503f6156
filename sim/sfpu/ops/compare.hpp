// Comparison in the order of sign-magnitude bits: -NaN < -Inf < .. < -0 < +0 < .. < +NaN
// (spec/tensix-core.md 4.5, 4.7).
#pragma once

#include "sim/sfpu/ops/words.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::sfpu {

[[gnu::always_inline]] constexpr std::int32_t order_key(Word x) {
    return static_cast<std::int32_t>(x ^ (negative(x) & 0x7fffffff));
}
[[gnu::always_inline]] constexpr Word less(Word x, Word y) { return truth(order_key(x) < order_key(y)); }

struct SfpSwap {
    static constexpr Modifiers legal = modifiers(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    static constexpr Row row{
        .op = Op::swap,
        .name = "SFPSWAP",
        .layout = Layout::imm12,
        .reads = operand::always<operand::vc | operand::vd | operand::config>,
        .writes = operand::always<operand::vc | operand::vd>,
        .column = {Column{.legal = legal, .modelled = legal, .cost = cost::swap},
                   Column{.legal = legal,
                          .modelled = legal,
                          .cost = cost::swap,
                          .unseen = [](int mod) -> Operands { return mod == 0 ? 0 : operand::vc | operand::vd; }}},
        .evidence = Evidence::golden,
        .meaning =
            "exchange c and d (Mod1 0), or order them: d gets the minimum in all lanes (1), in some rows (2 to 8), "
            "nowhere (9)"};
    // Lanes where VD receives the minimum.
    static constexpr std::array<Word, 10> minimum_lanes{0,          0xffffffff, 0x0000ffff, 0x00ff00ff, 0xff0000ff,
                                                        0x000000ff, 0x0000ff00, 0x00ff0000, 0xff000000, 0};
};

struct SfpLe {
    static constexpr Row row{
        .op = Op::le,
        .name = "SFPLE",
        .layout = Layout::imm12,
        .reads = operand::always<operand::vc | operand::vd>,
        .writes = [](int mod) -> Operands {
            return (mod & 1 ? operand::flags : 0) | (mod & 2 ? operand::stack : 0) | (mod & 8 ? operand::vd : 0);
        },
        .column = only_second(simple_column(any_modifier)),
        .evidence = Evidence::golden,
        .meaning = "t = d <= c; Mod1 bit 0 flag = t, bit 3 d = t as mask, bit 1 top of the stack and t (bit 2: or t)"};
    TESSERA_LANE Word test(Word c, Word d) { return ~less(c, d); }
};

struct SfpGt {
    static constexpr Row row{.op = Op::gt,
                             .name = "SFPGT",
                             .layout = Layout::imm12,
                             .reads = SfpLe::row.reads,
                             .writes = SfpLe::row.writes,
                             .column = SfpLe::row.column,
                             .evidence = Evidence::golden,
                             .meaning = "t = d > c; used as SFPLE uses it"};
    TESSERA_LANE Word test(Word c, Word d) { return less(c, d); }
};

}  // namespace tessera::sfpu
