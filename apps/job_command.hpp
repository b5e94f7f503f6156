// Running what a job is made from, whatever that is: once with everything to be seen of it, or swept.
#pragma once

#include <string>
#include <thread>
#include <vector>

#include "apps/run_options.hpp"

namespace tessera::apps {

struct JobCommand {
    explicit JobCommand(std::span<const host::Parameter> parameters) : settings(parameters) {}
    Common common;
    host::Settings settings;
    host::RunOptions run;
    host::ViewFileOptions files;
    std::vector<std::string> output;  // FILE, or NAME=FILE of one of several results
    bool force = false, program = false, all = false;
    std::vector<std::string> sweep;  // NAME=LIST
    std::int64_t schedules = 0;      // other orders to try
    unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
    std::string csv, shard, resume;
    std::string sarif, junit;       // files of what was found
    std::vector<std::string> dump;  // parse_dump()
};

// Adds everything, `command` must outlive the parse.
void add_job_options(CLI::App& app, JobCommand& command);
int run_command(const host::JobSource& source, const JobCommand& command);

// Puts the parts together that --resume of a sweep's shards left.
struct MergeCommand {
    std::vector<std::string> parts;
    std::string csv;
    bool json = false, quiet = false, force = false;
};
int merge_sweep(const MergeCommand& command);

// "Examples:" and a line each, as the end of a help.
std::string examples_text(const std::vector<std::string>& examples);

}  // namespace tessera::apps
