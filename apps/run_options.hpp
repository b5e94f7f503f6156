// The options of running anything: those of the run, of its files, and the parameters of what is run.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "apps/cli.hpp"
#include "host/job/source.hpp"
#include "host/run/options.hpp"
#include "host/run/progress.hpp"
#include "host/run/view_files.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {

// Each adds options that end up in what is given, which must outlive the parse.
void add_set_option(CLI::App& app, host::WhatIfOptions& options);
// Folders for kernels; part of add_run_options.
void add_include_option(CLI::App& app, const char* group = "Kernel");
// Tessera's own kernels below the API or those of the user's tree; part of add_run_options.
void add_library_option(CLI::App& app, const char* group = "Kernel");
void add_run_options(CLI::App& app, host::RunOptions& options);
// For a command that makes one run.
void add_gdb_option(CLI::App& app, host::RunOptions& options);
// How many other orders are tried, for a command that compares results.
void add_schedules_option(CLI::App& app, std::int64_t& count);
// Long tables whole instead of what they come to.
void add_all_option(CLI::App& app, bool& all);
void add_view_file_options(CLI::App& app, host::ViewFileOptions& options);
void add_parameters(CLI::App& app, host::Settings& settings);

// Shows which number of cores is tried, for host::with_best_cores; must not outlive the progress.
std::function<void(std::uint32_t)> cores_printer(host::Progress& progress);
// Puts warnings, or errors after which a run goes on, on stderr as they come; likewise.
std::function<void(const fault::Fault&)> fault_printer(host::Progress& progress, fault::Severity severity);

}  // namespace tessera::apps
