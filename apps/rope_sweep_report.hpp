// The rows of a sweep: what is measured of a run, and how the rows are printed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/rope_options.hpp"
#include "host/ops/rope/rope.hpp"
#include "sim/noc/network.hpp"
#include "sim/views/summary.hpp"

namespace tessera::apps {

struct Finish {
    std::string core;
    Cycle cycles = 0;
};

struct Measured {
    WhatIf what_if;
    std::size_t cores = 0;  // that had work
    Cycle cycles = 0;
    double microseconds = 0;
    double elements_per_us = 0;
    double dram_gb_per_s = 0;  // read and written
    std::string busiest;       // unit of a core or DRAM bank
    double busy_percent = 0;   // of the run
    Finish slowest, fastest;
    std::optional<double> max_error;  // nothing with blind time
};

Measured measure(const RopeJob& job, const host::RopeRun& run, const noc::Network& network,
                 std::span<const views::SummaryLine> lines);

struct SweptParameter {
    std::string name;
    std::vector<std::string> values;
};

struct SweepPoint {
    std::vector<std::string> values;  // by parameter
    std::optional<Measured> measured;
    std::string failed;  // the reason; empty when all is well
};

struct Sweep {
    const RopeCommand& command;
    std::vector<SweptParameter> parameters;
    std::vector<SweepPoint> points;
    std::size_t failed() const;
};

// Speedup is work per time beside that of the first run that went well, efficiency that by the ratio of the cores.
std::string to_text(const Sweep& sweep);
std::string to_json(const Sweep& sweep);  // one object, schema_version 1
std::string to_csv(const Sweep& sweep);

}  // namespace tessera::apps
