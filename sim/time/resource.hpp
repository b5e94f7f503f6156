// Something that serves one request after another: a NoC interface, a DRAM bank, a unit of the coprocessor.
#pragma once

#include <algorithm>

#include "sim/time/cycle.hpp"

namespace tessera {

struct Resource {
    Cycle next_free = 0;
    // Takes the resource at the first cycle not before `ready` for `cycles`; returns the start.
    Cycle take(Cycle ready, Cycle cycles) {
        const Cycle start = std::max(ready, next_free);
        next_free = start + cycles;
        return start;
    }
};

}  // namespace tessera
