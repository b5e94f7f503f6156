// Looks for a plan that ends early.
#pragma once

#include <functional>
#include <span>

#include "host/schedule/bound.hpp"
#include "host/schedule/plan.hpp"

namespace tessera::host {

struct Planned {
    Plan plan;
    Cycle estimate = 0;  // by play(), or by a rehearsal
    Bound bound;
    double gap_percent() const;  // of the estimate above the bound
};

// The article's way: every class split evenly on its own, class after class, a unit a barrier; `buffered` units by
// class.
Plan article_plan(const Problem& problem, std::span<const std::uint32_t> buffered);

// A plan for it as it stands, with its bound.
Planned weighed(const Problem& problem, Plan plan);

// The best of those looked at, of which `known` is one. Ways to split are few and all tried; how movers take their
// shares is bettered one choice at a time until no single choice helps. InputError where the L1 of a core has no room
// for one unit of each class.
//
// A play leaves out what kernels do between transfers, and where packets wait for each other a few cycles decide: the
// plan with the least play is often one that was lucky. So where the caller can run a plan as it will be run, and the
// problem is not too large for that, `rehearse` decides between the best of them.
using Rehearsal = std::function<Cycle(const Plan&)>;  // cycles of a whole run
Planned best_plan(const Problem& problem, const Plan& known, const Rehearsal& rehearse = {});

}  // namespace tessera::host
