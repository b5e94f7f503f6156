// A witness for races, or against them: the same program in other orders that hardware may take (spec/memory-order.md).
#pragma once

#include <functional>
#include <span>

#include "host/run/run.hpp"

namespace tessera::host {

// Two accesses that nothing orders, as a run has named them.
struct FoundRace {
    std::string headline;
    std::vector<std::string> lines;  // of the kernels, as host/run/delay.hpp writes them
};
std::vector<FoundRace> races_of(std::span<const fault::Fault> faults);

// Runs the program with these options: what became different, or nothing.
using DifferenceIn = std::function<std::string(const RunOptions&)>;
// For a job, whose results were `base`; both must outlive it.
DifferenceIn difference_from(const Job& job, const WhatIf& what_if, const RunRecord& base);
// For a job that a fault ended, with `end` as ending() gives it.
DifferenceIn difference_from(const Job& job, const WhatIf& what_if, const std::string& end);
// How a fault ends a program, in a line: a hang is called one.
std::string ending(const fault::Fault& fault);

// Runs `count` orders drawn from the numbers 1 to `count`, and for every race one order for each of its lines, in which
// what that line asks for comes late. Other orders are not judged for races: those of the first run are looked at.
views::OtherOrders try_orders(const RunOptions& options, const std::vector<FoundRace>& races, std::int64_t count,
                              const DifferenceIn& difference,
                              const std::function<void(std::int64_t, std::int64_t)>& progress);

}  // namespace tessera::host
