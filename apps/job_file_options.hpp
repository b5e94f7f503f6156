// tessera run, and a job file as any subcommand takes it: its parameters are known only once it is read.
#pragma once

#include <string>
#include <vector>

#include "apps/cli.hpp"
#include "host/job/job_file.hpp"

namespace tessera::apps {

void add_run(CLI::App& app, CommandLine& line);

void add_param_option(CLI::App& app, std::vector<std::string>& params);  // --param NAME=VALUE

// The file's parameters with what --param says; the file must outlive it.
Settings settings_of(const JobFile& file, const std::vector<std::string>& params);

}  // namespace tessera::apps
