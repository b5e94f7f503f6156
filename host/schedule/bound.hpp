// What no plan for a problem beats, resource by resource, each as if it were the only one.
#pragma once

#include <string_view>
#include <vector>

#include "host/cores/core_coord.hpp"
#include "host/schedule/problem.hpp"

namespace tessera::host {

struct Bound {
    struct Row {
        std::string_view name;
        Cycle cycles;
    };
    std::vector<Row> rows;
    const Row& largest() const;
};

//  compute  units over all cores, none of which is shared
//  DRAM     pages of the busiest bank
//  NoC      pages of a core, in or out
//  issue    transfers of a core's mover
//  unit     one unit alone, from its read to the end of its write, wherever it lies
Bound bound_of(const Problem& problem);

// What a page takes to go into a core, or out of it: at best, and where all share the banks both ways.
Cycle interface_page_cycles(const Problem& problem);
Cycle core_page_cycles(const Problem& problem);

// A transfer of one page between a core and a bank with nothing else under way.
Cycle page_alone(const Problem& problem, const CoreCoord& core, int bank, bool is_read);

}  // namespace tessera::host
