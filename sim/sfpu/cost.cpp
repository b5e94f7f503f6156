#include "sim/sfpu/cost.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::sfpu {
namespace {

const Column& column_of(const arch::Sfpu& arch, const Row& row) {
    return row.column[static_cast<std::size_t>(arch.isa_column)];
}

// "mad" of SFPMAD, "setrwc" of SETRWC.
std::string short_name(const Row& row) {
    std::string name(row.name.substr(row.name.starts_with("SFP") ? 3 : 0));
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return static_cast<char>(c | 0x20); });
    return name;
}

// A modifier of the speed that is meant.
int modifier(const arch::Sfpu& arch, const Row& row, bool slow) {
    int mod = 0;
    while (mod < 15 && is_slow(arch, row, mod) != slow) ++mod;
    return mod;
}

}  // namespace

int longest_latency(const arch::Sfpu& arch) {
    int longest = 1;
    for (const Row& row : rows)
        for (const bool slow : {false, true})
            longest = std::max<int>(longest, cost_of(arch, row, modifier(arch, row, slow)).latency);
    return longest;
}

int CostRow::value(const arch::Sfpu& arch) const {
    const Cost cost = cost_of(arch, *row, modifier(arch, *row, slow));
    return issue ? cost.issue : cost.latency;
}

void CostRow::set(arch::Sfpu& arch, int value) const {
    arch::SetCost& cost = arch.set_cost[static_cast<std::size_t>(row->op)][slow ? 1 : 0];
    (issue ? cost.issue : cost.latency) = static_cast<std::uint8_t>(value);
}

std::string_view CostRow::source(const arch::Sfpu& arch) const {
    return cost_of(arch, *row, modifier(arch, *row, slow)).source;
}

std::vector<CostRow> cost_rows(const arch::Sfpu& arch) {
    std::vector<CostRow> out;
    for (const Row& row : rows) {
        const Column& column = column_of(arch, row);
        if (column.legal == 0) continue;
        for (const bool slow : {false, true}) {
            if (slow ? column.slow == 0 : column.legal == column.slow) continue;
            for (const bool issue : {false, true})
                out.push_back(
                    {&row, slow, issue,
                     fmt::format("sfpu.{}.{}{}", short_name(row), slow ? "slow_" : "", issue ? "issue" : "latency")});
        }
    }
    return out;
}

}  // namespace tessera::sfpu
