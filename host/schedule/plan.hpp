// Which core does which units of a problem, and how its movers take them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "host/cores/work_split.hpp"
#include "host/schedule/problem.hpp"

namespace tessera::host {

// How movers take the units of a class: so many behind one barrier, and buffers for so many.
struct Batch {
    std::uint32_t units = 1, buffered = 1;
    friend bool operator==(const Batch&, const Batch&) = default;
};

struct Plan {
    // By class: what the core does, as places in the class's order. Every place is in one share.
    std::map<CoreCoord, std::vector<UnitRange>> shares;
    std::vector<Batch> batches;  // by class
    // A batch of each class in turn, where the reader takes those first that are computed, and the writer last. Else
    // class after class.
    bool in_rounds = false;
    // Classes that can be are taken in the order of the banks of their units, so that a core stays at a bank.
    bool by_bank = false;
    // Cores that compute nothing begin so much later, since what is computed has the longer way.
    Cycle head_start = 0;
};

// The units of a class by place.
std::vector<std::uint32_t> order_of(const Problem& problem, const WorkClass& work, bool by_bank);

// The cores of a problem in the order of split_work_to_cores: down the columns of the grid, or along its rows.
std::vector<CoreCoord> cores_of(const Problem& problem, bool row_wise);

// Every class on its own, as evenly as may be, over as many cores as it has units for (split_work_to_cores).
std::map<CoreCoord, std::vector<UnitRange>> even_shares(const Problem& problem, const std::vector<CoreCoord>& cores);
// What is computed like that; of the rest each core gets as much as it can move by the time that the others are done.
// By bank, each core gets units of one bank, if there are cores enough.
std::map<CoreCoord, std::vector<UnitRange>> balanced_shares(const Problem& problem, const std::vector<CoreCoord>& cores,
                                                            bool by_bank);

// Pages of L1 that the batches of a plan take: of what is computed once for what was read and once for the results.
std::uint64_t buffer_pages(const Problem& problem, const std::vector<Batch>& batches);

}  // namespace tessera::host
