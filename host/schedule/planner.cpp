#include "host/schedule/planner.hpp"

#include <algorithm>
#include <vector>

#include "host/schedule/climb.hpp"
#include "host/schedule/play.hpp"

namespace tessera::host {
namespace {

// Of the ways climbed, the best are played whole: a part of a large problem may have misled.
constexpr std::size_t finalists = 2;

// Where each core works, with nothing said yet of how.
std::vector<Plan> ways_to_share(const Problem& problem) {
    const bool many = problem.cores >= static_cast<std::uint32_t>(problem.arch->dram.banks);
    const bool can = many && std::ranges::any_of(problem.classes, &WorkClass::by_bank);
    std::vector<Plan> ways;
    for (const bool row_wise : {false, true})
        for (const bool by_bank : {false, true}) {
            if (by_bank && !can) continue;
            Plan& way = ways.emplace_back();
            way.shares = balanced_shares(problem, cores_of(problem, row_wise), by_bank);
            way.by_bank = by_bank;
        }
    return ways;
}

}  // namespace

double Planned::gap_percent() const {
    return 100 * (static_cast<double>(estimate) / static_cast<double>(bound.largest().cycles) - 1);
}

Plan article_plan(const Problem& problem, std::span<const std::uint32_t> buffered) {
    Plan plan;
    plan.shares = even_shares(problem, cores_of(problem, false));
    for (const std::uint32_t units : buffered) plan.batches.push_back({1, units});
    return plan;
}

Planned weighed(const Problem& problem, Plan plan) {
    const Cycle estimate = play(problem, plan);
    return {std::move(plan), estimate, bound_of(problem)};
}

Planned best_plan(const Problem& problem, const Plan& known) {
    std::vector<Climb> climbs;
    for (Plan& way : ways_to_share(problem)) climbs.emplace_back(problem, std::move(way)).run();
    std::ranges::stable_sort(climbs, {}, &Climb::cycles);
    Planned best = weighed(problem, known);
    for (std::size_t i = 0; i < std::min(finalists, climbs.size()); ++i) {
        const Cycle estimate = play(problem, climbs[i].plan());
        if (estimate >= best.estimate) continue;
        best.plan = climbs[i].plan();
        best.estimate = estimate;
    }
    return best;
}

}  // namespace tessera::host
