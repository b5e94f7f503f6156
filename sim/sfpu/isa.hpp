// What is derived from the one list of SFPU instructions.
#pragma once

#include "sim/sfpu/isa_list.hpp"

namespace tessera::sfpu {

template <class... I>
constexpr std::array<Row, sizeof...(I)> rows_of(std::tuple<I...>*) {
    return {I::row...};
}
inline constexpr auto rows = rows_of(static_cast<Isa*>(nullptr));

// By opcode; -1 where the opcode is none of ours.
inline constexpr auto row_index = [] {
    std::array<std::int8_t, 256> index{};
    index.fill(-1);
    for (std::size_t i = 0; i < rows.size(); ++i)
        index[static_cast<std::size_t>(rows[i].op)] = static_cast<std::int8_t>(i);
    return index;
}();

constexpr const Row& row_of(Op op) { return rows[static_cast<std::size_t>(row_index[static_cast<std::size_t>(op)])]; }

constexpr Unit unit_of(const Instr& in) { return row_of(in.op).unit; }
// Instructions whose result is a cycle late (tensix-core.md 6).
constexpr bool is_mad_class(Op op) { return row_of(op).unit == Unit::mad; }
constexpr bool writes_flags(const Instr& in) { return (row_of(in.op).writes(in.mod) & operand::flags) != 0; }

namespace detail {
constexpr bool names_and_opcodes_are_unique() {
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (rows[i].name == rows[j].name || rows[i].op == rows[j].op) return false;
    return true;
}
constexpr bool costs_are_filled() {
    for (const Row& row : rows)
        for (const Column& c : row.column) {
            if ((c.modelled & ~c.legal) != 0 || (c.slow & ~c.legal) != 0) return false;
            if (c.legal != 0 && (c.cost.latency == 0 || c.cost.issue == 0 || c.cost.source.empty())) return false;
            if (c.slow != 0 && (c.slow_cost.latency == 0 || c.slow_cost.issue == 0 || c.slow_cost.source.empty()))
                return false;
        }
    return true;
}
constexpr bool texts_are_filled() {
    for (const Row& row : rows)
        // A missing function is found by calling it: that is no constant expression.
        if (row.name.empty() || row.meaning.empty() || (row.reads(0) | row.writes(0)) > operand::highest) return false;
    return true;
}
}  // namespace detail
static_assert(detail::names_and_opcodes_are_unique());
static_assert(detail::costs_are_filled());
static_assert(detail::texts_are_filled());

}  // namespace tessera::sfpu
