// Tables of latency_table.hpp: by pattern, by setting, as JSON and back.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "host/calibration/latency_table.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::calibration {
namespace {

using nlohmann::ordered_json;
using views::OrderedValue;

void add(LatencyGroup& group, const Setting& setting, const LatencyPoint& point) {
    if (!group.errors.add(point.error_percent())) return;
    group.worst_bytes = point.bytes;
    group.worst_transactions = setting.transactions;
}

auto order(const LatencyGroup& group) {
    return std::tie(group.arch, group.mechanism, group.pattern, group.memory, group.loopback);
}

std::string line(const LatencyGroup& g, bool good) {
    return fmt::format("{} {:<18} {:<16} {:>6} {:>6.1f} {:>6} {:>7} {}\n", good ? ' ' : '!',
                       g.pattern + (g.loopback ? " *" : ""), g.memory, g.errors.points, g.errors.mean_percent,
                       fmt::format("{:+.1f}", g.errors.bias_percent), fmt::format("{:+.1f}", g.errors.worst_percent),
                       fmt::format("{} x {}", g.worst_transactions, g.worst_bytes));
}

ordered_json json_of(const LatencyGroup& g) {
    ordered_json out = json_of(g.errors);
    out.update({{"worst_transactions", g.worst_transactions}, {"worst_bytes", g.worst_bytes}});
    return out;
}

ordered_json json_of(const Setting& s) {
    return {{"arch", s.arch},
            {"mechanism", s.mechanism},
            {"pattern", s.pattern},
            {"memory", s.memory},
            {"transactions", s.transactions},
            {"receivers", s.receivers},
            {"same_axis", s.same_axis},
            {"stateful", s.stateful},
            {"loopback", s.loopback},
            {"noc", s.noc}};
}

std::string rows_text(const LatencyTable& table) {
    std::string out;
    std::size_t row = ~std::size_t{0};
    for (const LatencyPoint& p : table.points) {
        if (p.row != row) {
            const Setting& s = table.settings[row = p.row];
            out += fmt::format("\n{} {} {} {}, {} transactions, {} receivers{}{}{}, NoC {}\n", s.arch, s.mechanism,
                               s.pattern, s.memory, s.transactions, s.receivers, s.same_axis ? ", same axis" : "",
                               s.stateful ? ", stateful" : "", s.loopback ? ", loopback" : "", s.noc);
            out += fmt::format("  {:>6}  {:>12}  {:>12}  {:>8}\n", "bytes", "measured", "simulated", "error %");
        }
        out += fmt::format("  {:>6}  {:>12.1f}  {:>12.1f}  {:>+8.1f}\n", p.bytes, p.measured, p.simulated,
                           p.error_percent());
    }
    return out;
}

}  // namespace

bool LatencyGroup::good() const {
    return errors.mean_percent <= mean_limit_percent && std::abs(errors.worst_percent) <= worst_limit_percent;
}

std::vector<LatencyGroup> groups(const LatencyTable& table) {
    std::vector<LatencyGroup> out;
    for (const LatencyPoint& point : table.points) {
        if (!point.is_done()) continue;
        const Setting& s = table.settings[point.row];
        const LatencyGroup wanted{s.arch, s.mechanism, s.pattern, s.memory, s.loopback};
        auto at = std::ranges::find_if(out, [&](const LatencyGroup& g) { return order(g) == order(wanted); });
        if (at == out.end()) at = out.insert(out.end(), wanted);
        add(*at, s, point);
    }
    std::ranges::stable_sort(out, [](const auto& a, const auto& b) { return order(a) < order(b); });
    return out;
}

LatencyGroup all_points(const LatencyTable& table) {
    LatencyGroup all;
    for (const LatencyPoint& point : table.points)
        if (point.is_done()) add(all, table.settings[point.row], point);
    return all;
}

bool good(const LatencyTable& table) {
    return std::ranges::all_of(groups(table), &LatencyGroup::good) &&
           all_points(table).errors.mean_percent <= LatencyGroup::all_limit_percent;
}

