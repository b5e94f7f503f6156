#include "apps/list_instructions.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sim/sfpu/cost.hpp"
#include "sim/sfpu/evidence.hpp"

namespace tessera::apps {
namespace {

using nlohmann::ordered_json;
using sfpu::Evidence;
using sfpu::Modifiers;

constexpr std::array kinds{Evidence::golden, Evidence::documented, Evidence::inferred};

const sfpu::Column& column_of(const sfpu::Row& row, const arch::Arch& arch) {
    return row.column[static_cast<std::size_t>(arch.sfpu.isa_column)];
}

// The modelled modifiers that are known in this way.
Modifiers known_by(const sfpu::Row& row, const arch::Arch& arch, Evidence kind) {
    Modifiers set = 0;
    for (int mod = 0; mod < 16; ++mod)
        if ((column_of(row, arch).modelled >> mod & 1) && sfpu::evidence_of(row, arch.sfpu.isa_column, mod) == kind)
            set = static_cast<Modifiers>(set | 1u << mod);
    return set;
}

// "0-2,5", or "-" for none.
std::string text(Modifiers set) {
    std::string out;
    for (int mod = 0; mod < 16; ++mod) {
        if (!(set >> mod & 1)) continue;
        const int first = mod;
        while (mod < 15 && (set >> (mod + 1) & 1)) ++mod;
        out += out.empty() ? "" : ",";
        out += first == mod ? fmt::format("{}", first) : fmt::format("{}-{}", first, mod);
    }
    return out.empty() ? "-" : out;
}

std::string_view hazard_name(sfpu::Hazard hazard) {
    switch (hazard) {
        case sfpu::Hazard::none: return "none";
        case sfpu::Hazard::next_read: return "gap before a reader";
        case sfpu::Hazard::next_issue: return "gap before simple, round";
        case sfpu::Hazard::stall: return "stall";
    }
    return "?";
}

ordered_json architectures(const sfpu::Row& row) {
    ordered_json names = ordered_json::array();
    for (const arch::Arch* arch : arch::all())
        if (column_of(row, *arch).legal != 0) names.push_back(arch->name);
    return names;
}

// "2", or "1, 2 (3 4)" where some modifiers take longer.
std::string latency(const sfpu::Column& column) {
    if (column.slow == 0) return fmt::format("{}", column.cost.latency);
    return fmt::format("{}, {} for {}", column.cost.latency, column.slow_cost.latency, text(column.slow));
}

template <class F>
void for_each_row(const arch::Arch& arch, F f) {
    for (const sfpu::Row& row : sfpu::rows)
        if (column_of(row, arch).legal != 0) f(row, column_of(row, arch));
}

}  // namespace

ordered_json instruction_rows(const arch::Arch& arch) {
    ordered_json out = ordered_json::array();
    for_each_row(arch, [&](const sfpu::Row& row, const sfpu::Column& column) {
        const sfpu::Cost& worst = column.slow != 0 ? column.slow_cost : column.cost;
        out.push_back({{"name", row.name},
                       {"on", architectures(row).size() == arch::all().size() ? "all" : std::string(arch.name)},
                       {"latency", latency(column)},
                       {"hazard", hazard_name(worst.hazard)},
                       {"golden", text(known_by(row, arch, Evidence::golden))},
                       {"documented", text(known_by(row, arch, Evidence::documented))},
                       {"inferred", text(known_by(row, arch, Evidence::inferred))},
                       {"refused", text(static_cast<Modifiers>(column.legal & ~column.modelled))},
                       {"meaning", row.meaning}});
    });
    return out;
}

ordered_json instruction_modes(const arch::Arch& arch) {
    ordered_json out = ordered_json::array();
    for_each_row(arch, [&](const sfpu::Row& row, const sfpu::Column& column) {
        ordered_json modes = ordered_json::array();
        for (int mod = 0; mod < 16; ++mod) {
            if (!(column.legal >> mod & 1)) continue;
            const sfpu::Cost cost = sfpu::cost_of(arch.sfpu, row, mod);
            modes.push_back({{"modifier", mod},
                             {"evidence", sfpu::name(sfpu::evidence_of(row, arch.sfpu.isa_column, mod))},
                             {"modelled", (column.modelled >> mod & 1) != 0},
                             {"latency_cycles", cost.latency},
                             {"issue_cycles", cost.issue},
                             {"hazard", hazard_name(cost.hazard)},
                             {"source", cost.source}});
        }
        out.push_back({{"name", row.name},
                       {"opcode", static_cast<int>(row.op)},
                       {"architectures", architectures(row)},
                       {"meaning", row.meaning},
                       {"modes", modes}});
    });
    return out;
}

ordered_json instruction_coverage(const arch::Arch& arch) {
    int instructions = 0, legal = 0, modelled = 0;
    std::array<int, kinds.size()> known{};
    for_each_row(arch, [&](const sfpu::Row& row, const sfpu::Column& column) {
        ++instructions;
        legal += __builtin_popcount(column.legal);
        modelled += __builtin_popcount(column.modelled);
        for (std::size_t k = 0; k < kinds.size(); ++k) known[k] += __builtin_popcount(known_by(row, arch, kinds[k]));
    });
    ordered_json out{{"instructions", instructions}, {"modifiers", legal}, {"modelled", modelled}};
    for (std::size_t k = 0; k < kinds.size(); ++k) out[std::string(sfpu::name(kinds[k]))] = known[k];
    return out;
}

std::string coverage_line(const arch::Arch& arch) {
    const ordered_json c = instruction_coverage(arch);
    return fmt::format(
        "\n{}: {} instructions with {} modifiers; of the {} modelled\n{} golden (replayed against vectors), "
        "{} documented, {} inferred\n",
        arch.name, c["instructions"].get<int>(), c["modifiers"].get<int>(), c["modelled"].get<int>(),
        c["golden"].get<int>(), c["documented"].get<int>(), c["inferred"].get<int>());
}

}  // namespace tessera::apps
