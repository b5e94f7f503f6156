// A job run once for every combination of values, as a table:
//
//     sweep  cores = 1, 2, 4
//     cores  cycles     us  speedup  efficiency  max error  DRAM GB/s  busy %
//         1   47922  47.92     1.00       100 %    3.7e-03       10.9    19.4
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/job/source.hpp"
#include "host/run/run.hpp"
#include "host/sweep/shard.hpp"
#include "sim/views/screen.hpp"

namespace tessera::host {

struct Finish {
    std::string core;
    Cycle cycles = 0;
};

struct Measured {
    std::string calibration;
    views::Changes changes;
    std::size_t cores = 0;  // that had work
    Cycle cycles = 0;
    double microseconds = 0;
    double elements_per_us = 0;
    double dram_gb_per_s = 0;  // read and written
    std::string busiest;       // unit of a core or DRAM bank
    double busy_percent = 0;   // of the run
    Finish slowest, fastest;
    std::optional<double> max_error;  // nothing where there was no check
};

struct SweptParameter {
    std::string name;
    std::vector<std::string> values;
    friend bool operator==(const SweptParameter&, const SweptParameter&) = default;
};

struct SweepPoint {
    std::vector<std::string> values;  // by parameter
    bool done = false;                // otherwise it belongs to another shard
    std::optional<Measured> measured;
    std::string failed;  // the reason; empty when all is well
};

// What decides the figures, and the figures.
struct Sweep {
    std::string name;                  // of what was run
    std::vector<std::string> request;  // the settings that all runs share, NAME=VALUE
    std::uint64_t seed = 0;
    bool blind_time = false;
    std::vector<std::string> set;  // constants in every run
    std::string board;
    std::string harvest;
    std::vector<SweptParameter> parameters;
    std::vector<SweepPoint> points;  // the last parameter changes fastest
    std::size_t failed() const;
    bool is_complete() const;
};

struct SweepRequest {
    const JobSource& source;
    Settings settings;
    RunOptions run;
    std::string arch;
    std::uint64_t seed = 1;
    std::vector<std::string> lists;  // NAME=LIST: a parameter, lowering, arch or a constant
    Shard shard = {};
    unsigned jobs = 1;  // host threads; nothing depends on them
};

// The runs there will be, none of them done. InputError for what cannot be swept.
Sweep planned(const SweepRequest& request);

// Runs what is not done yet of the request's shard. A run that fails is a point with its reason. `heard`, if given,
// is called after each run: how many of how many are done.
using SweepProgress = std::function<void(const Sweep&, std::size_t, std::size_t)>;
void work_on(Sweep& sweep, const SweepRequest& request, const SweepProgress& heard = {});

// Speedup is work per time beside that of the first run that went well. Efficiency is work per time and core beside
// that of the first run that differs in one parameter and by that in its cores; without such a run there is none.
std::string to_text(const Sweep& sweep, const views::Screen& screen = {});
std::string to_json(const Sweep& sweep);  // one object, schema_version 1
std::string to_csv(const Sweep& sweep);

}  // namespace tessera::host
