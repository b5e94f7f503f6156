// tessera help job-file: the keys of a job file, as a page, in the man page, and as a JSON schema.
#pragma once

#include <string>
#include <vector>

#include "apps/cli.hpp"
#include "apps/help_tree.hpp"

namespace tessera::apps {

void add_help_job_file(CLI::App& help, CommandLine& line);

// A group for each table, as the man page has them.
std::vector<HelpGroup> job_file_keys();

std::string job_file_schema();  // the text of the file that editors take

}  // namespace tessera::apps
