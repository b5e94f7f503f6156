#include "host/run/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/run/delay.hpp"
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

}  // namespace

std::vector<FoundRace> races_of(std::span<const fault::Fault> faults) {
    std::vector<FoundRace> races;
    for (const fault::Fault& fault : faults) {
        if (fault.id() != fault::Id::race) continue;
        races.push_back({fault.headline(), {place_to_delay(fault.where())}});
        for (const fault::Where& other : fault.related) races.back().lines.push_back(place_to_delay(other));
    }
    return races;
}

std::string ending(const fault::Fault& fault) {
    const bool hangs = fault.id() == fault::Id::deadlock || fault.id() == fault::Id::cycle_limit;
    return (hangs ? "hangs: " : "") + fault.headline();
}

DifferenceIn difference_from(const Job& job, const WhatIf& what_if, const RunRecord& base) {
    return [&](const RunOptions& options) -> std::string {
        try {
            return difference(job, base, run(job, what_if, options));
        } catch (const fault::Fault& fault) {
            // An error that the first run went past ends this one.
            const bool is_known = std::ranges::any_of(base.summary.errors, [&](const fault::Fault& known) {
                return known.id() == fault.id() && known.where().file == fault.where().file &&
                       known.where().line == fault.where().line;
            });
            return is_known ? "" : ending(fault);
        }
    };
}

DifferenceIn difference_from(const Job& job, const WhatIf& what_if, const std::string& end) {
    return [&](const RunOptions& options) -> std::string {
        try {
            run(job, what_if, options);
        } catch (const fault::Fault& fault) {
            return ending(fault) == end ? "" : ending(fault);
        }
        return "comes to its end";
    };
}

views::OtherOrders try_orders(const RunOptions& options, const std::vector<FoundRace>& races, std::int64_t count,
                              const DifferenceIn& difference,
                              const std::function<void(std::int64_t, std::int64_t)>& progress) {
    RunOptions unjudged = options;
    unjudged.races = "off";
    unjudged.first_nan = false;
    unjudged.dprint = "off";
    views::OtherOrders orders;
    orders.tried = static_cast<std::size_t>(count);
    for (const FoundRace& race : races) orders.tried += race.lines.size();
    std::int64_t runs = 0;
    const auto ran = [&](const RunOptions& other, std::string replay,
                         std::vector<views::OtherOrders::Different>& into) {
        progress(++runs, static_cast<std::int64_t>(orders.tried));
        if (std::string what = difference(other); !what.empty()) into.push_back({std::move(replay), std::move(what)});
    };
    for (std::int64_t k = 1; k <= count; ++k) {
        RunOptions other = unjudged;
        other.schedule = k;
        ran(other, fmt::format("--order {}", k), orders.differing);
    }
    for (const FoundRace& race : races) {
        orders.races.push_back({race.headline, {}});
        views::OtherOrders::Race& judged = orders.races.back();
        for (const std::string& line : race.lines) {
            RunOptions other = unjudged;
            other.delay.push_back(fmt::format("{}={}", line, long_delay));
            ran(other, "--delay " + other.delay.back(), judged.witnesses);
        }
    }
    return orders;
}

}  // namespace tessera::host
