// One run of a job as its user sees it: on a device of its own, with the views that were asked for.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "host/run/execute.hpp"
#include "host/run/options.hpp"
#include "host/run/progress.hpp"
#include "host/run/view_files.hpp"
#include "sim/views/profile_data.hpp"
#include "sim/views/run_summary.hpp"

namespace tessera::host {

struct RunRecord;

// What is to be seen of a run besides its summary.
struct Views {
    bool profile = false;
    bool programs = false;                       // the lowered SFPU programs as text
    ViewFiles* files = nullptr;                  // hear the run; the caller writes them
    watch::Listener* also = nullptr;             // hears it too
    core::Debugger* debugger = nullptr;          // stops it, where RunOptions::gdb does not
    Progress* progress = nullptr;                // shows how far the run is, by what of its results has been written
    views::FirstNonFinite* first_nan = nullptr;  // set with RunOptions::first_nan, also where a fault ends the run
    // Called when a fault ends the run, before run() throws it; the record has neither results nor a check.
    std::function<void(const RunRecord&)> partial = {};
    // Hear at once what the summary keeps.
    std::function<void(const fault::Fault&)> warned = {}, passed = {};
};

struct DramLoad {
    Cycle busiest_cycles = 0;
    int busiest_bank = -1;
};

struct RunRecord {
    views::RunSummary summary;
    std::vector<NpyArray> outputs;  // by Job::outputs
    DramLoad dram;
    std::optional<views::ProfileData> profile;
    std::vector<std::string> programs;
    std::set<std::string> kernel_files;  // Device::kernel_files()
};

// What a summary, which has its units, says of the machine and of the options, whatever ran.
void describe(views::RunSummary& out, const WhatIf& what_if, const core::Options& options);

// The job must have been planned for `what_if.arch`. Throws as execute() does.
RunRecord run(const Job& job, const WhatIf& what_if, const RunOptions& options, const Views& views = {});

}  // namespace tessera::host
