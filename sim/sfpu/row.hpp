// The row of an SFPU instruction: everything about it that is not its meaning (spec/tensix-core.md 4, 6).
// The rows are listed once, in isa.hpp; tables, checks and listings are derived from that list.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "sim/sfpu/layout.hpp"
#include "sim/sfpu/unit.hpp"
#include "sim/tensix/cost.hpp"

namespace tessera::sfpu {

// What an instruction reads or writes, as bits. low_half: LReg0..3; lut: LReg0..3 and, for SFPLUTFP32, LReg4..6;
// all: every general register, because an index comes out of LReg7.
using Operands = std::uint16_t;
namespace operand {
inline constexpr Operands va = 1, vb = 2, vc = 4, vd = 8, flags = 16, stack = 32, dst = 64, counters = 128, lreg0 = 256,
                          low_half = 512, lut = 1024, all = 2048, config = 4096, prng = 8192, highest = 2 * prng - 1;
}
using OperandsOf = Operands (*)(int mod);
namespace operand {
constexpr Operands none_of(int) { return 0; }
template <Operands set>
constexpr Operands always(int) {
    return set;
}
}  // namespace operand

// Modifiers as a set: bit m is set when Mod = m belongs to it.
using Modifiers = std::uint16_t;
template <class... Mod>
constexpr Modifiers modifiers(Mod... mod) {
    return static_cast<Modifiers>(((1u << mod) | ... | 0u));
}
inline constexpr Modifiers any_modifier = 0xffff;

using tensix::Cost;
using tensix::Evidence;  // of a single modifier: evidence.hpp
using tensix::Hazard;

// What one architecture makes of the instruction. An empty `legal` means it has none.
struct Column {
    Modifiers legal = 0;     // documented; anything else is reserved
    Modifiers modelled = 0;  // of those, what the executor does; the rest is refused by name
    Modifiers slow = 0;      // modifiers that have `slow_cost` instead of `cost`
    Cost cost = {}, slow_cost = {};
    OperandsOf unseen = operand::none_of;  // operands the interlock overlooks (6: scoreboard misses)
};

struct Row {
    Op op;
    std::string_view name;
    Layout layout;
    OperandsOf reads, writes;
    std::array<Column, 2> column;  // by arch::Sfpu::isa_column
    Evidence evidence;
    std::string_view meaning;
    Unit unit = Unit::simple;
    // With VD 12 to 15 the word goes into a template of SFPLOADMACRO instead of being executed (tensix-core.md 3.1).
    bool enters_template = true;
    std::string_view macro = name;  // what kernels call it: TTI_SFPMAD
};

// Costs of tensix-core.md 6 that many rows share.
namespace cost {
inline constexpr Cost simple{1, 1, Hazard::none, "tensix-core.md 6"};
inline constexpr Cost mad_by_software{2, 1, Hazard::next_read, "tensix-core.md 6"};
inline constexpr Cost mad_interlocked{2, 1, Hazard::stall, "tensix-core.md 6"};
inline constexpr Cost swap{2, 2, Hazard::stall, "tensix-core.md 6: 1 issue when SFPNOP follows"};
inline constexpr Cost lanes_by_software{2, 1, Hazard::next_issue, "tensix-core.md 6"};
inline constexpr Cost lanes_interlocked{2, 1, Hazard::stall, "tensix-core.md 6"};
}  // namespace cost

constexpr Column simple_column(Modifiers legal, OperandsOf unseen = operand::none_of) {
    return {.legal = legal, .modelled = legal, .cost = cost::simple, .unseen = unseen};
}
constexpr std::array<Column, 2> both(Column column) { return {column, column}; }
constexpr std::array<Column, 2> only_second(Column column) { return {Column{}, column}; }

}  // namespace tessera::sfpu
