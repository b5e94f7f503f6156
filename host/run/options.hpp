// How a job is run, whatever it is: the options that every program has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/run/what_if.hpp"
#include "sim/core/options.hpp"

namespace tessera::host {

struct RunOptions {
    std::string lowering = "sfpi-2025";
    std::string profiler_overhead = "on";
    bool no_profiler = false;  // short for the one above being off
    bool strict = false;       // fault::Policy
    bool pedantic = false;     // likewise
    std::string faults;        // fault::parse_verdicts
    bool keep_going = false;
    std::string races = "on";
    std::int64_t schedule = 0;       // the other order that this number draws, 0: the one that the costs give
    std::vector<std::string> delay;  // FILE:LINE=CYCLES
    bool blind_time = false;
    bool first_nan = false;      // NaNs and infinities are followed
    std::string dprint = "all";  // cores whose DPRINT lines are printed; the environment rules where it says so
    std::string gdb;             // gdb_place(); empty: no debugger
    std::int64_t threads = 0;    // of the host: see core::Options; 0: as many as there are
    std::int64_t max_cycles = 2'000'000'000;
    WhatIfOptions what_if;
};

// The same run for its cycles: without values, and heard by nobody.
RunOptions for_time_alone(RunOptions options);
// InputError for a word that is none of those known, and for limits that cannot be.
core::Options core_options(const RunOptions& options);
// RISCs whose data cache is on, as the vendor's environment names them: BR, NC, TR0 to TR2, TR*. A bit each.
std::uint32_t data_caches_of_environment();
sfpu::Lowering chosen_lowering(const std::string& given);  // of --lowering
const arch::Arch& arch_named(const std::string& name);     // of --arch

}  // namespace tessera::host
