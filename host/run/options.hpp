// How a job is run, whatever it is: the options that every program has.
#pragma once

#include <cstdint>
#include <string>

#include "host/run/what_if.hpp"
#include "sim/core/machine.hpp"

namespace tessera::host {

struct RunOptions {
    std::string lowering = "sfpi-2025";
    std::string profiler_overhead = "on";
    bool no_profiler = false;  // short for the one above being off
    bool strict = false;
    bool blind_time = false;
    std::int64_t max_cycles = 2'000'000'000;
    WhatIfOptions what_if;
};

// InputError for a word that is none of those known, and for limits that cannot be.
core::Options core_options(const RunOptions& options);
sfpu::Lowering chosen_lowering(const std::string& given);  // of --lowering
const arch::Arch& arch_named(const std::string& name);     // of --arch

}  // namespace tessera::host
