#include "host/schedule/planner.hpp"

#include <algorithm>
#include <vector>

#include "host/schedule/climb.hpp"
#include "host/schedule/play.hpp"

namespace tessera::host {
namespace {

// Of the ways climbed, the best are played whole: a part of a large problem may have misled.
constexpr std::size_t finalists = 2;
// Where plans are rehearsed, as many of all that were played.
constexpr std::size_t rehearsals = 16;
constexpr double rehearsed_transfers = 8000;  // of a problem, at most

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

std::vector<Plan> promising(const std::vector<Climb>& climbs) {
    std::vector<Climb::Played> all;
    for (const Climb& climb : climbs) all.insert(all.end(), climb.played().begin(), climb.played().end());
    std::ranges::stable_sort(all, {}, &Climb::Played::cycles);
    if (all.size() > rehearsals) all.resize(rehearsals);
    std::vector<Plan> plans;
    for (Climb::Played& one : all) plans.push_back(std::move(one.plan));
    return plans;
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

Planned best_plan(const Problem& problem, const Plan& known, const Rehearsal& rehearse) {
    std::vector<Climb> climbs;
    for (Plan& way : ways_to_share(problem)) climbs.emplace_back(problem, std::move(way)).run();
    std::ranges::stable_sort(climbs, {}, &Climb::cycles);
    const bool rehearsed = rehearse && problem.transfers() <= rehearsed_transfers;
    std::vector<Plan> last;
    if (rehearsed)
        last = promising(climbs);
    else
        for (std::size_t i = 0; i < std::min(finalists, climbs.size()); ++i) last.push_back(climbs[i].plan());
    const auto cycles = [&](const Plan& plan) { return rehearsed ? rehearse(plan) : play(problem, plan); };
    Planned best{known, cycles(known), bound_of(problem)};
    for (Plan& plan : last) {
        const Cycle estimate = cycles(plan);
        if (estimate >= best.estimate) continue;
        best.plan = std::move(plan);
        best.estimate = estimate;
    }
    return best;
}

}  // namespace tessera::host
