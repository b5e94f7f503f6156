#include "sim/views/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "sim/views/path_kinds.hpp"
#include "sim/views/table.hpp"
#include "sim/views/totals.hpp"
#include "sim/views/workload.hpp"

namespace tessera::views {
namespace {

OnPath on_path(const PathShare& piece) {
    switch (kind_of(piece)) {
        case PathKind::read:
        case PathKind::write: return OnPath::transfers;
        case PathKind::movers: return OnPath::movers;
        case PathKind::tiles: return OnPath::tiles;
        case PathKind::math: break;
    }
    if (piece.unit == unit_name(fpu)) return OnPath::matrix;
    return piece.unit == unit_name(watch::sfpu) ? OnPath::vector : OnPath::t1;
}

RunLimit limit_of(const ProfileData& data, const arch::Arch& arch) {
    RunLimit out{.bound = data.verdict.bound};
    for (const PathShare& piece : data.path.kinds) out.path[static_cast<std::size_t>(on_path(piece))] += piece.cycles;
    for (const BankProfile& bank : data.banks) out.dram_bytes += bank.read_bytes + bank.written_bytes;
    out.dram_cycles = static_cast<double>(out.dram_bytes) / (arch.dram.bank_bytes_per_cycle * arch.dram.banks);
    return out;
}

struct Sum {
    Cycle cycles = 0;
    std::array<Cycle, on_path_names.size()> path{};
    double dram_cycles = 0;
    std::map<std::string, Cycle> bounds{};

    void add(const Workload& one) {
        cycles += one.cycles;
        if (!one.limit) return;
        for (std::size_t i = 0; i < path.size(); ++i) path[i] += one.limit->path[i];
        dram_cycles += one.limit->dram_cycles;
        bounds[one.limit->bound] += one.cycles;
    }
    std::string bound() const {
        const auto most = std::ranges::max_element(bounds, {}, [](const auto& bound) { return bound.second; });
        return most == bounds.end() ? "" : most->first;
    }
};

std::string percent(double part, Cycle whole) {
    return whole == 0 ? "" : fmt::format("{:.0f}", 100 * part / static_cast<double>(whole));
}

}  // namespace

RunLimit Limits::end() {
    RunLimit out = limit_of(profile_.value().data(""), arch_);
    profile_.reset();
    return out;
}

nlohmann::ordered_json to_json(const RunLimit& limit) {
    nlohmann::ordered_json path;
    for (std::size_t i = 0; i < on_path_names.size(); ++i) path[std::string(on_path_names[i])] = limit.path[i];
    return {{"bound", limit.bound},
            {"path_cycles", path},
            {"dram_bytes", limit.dram_bytes},
            {"dram_peak_cycles", limit.dram_cycles}};
}

std::string limits_table(std::span<const Workload> workloads, const Screen& screen) {
    if (std::ranges::none_of(workloads, [](const Workload& w) { return w.limit.has_value(); })) return {};
    Sum all;
    for (const Workload& one : workloads) all.add(one);
    std::vector<std::string> head{"kernels", "cycles", "%", "limit"};
    head.insert(head.end(), on_path_names.begin(), on_path_names.end());
    head.emplace_back("DRAM");
    Table out(head, {0, 3});
    const auto add = [&](const std::string& name, const Sum& sum, const std::string& bound) {
        std::vector<std::string> row{name, fmt::to_string(sum.cycles),
                                     fmt::format("{:.1f}", 100 * fraction(sum.cycles, all.cycles)), bound};
        for (const Cycle part : sum.path) row.push_back(percent(static_cast<double>(part), sum.cycles));
        row.push_back(percent(sum.dram_cycles, sum.cycles));
        out.add(std::move(row));
    };
    for (const auto& kind : kinds_of(workloads)) {
        Sum sum;
        for (const Workload* one : kind) sum.add(*one);
        add(shortened(kind.front()->name(), screen.width * 9 / 20), sum, sum.bound());
    }
    add("total", all, "");
    return out.text(screen) + "in % of the row's cycles; DRAM: what its bytes take at the peak of all banks\n";
}

}  // namespace tessera::views
