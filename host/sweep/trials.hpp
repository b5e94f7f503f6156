// What a run would take with changes that leave its results as they are, found by simulating them: deeper circular
// buffers where somebody waits for one, data movers on the other NoC, other words of parameters that decide only the
// order of the work.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "host/job/source.hpp"
#include "host/run/options.hpp"
#include "sim/views/profile_data.hpp"

namespace tessera::host {

// The run that was profiled, and what it was made from.
struct TriedRun {
    const JobSource& source;
    const Settings& settings;
    const Job& job;
    const WhatIf& changed;
    const RunOptions& options;
    std::uint64_t seed = 0;
    const views::ProfileData& profile;
};

// Whether trials of it take little beside the run itself: by the cycles that its cores ran in sum, not by the host.
bool is_small(const views::ProfileData& profile);

// Fewest cycles first, each change by itself. A change that the machine has no room for, with which the program fails,
// or that takes twice the cycles is left out. On `jobs` threads of the host; `heard`, if given, is called with each
// change before it is run, by one thread at a time.
std::vector<views::Tried> tried_changes(const TriedRun& run, unsigned jobs,
                                        const std::function<void(const std::string&)>& heard = {});

}  // namespace tessera::host