std::string to_text(const LatencyTable& table, bool rows) {
    std::string out = rows ? rows_text(table) + "\n" : std::string();
    std::string heading;
    for (const LatencyGroup& group : groups(table)) {
        const std::string own = fmt::format("{} {}", group.arch, group.mechanism);
        if (own != heading)
            out += fmt::format("{}{:<35}  {:>6} {:>6} {:>6} {:>7} {}\n", heading.empty() ? "" : "\n", own, "points",
                               "mean %", "bias %", "worst %", "at");
        heading = own;
        out += line(group, group.good());
    }
    LatencyGroup all = all_points(table);
    all.pattern = "all";
    out += "\n" + line(all, all.errors.mean_percent <= LatencyGroup::all_limit_percent);
    out += fmt::format(
        "limits: mean {} % and worst {} % of each, mean {} % of all\n"
        "! missed; * the sender is one of the receivers; at: transactions x bytes\n",
        LatencyGroup::mean_limit_percent, LatencyGroup::worst_limit_percent, LatencyGroup::all_limit_percent);
    return out;
}

std::string to_json(const LatencyTable& table) {
    ordered_json settings = ordered_json::array(), by_pattern = ordered_json::array();
    std::size_t row = ~std::size_t{0};
    for (const LatencyPoint& p : table.points) {
        if (p.row != row) {
            row = p.row;
            settings.push_back(json_of(table.settings[row]));
            settings.back()["points"] = ordered_json::array();
        }
        ordered_json point{{"bytes", p.bytes}, {"measured_cycles", p.measured}, {"simulated_cycles", nullptr}};
        if (p.is_done()) {
            point["simulated_cycles"] = p.simulated;
            point["error_percent"] = p.error_percent();
        }
        settings.back()["points"].push_back(std::move(point));
    }
    for (const LatencyGroup& g : groups(table)) {
        ordered_json one{{"arch", g.arch},
                         {"mechanism", g.mechanism},
                         {"pattern", g.pattern},
                         {"memory", g.memory},
                         {"loopback", g.loopback}};
        one.update(json_of(g));
        one["passed"] = g.good();
        by_pattern.push_back(std::move(one));
    }
    const ordered_json out{{"schema_version", 1},    {"command", "conformance"},
                           {"kind", "latencies"},    {"complete", table.is_complete()},
                           {"passed", good(table)},  {"all", json_of(all_points(table))},
                           {"patterns", by_pattern}, {"settings", settings}};
    return views::json_dump(out, 1);
}

void take_over(LatencyTable& table, std::string_view text, const std::string& file) {
    const std::string lead = fmt::format("--resume {}: holds no table of transfer times", file);
    const auto other = [&] {
        views::refuse_json(fmt::format("--resume {}", file),
                           "is of other settings; give the same table and options, or another file");
    };
    const ordered_json json = views::parse_json<ordered_json>(text, lead);
    const OrderedValue rows = OrderedValue(json, lead).at("settings");
    auto at = table.points.begin();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const OrderedValue row = rows.element(i), points = row.at("points");
        for (std::size_t k = 0; k < points.size(); ++k, ++at) {
            if (at == table.points.end()) other();
            const Setting& setting = table.settings[at->row];
            const OrderedValue point = points.element(k), simulated = point.at("simulated_cycles");
            if (row.at("arch").word() != setting.arch || row.at("mechanism").word() != setting.mechanism ||
                row.at("pattern").word() != setting.pattern || row.at("memory").word() != setting.memory ||
                row.at("transactions").as<std::uint32_t>() != setting.transactions ||
                row.at("receivers").as<std::uint32_t>() != setting.receivers ||
                point.at("bytes").as<std::uint32_t>() != at->bytes ||
                point.at("measured_cycles").real() != at->measured)
                other();
            if (!simulated.is_null()) at->simulated = simulated.real();
        }
    }
    if (at != table.points.end()) other();
}

}  // namespace tessera::calibration
