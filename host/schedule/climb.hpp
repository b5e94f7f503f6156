// Betters a plan one choice at a time: batches, their order, when cores begin. Who works where stays.
#pragma once

#include <set>
#include <tuple>
#include <vector>

#include "host/schedule/plan.hpp"

namespace tessera::host {

class Climb {
  public:
    // From the largest batches that leave room for as much again. InputError where the L1 of a core has no room for one
    // unit of each class. `problem` must outlive it.
    Climb(const Problem& problem, Plan way);

    // Until no single choice helps, or a large problem has been played often enough.
    void run();

    const Plan& plan() const { return best_; }
    Cycle cycles() const { return cycles_; }  // of that part of the problem by which plans are compared
    struct Played {
        Plan plan;
        Cycle cycles;  // as cycles() has them
    };
    const std::vector<Played>& played() const { return played_; }  // in the order in which they were

  private:
    void start_with_room();
    Batch batch(std::size_t work, std::uint32_t units, std::uint32_t buffered) const;
    std::vector<Plan> neighbours() const;
    bool take_if_better(const Plan& plan);

    const Problem* problem_;
    double share_;                               // of the problem
    unsigned plays_;                             // that are left
    std::vector<std::uint32_t> largest_, most_;  // units behind a barrier, and of a core, by class
    Plan best_;
    Cycle cycles_ = 0;
    std::vector<Played> played_;
    std::set<std::tuple<std::vector<std::uint32_t>, bool, Cycle>> seen_;
};

}  // namespace tessera::host
