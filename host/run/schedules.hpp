// A witness for races, or against them: the same job in other orders that hardware may take (spec/memory-order.md).
#pragma once

#include "host/run/run.hpp"

namespace tessera::host {

// Runs `count` orders drawn from the numbers 1 to `count`, and for every race that `base` has come upon one order for
// each of its two lines, in which what that line asks for comes late. `base` must have gone on after races.
views::OtherOrders try_orders(const Job& job, const WhatIf& what_if, const RunOptions& options, const RunRecord& base,
                              std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& progress);

}  // namespace tessera::host
