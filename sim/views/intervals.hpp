// A set of cycles as intervals [begin, end), added in any order; what mostly comes in the order of time stays cheap.
#pragma once

#include <utility>
#include <vector>

#include "sim/time/cycle.hpp"

namespace tessera::views {

class Intervals {
  public:
    void add(Cycle begin, Cycle end);
    // Cycles of the set below `until`.
    Cycle covered(Cycle until) const;
    // Calls `act` with each, in the order of time.
    template <class Act>
    void each(Act act) const {
        for (const auto& [begin, end] : sorted()) act(begin, end);
    }
    // Adds the other set.
    void join(const Intervals& other);

  private:
    using Interval = std::pair<Cycle, Cycle>;
    static void merge_sorted(std::vector<Interval>& all);
    std::vector<Interval> sorted() const;
    void tidy();

    std::vector<Interval> all_;
    std::size_t tidy_at_ = 1024;  // elements
};

}  // namespace tessera::views
