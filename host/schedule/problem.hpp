// Work for several cores as a planner of schedules sees it: units of a few classes, the DRAM pages that each moves, and
// what it costs a core. What a unit is, is the business of who asks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::host {

struct WorkClass {
    std::string name;  // of several units: "pairs"
    std::uint32_t count = 0;
    // A unit reads so many pages of one interleaved tensor and writes those of another with the same numbers:
    // page(unit, i), i below `pages`.
    std::uint32_t pages = 1;
    std::function<std::uint32_t(std::uint32_t unit, std::uint32_t i)> page = {};
    Cycle compute = 0;       // a unit keeps the compute RISCs so long; 0: the writer takes what the reader brought
    std::int64_t first = 0;  // and a core's first unit so much longer
    Cycle reader = 0, writer = 0;              // and either mover, besides the unit's pages
    Cycle lead = 0;                            // and the reader, before it asks for a core's first unit
    bool by_bank = false;                      // kernels can take its units bank after bank
    std::uint32_t most_buffered = UINT32_MAX;  // units that kernels allow under way on a core

    bool computed() const { return compute != 0; }
    Cycle first_compute() const {
        return static_cast<Cycle>(std::max<std::int64_t>(1, static_cast<std::int64_t>(compute) + first));
    }
};

struct Problem {
    const arch::Arch* arch = nullptr;
    std::uint32_t cores = 1;  // that may take part
    std::uint32_t page_bytes = 0;
    std::uint32_t buffer_pages = 0;         // of a core's L1, for pages on their way
    Cycle start = 0;                        // from the start of a kernel to its first transfer
    Cycle read_issue = 0, write_issue = 0;  // of a page, by a mover
    std::vector<WorkClass> classes;

    // Of all its pages, read and written.
    double transfers() const {
        double sum = 0;
        for (const WorkClass& work : classes) sum += 2.0 * work.count * work.pages;
        return std::max(1.0, sum);
    }
};

}  // namespace tessera::host
