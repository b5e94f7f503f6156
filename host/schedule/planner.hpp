// Looks for a plan that ends early.
#pragma once

#include <span>

#include "host/schedule/bound.hpp"
#include "host/schedule/plan.hpp"

namespace tessera::host {

struct Planned {
    Plan plan;
    Cycle estimate = 0;  // by play()
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
Planned best_plan(const Problem& problem, const Plan& known);

}  // namespace tessera::host
