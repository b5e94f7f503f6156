#include "host/schedule/plan.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "host/schedule/bound.hpp"

namespace tessera::host {
namespace {

using Shares = std::map<CoreCoord, std::vector<UnitRange>>;

void split_evenly(const Problem& problem, const std::vector<CoreCoord>& cores, std::size_t c, Shares& shares) {
    const auto count = static_cast<std::uint32_t>(cores.size()), units = problem.classes[c].count;
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < std::min(count, units); ++i) {
        const std::uint32_t mine = units / count + (i < units % count);
        auto& ranges = shares[cores[i]];
        ranges.resize(problem.classes.size());
        ranges[c] = {next, next + mine};
        next += mine;
    }
}

// What a core has to do so far.
struct Load {
    Cycle compute = 0, moved = 0;
    Cycle with(Cycle more) const { return std::max(compute, moved + more); }
};

// Gives `count` units of so many cycles to a group of cores, each to the one that is done first with it. No other way
// to give out equal units ends earlier.
std::vector<std::uint32_t> fill(std::vector<Load>& loads, std::uint32_t count, Cycle each) {
    std::vector<std::uint32_t> given(loads.size());
    using Entry = std::pair<Cycle, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> next;
    for (std::size_t i = 0; i < loads.size(); ++i) next.emplace(loads[i].with(each), i);
    for (std::uint32_t n = 0; n < count; ++n) {
        const std::size_t i = next.top().second;
        next.pop();
        ++given[i];
        loads[i].moved += each;
        next.emplace(loads[i].with(each), i);
    }
    return given;
}

// Cores i, i + groups, i + 2 groups, ...: neighbours are at different banks.
std::vector<std::size_t> group(std::size_t i, std::size_t groups, std::size_t cores) {
    std::vector<std::size_t> members;
    for (; i < cores; i += groups) members.push_back(i);
    return members;
}

}  // namespace

std::vector<std::uint32_t> order_of(const Problem& problem, const WorkClass& work, bool by_bank) {
    const std::size_t groups = by_bank && work.by_bank ? static_cast<std::size_t>(problem.arch->dram.banks) : 1;
    std::vector<std::vector<std::uint32_t>> of_bank(groups);
    for (std::uint32_t unit = 0; unit < work.count; ++unit)
        of_bank[groups == 1 ? 0 : work.page(unit, 0) % groups].push_back(unit);
    std::vector<std::uint32_t> order;
    order.reserve(work.count);
    for (const auto& units : of_bank) order.insert(order.end(), units.begin(), units.end());
    return order;
}

std::vector<CoreCoord> cores_of(const Problem& problem, bool row_wise) {
    const arch::Grid& grid = problem.arch->grid;
    return grid_to_cores(problem.cores, static_cast<std::uint32_t>(grid.compute_width),
                         static_cast<std::uint32_t>(grid.compute_height), row_wise);
}

Shares even_shares(const Problem& problem, const std::vector<CoreCoord>& cores) {
    Shares shares;
    for (std::size_t c = 0; c < problem.classes.size(); ++c) split_evenly(problem, cores, c, shares);
    return shares;
}

Shares balanced_shares(const Problem& problem, const std::vector<CoreCoord>& cores, bool by_bank) {
    Shares shares;
    for (const CoreCoord& core : cores) shares[core].resize(problem.classes.size());
    const Cycle page = core_page_cycles(problem);
    std::vector<Load> loads(cores.size());
    for (std::size_t c = 0; c < problem.classes.size(); ++c) {
        const WorkClass& work = problem.classes[c];
        if (!work.computed()) continue;
        split_evenly(problem, cores, c, shares);
        for (std::size_t i = 0; i < loads.size(); ++i) {
            const UnitRange& mine = shares[cores[i]][c];
            const Cycle units = mine.end - mine.begin;
            if (units == 0) continue;
            loads[i].compute += work.first_compute() + (units - 1) * work.compute + 2 * page;
            loads[i].moved += units * (work.pages * page + std::max(work.reader, work.writer));
        }
    }
    const auto banks = static_cast<std::uint32_t>(problem.arch->dram.banks);
    for (std::size_t c = 0; c < problem.classes.size(); ++c) {
        const WorkClass& work = problem.classes[c];
        if (work.computed()) continue;
        const bool grouped = by_bank && work.by_bank && cores.size() >= banks;
        std::vector<std::uint32_t> units_of(grouped ? banks : 1);
        for (std::uint32_t unit = 0; unit < work.count; ++unit) ++units_of[grouped ? work.page(unit, 0) % banks : 0];
        std::uint32_t next = 0;
        for (std::size_t g = 0; g < units_of.size(); ++g) {
            const auto members = group(g, units_of.size(), cores.size());
            std::vector<Load> of_group;
            for (const std::size_t i : members) of_group.push_back(loads[i]);
            const auto given = fill(of_group, units_of[g], work.pages * page);
            for (std::size_t k = 0; k < members.size(); ++k) {
                loads[members[k]] = of_group[k];
                shares[cores[members[k]]][c] = {next, next + given[k]};
                next += given[k];
            }
        }
    }
    std::erase_if(shares, [](const auto& share) {
        return std::ranges::all_of(share.second, [](const UnitRange& r) { return r.begin == r.end; });
    });
    return shares;
}

std::uint64_t buffer_pages(const Problem& problem, const std::vector<Batch>& batches) {
    std::uint64_t pages = 0;
    for (std::size_t c = 0; c < batches.size(); ++c) {
        const WorkClass& work = problem.classes[c];
        if (work.count > 0) pages += std::uint64_t{batches[c].buffered} * work.pages * (work.computed() ? 2 : 1);
    }
    return pages;
}

}  // namespace tessera::host
