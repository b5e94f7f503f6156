// tessera list program: the options of its own, and the run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/cli.hpp"

namespace tessera::apps {

struct ProgramOptions {
    std::string kernel, function;
    std::string lowering = "sfpi-2025", format = "fp32";
    std::vector<std::string> defines, named_args;
    std::vector<std::string> args, common_args, compile_args;
    std::int64_t samples = 64;
    double low = -8, high = 8;
    bool no_compare = false, no_timeline = false;
};

// The options, in a group of `list`.
void add_program_options(CLI::App& list, ProgramOptions& options);
// Prints the programs; the exit code is good, whatever the code is like.
void list_program(const Common& common, const ProgramOptions& options);

}  // namespace tessera::apps
