// --dump of a command that makes one run: its option, what it contradicts, and what is said at the end.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/cli.hpp"
#include "host/debug/dump.hpp"
#include "host/run/options.hpp"
#include "host/run/progress.hpp"

namespace tessera::apps {

void add_dump_option(CLI::App& app, std::vector<std::string>& requests);
// InputError for requests that cannot be, alone or with the other options.
void check_dump(const std::vector<std::string>& requests, const host::RunOptions& run);
// Null where nothing is asked for. What it shows goes to stderr; it must not outlive the progress.
std::unique_ptr<host::Dump> dump_of(const std::vector<std::string>& requests, const host::DumpOptions& options,
                                    host::Progress& progress);
// Whether all was dumped; what was not is said.
bool say_missed(const host::Dump* dump);

}  // namespace tessera::apps
