#include "sim/views/workload.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

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

}  // namespace

std::string table(std::span<const Workload> workloads, double clock_ghz) {
    Table out({"workload", "kernels", "cores", "start", "cycles", "us", ""}, {1, 6});
    Cycle total = 0;
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const Workload& w = workloads[i];
        out.add({fmt::to_string(i + 1), w.kernels, fmt::to_string(w.cores), fmt::to_string(w.start),
                 fmt::to_string(w.cycles), fmt::format("{:.2f}", microseconds(w.cycles, clock_ghz)),
                 w.failed.empty() ? "" : "failed: " + w.failed});
        total += w.cycles;
    }
    out.add({"total", "", "", "", fmt::to_string(total), fmt::format("{:.2f}", microseconds(total, clock_ghz)), ""});
    return out.text();
}

nlohmann::ordered_json to_json(std::span<const Workload> workloads, double clock_ghz) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const Workload& w = workloads[i];
        out.push_back(
            {{"workload", i + 1},
             {"kernels", w.kernels},
             {"cores", w.cores},
             {"start", w.start},
             {"cycles", w.cycles},
             {"microseconds", microseconds(w.cycles, clock_ghz)},
             {"failed", w.failed.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(w.failed)}});
    }
    return out;
}

std::string to_csv(std::span<const Workload> workloads, double clock_ghz) {
    std::string out = "workload,kernels,cores,start_cycle,cycles,us,failed\n";
    for (std::size_t i = 0; i < workloads.size(); ++i) {
        const Workload& w = workloads[i];
        out += fmt::format("{},{},{},{},{},{:.3f},{}\n", i + 1, quoted(w.kernels), w.cores, w.start, w.cycles,
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
                         fmt::format("{} on {} core{}: cycle {}, {} cycles = {:.2f} us{}", w.kernels, w.cores,
                                     w.cores == 1 ? "" : "s", w.start, w.cycles, microseconds(w.cycles, clock_ghz),
                                     w.failed.empty() ? "" : ", failed: " + w.failed));
    }
    return out;
}

}  // namespace tessera::views
