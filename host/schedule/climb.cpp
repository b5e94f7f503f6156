#include "host/schedule/climb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/schedule/play.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

constexpr std::uint32_t largest_batch = 128;  // pages behind a barrier; a mover counts 255 (timing.md 3.1)
constexpr double compared_transfers = 16000;  // of a large problem, by which plans are compared
constexpr double played_transfers = 600'000;  // by all comparisons
constexpr unsigned most_plays = 400;
constexpr std::array<Cycle, 6> head_starts{0, 64, 128, 256, 512, 1024};

}  // namespace

Climb::Climb(const Problem& problem, Plan way)
    : problem_(&problem), share_(std::min(1.0, compared_transfers / problem.transfers())), best_(std::move(way)) {
    plays_ = static_cast<unsigned>(std::min<double>(most_plays, played_transfers / (share_ * problem.transfers())));
    for (std::size_t c = 0; c < problem.classes.size(); ++c) {
        std::uint32_t most = 1;
        for (const auto& [core, ranges] : best_.shares) most = std::max(most, ranges[c].end - ranges[c].begin);
        most_.push_back(std::min(most, problem.classes[c].most_buffered));
        largest_.push_back(std::clamp(largest_batch / problem.classes[c].pages, 1u, most_.back()));
    }
    start_with_room();
    cycles_ = play(problem, best_, share_);
    played_.push_back({best_, cycles_});
}

void Climb::start_with_room() {
    best_.in_rounds = true;
    for (std::uint32_t units = largest_batch; units > 0; units /= 2) {
        best_.batches.clear();
        for (std::size_t c = 0; c < most_.size(); ++c) best_.batches.push_back(batch(c, units, 2 * units));
        if (buffer_pages(*problem_, best_.batches) <= problem_->buffer_pages) return;
    }
    throw fault::InputError(
        fmt::format("a schedule needs buffers for {} pages of {} bytes in the L1 of each core, which has room for {}",
                    buffer_pages(*problem_, best_.batches), problem_->page_bytes, problem_->buffer_pages));
}

void Climb::run() {
    for (bool any = true; any;) {
        any = false;
        for (const Plan& plan : neighbours()) {
            if (!take_if_better(plan)) continue;
            any = true;
            break;
        }
    }
}

// So many units behind a barrier, and buffers of whole batches for about so many; for more than a core has is no use.
Batch Climb::batch(std::size_t work, std::uint32_t units, std::uint32_t buffered) const {
    units = std::clamp(units, 1u, largest_[work]);
    buffered = std::clamp(buffered, units, most_[work]);
    return {units, buffered / units * units};
}

std::vector<Plan> Climb::neighbours() const {
    std::vector<Plan> plans;
    const auto add = [&](auto change) {
        plans.push_back(best_);
        change(plans.back());
    };
    for (std::size_t c = best_.batches.size(); c-- > 0;) {
        const auto [units, buffered] = best_.batches[c];
        for (const Batch& other :
             {batch(c, units * 2, buffered * 2), batch(c, units / 2, buffered / 2), batch(c, units * 2, buffered),
              batch(c, units / 2, buffered), batch(c, units, buffered * 2), batch(c, units, buffered / 2)})
            add([&](Plan& plan) { plan.batches[c] = other; });
    }
    add([](Plan& plan) { plan.in_rounds = !plan.in_rounds; });
    for (const Cycle cycles : head_starts)
        if (cycles != best_.head_start) add([&](Plan& plan) { plan.head_start = cycles; });
    return plans;
}

bool Climb::take_if_better(const Plan& plan) {
    std::vector<std::uint32_t> batches;
    for (const auto& [units, buffered] : plan.batches) batches.insert(batches.end(), {units, buffered});
    if (plays_ == 0 || buffer_pages(*problem_, plan.batches) > problem_->buffer_pages ||
        !seen_.emplace(std::move(batches), plan.in_rounds, plan.head_start).second)
        return false;
    --plays_;
    const Cycle cycles = play(*problem_, plan, share_);
    played_.push_back({plan, cycles});
    if (cycles >= cycles_) return false;
    best_ = plan;
    cycles_ = cycles;
    return true;
}

}  // namespace tessera::host
