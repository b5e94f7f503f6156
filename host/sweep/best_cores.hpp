// Which number of cores takes the fewest cycles. More are not always faster: they wait for each other at links and
// banks, and where each has little to do its start is what it takes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "host/job/source.hpp"
#include "host/run/options.hpp"

namespace tessera::host {

// A way to run a source with any number of cores; returns the cycles, `never` where it cannot be run with so many.
using CoresTrial = std::function<Cycle(std::uint32_t cores)>;

struct CoresTried {
    std::uint32_t cores = 0;
    Cycle cycles = 0;
};

// Asks for `most` and for ever fewer until one takes more than twice the cycles of the best, past those that cannot be
// run; then for those between the best and its neighbours, halving. What it says is the best of those tried, of equals
// that with the fewest cores: one, with `never` cycles, where none could be run.
CoresTried best_of(std::uint32_t most, unsigned jobs, const CoresTrial& trial);

// The settings with a number where their cores are `best`, found by runs for the time alone on `jobs` threads of the
// host; others are returned as they are. Where no number can be run it is one, whose run says what is wrong. `heard`,
// if given, is called before each run, by one thread at a time.
Settings with_best_cores(const JobSource& source, const Settings& settings, const WhatIf& changed,
                         const RunOptions& options, std::uint64_t seed, unsigned jobs,
                         const std::function<void(std::uint32_t)>& heard = {});

}  // namespace tessera::host
