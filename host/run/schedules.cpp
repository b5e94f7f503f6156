#include "host/run/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

// Long beside what a transfer takes, so that whatever could come first does.
constexpr Cycle long_delay = 20'000;

// What is different, or nothing.
std::string difference(const Job& job, const RunRecord& base, const RunRecord& other) {
    for (std::size_t i = 0; i < base.outputs.size(); ++i) {
        const NpyArray &expected = base.outputs[i], &got = other.outputs[i];
        const auto [at, same] = std::ranges::mismatch(expected.data, got.data);
        if (at == expected.data.end()) continue;
        return fmt::format("{} differs, first in element {}", job.tensors[job.outputs[i]].name,
                           static_cast<std::size_t>(at - expected.data.begin()) / size_of(expected.dtype));
    }
    return "";
}

std::string outcome(const Job& job, const WhatIf& what_if, RunOptions options, const RunRecord& base) {
    options.races = "off";
    options.keep_going = true;
    try {
        return difference(job, base, run(job, what_if, options));
    } catch (const fault::Fault& fault) {
        return fault.headline();
    }
}

}  // namespace

views::OtherOrders try_orders(const Job& job, const WhatIf& what_if, const RunOptions& options, const RunRecord& base,
                              std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& progress) {
    views::OtherOrders orders;
    for (std::int64_t k = 1; k <= count; ++k) {
        progress(k, count);
        RunOptions other = options;
        other.schedule = k;
        if (std::string what = outcome(job, what_if, other, base); !what.empty())
            orders.differing.push_back({fmt::format("--order {}", k), std::move(what)});
    }
    orders.tried = static_cast<std::size_t>(count);
    for (const auto* faults : {&base.summary.errors, &base.summary.warnings})
        for (const fault::Fault& race : *faults) {
            if (race.id() != fault::Id::race) continue;
            views::OtherOrders::Race judged{race.headline(), {}};
            std::vector<fault::Where> lines{race.where()};
            lines.insert(lines.end(), race.related.begin(), race.related.end());
            for (const fault::Where& line : lines) {
                RunOptions other = options;
                const std::string delay = fmt::format("{}:{}={}", line.file, line.line, long_delay);
                other.delay.push_back(delay);
                ++orders.tried;
                if (std::string what = outcome(job, what_if, other, base); !what.empty())
                    judged.witnesses.push_back({"--delay " + delay, std::move(what)});
            }
            orders.races.push_back(std::move(judged));
        }
    return orders;
}

}  // namespace tessera::host
