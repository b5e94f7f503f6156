#include "sim/views/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "sim/views/table.hpp"

namespace tessera::views {
namespace {

double microseconds(Cycle cycles, double clock_ghz) { return static_cast<double>(cycles) / clock_ghz / 1000.0; }

// In quotes, with those inside doubled.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

// A row for all workloads of the same kernels on as many cores, in the order of their first; those that failed by name.
std::string grouped(std::span<const Workload> workloads, double clock_ghz, const Screen& screen) {
    std::string failed;
    Cycle total = 0;
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const Workload& w = workloads[i];
        total += w.cycles;
        if (!w.failed.empty()) failed += labelled("failed", fmt::format("workload {}: {}", i + 1, w.failed), 7, screen);
    }
    Table out({"kernels", "cores", "workloads", "least", "median", "most", "all", "us", "%"});
    const auto add = [&](const std::string& name, const std::string& cores, std::vector<Cycle> cycles) {
        std::ranges::sort(cycles);
        const Cycle sum = std::accumulate(cycles.begin(), cycles.end(), Cycle{0});
        out.add(
            {shortened(name, screen.width / 3), cores, fmt::to_string(cycles.size()), fmt::to_string(cycles.front()),
             fmt::to_string(cycles[cycles.size() / 2]), fmt::to_string(cycles.back()), fmt::to_string(sum),
             fmt::format("{:.2f}", microseconds(sum, clock_ghz)),
             fmt::format("{:.1f}", total == 0 ? 0.0 : 100.0 * static_cast<double>(sum) / static_cast<double>(total))});
    };
    std::vector<Cycle> all;
    for (const auto& kind : kinds_of(workloads)) {
        std::vector<Cycle> cycles;
        for (const Workload* one : kind) cycles.push_back(one->cycles);
        add(kind.front()->name(), fmt::to_string(kind.front()->cores), cycles);
        all.insert(all.end(), cycles.begin(), cycles.end());
    }
    add("total", "", all);
    return screen.paint(Ink::bold, fmt::format("{} workloads, in cycles; --all lists each", workloads.size())) + "\n" +
           out.text(screen) + failed;
}

}  // namespace

std::string table(std::span<const Workload> workloads, double clock_ghz, const Screen& screen) {
    if (workloads.size() > most_workloads_listed && !screen.all) return grouped(workloads, clock_ghz, screen);
    Table out({"workload", "kernels", "cores", "start", "cycles", "us", ""}, {1, 6});
    Cycle total = 0;
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const Workload& w = workloads[i];
        out.add({fmt::to_string(i + 1), w.name(), fmt::to_string(w.cores), fmt::to_string(w.start),
                 fmt::to_string(w.cycles), fmt::format("{:.2f}", microseconds(w.cycles, clock_ghz)),
                 w.failed.empty() ? "" : "failed: " + w.failed});
        total += w.cycles;
    }
    out.add({"total", "", "", "", fmt::to_string(total), fmt::format("{:.2f}", microseconds(total, clock_ghz)), ""});
    return out.text(screen);
}

nlohmann::ordered_json to_json(std::span<const Workload> workloads, double clock_ghz) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const Workload& w = workloads[i];
        out.push_back(
            {{"workload", i + 1},
             {"kernels", w.kernels},
             {"compile_args", w.named_args},
             {"cores", w.cores},
             {"start", w.start},
             {"cycles", w.cycles},
             {"microseconds", microseconds(w.cycles, clock_ghz)},
             {"failed", w.failed.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(w.failed)}});
        if (w.limit) out.back()["limit"] = to_json(*w.limit);
    }
    return out;
}

std::string to_csv(std::span<const Workload> workloads, double clock_ghz) {
    std::string out = "workload,kernels,cores,start_cycle,cycles,us,failed\n";
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const Workload& w = workloads[i];
        out += fmt::format("{},{},{},{},{},{:.3f},{}\n", i + 1, quoted(w.name()), w.cores, w.start, w.cycles,
                           microseconds(w.cycles, clock_ghz), w.failed.empty() ? "" : quoted(w.failed));
    }
    return out;
}

std::vector<std::pair<std::string, std::string>> facts_of(std::span<const Workload> workloads, double clock_ghz) {
    std::vector<std::pair<std::string, std::string>> out;
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const Workload& w = workloads[i];
        if (i == most_workload_facts) {
            out.emplace_back("workloads", fmt::format("{} more", workloads.size() - i));
            break;
        }
        out.emplace_back(fmt::format("workload {}", i + 1),
                         fmt::format("{} on {} core{}: cycle {}, {} cycles = {:.2f} us{}", w.name(), w.cores,
                                     w.cores == 1 ? "" : "s", w.start, w.cycles, microseconds(w.cycles, clock_ghz),
                                     w.failed.empty() ? "" : ", failed: " + w.failed));
    }
    return out;
}

}  // namespace tessera::views
