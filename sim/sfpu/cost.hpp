// What an SFPU instruction costs on an architecture: as its row says, or as arch::Sfpu::set_cost has it; and all those
// costs by name, `sfpu.mad.latency`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/arch/figures.hpp"
#include "sim/sfpu/isa.hpp"

namespace tessera::sfpu {

constexpr bool is_slow(const arch::Sfpu& arch, const Row& row, int mod) {
    return row.column[static_cast<std::size_t>(arch.isa_column)].slow >> mod & 1;
}

// A result that is set to come late is kept as the architecture keeps others: by an interlock, or by what software puts
// in between.
constexpr Cost cost_of(const arch::Sfpu& arch, const Row& row, int mod) {
    const bool slow = is_slow(arch, row, mod);
    const Column& column = row.column[static_cast<std::size_t>(arch.isa_column)];
    Cost cost = slow ? column.slow_cost : column.cost;
    const arch::SetCost set = arch.set_cost[static_cast<std::size_t>(row.op)][slow ? 1 : 0];
    if (set.issue != 0) cost.issue = set.issue;
    if (set.latency == 0) return cost;
    cost.latency = set.latency;
    if (cost.latency > 1 && cost.hazard == Hazard::none)
        cost.hazard = arch.stalls_on_late_operand ? Hazard::stall : Hazard::next_read;
    return cost;
}

constexpr bool has_set_latency(const arch::Sfpu& arch, const Row& row, int mod) {
    return arch.set_cost[static_cast<std::size_t>(row.op)][is_slow(arch, row, mod) ? 1 : 0].latency != 0;
}

// The greatest latency of any instruction: no further apart can two instructions disturb each other.
int longest_latency(const arch::Sfpu& arch);

// One number of one row. An instruction with modifiers of two speeds has two of each: `sfpu.shft2.slow_latency`.
struct CostRow {
    const Row* row;
    bool slow, issue;
    std::string name;

    int value(const arch::Sfpu& arch) const;
    void set(arch::Sfpu& arch, int value) const;
    std::string_view source(const arch::Sfpu& arch) const;
};
inline constexpr arch::Range cost_range{1, 32};

// Of all instructions that the architecture has.
std::vector<CostRow> cost_rows(const arch::Sfpu& arch);

}  // namespace tessera::sfpu
