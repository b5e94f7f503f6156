// tessera rope --sweep NAME=LIST: one run for every combination of values, as a table.
//
//     sweep  cores = 1, 2, 4
//     cores  cycles     us  speedup  efficiency  DRAM GB/s  busiest unit        busy %  slowest core   fastest core
//         1   47922  47.92     1.00       100 %       10.9  TRISC1 math (0,0)     19.4  (0,0) 47981    (0,0) 47981
#pragma once

#include <string>
#include <thread>
#include <vector>

#include "apps/rope_options.hpp"

namespace tessera::apps {

struct SweepOptions {
    std::vector<std::string> sweep;  // NAME=LIST
    unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
    std::string csv;
};
void add_sweep_options(CLI::App& app, SweepOptions& options);

// Prints the table or one JSON object, and writes the CSV. A run that fails is a row with its reason, and exit code
// check_failed. The output does not depend on `jobs`.
int run_sweep(const RopeCommand& command, const SweepOptions& options, bool overwrite);

}  // namespace tessera::apps
