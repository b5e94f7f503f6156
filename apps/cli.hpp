// The command's frame: options every subcommand has, and what a run's end means for the exit code (design.md 8).
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "host/job/words.hpp"
#include "sim/arch/arch.hpp"
#include "sim/fault/fault.hpp"

namespace CLI {
class App;
}

namespace tessera::apps {

using namespace host;

enum ExitCode : int { good = 0, check_failed = 1, usage = 2, unsupported = 3, our_bug = 70 };

struct Common {
    std::string arch = "wormhole_b0";
    bool json = false;
    std::uint64_t seed = 1;
    bool quiet = false;
    bool verbose = false;
};

// Text for stderr, which may be full: the end of main() sees that it was.
void say(const std::string& text);

// Text for stdout, as wide and coloured as screen_of(stdout) says.
void show(const std::string& text, std::FILE* stream = stdout);

// Its text, with the word that says how bad it is in colour where stderr shows it.
void say_fault(const fault::Fault& fault, fault::Severity severity = fault::Severity::error);

// InputError when it cannot be read.
std::string text_of_file(const std::string& path);

// Adds the common options to a subcommand; `common` must outlive the parse.
void add_common(CLI::App& command, Common& common);
const arch::Arch& chosen_arch(const Common& common);

// The words that were typed, and what comes of them. Options are made only for subcommands that are named: making them
// all takes longer than many a run.
struct CommandLine {
    std::vector<std::string> words;
    int exit_code = good;
    bool names(const CLI::App& command) const;
    bool names_all() const;  // `tessera help` makes pages and scripts of all of them
};

// Each adds its subcommand; the callback's exit code goes to `line`.
void add_operations(CLI::App& app, CommandLine& line);
void add_exec(CLI::App& app, CommandLine& line);
void add_profile(CLI::App& app, CommandLine& line);
void add_new(CLI::App& app, CommandLine& line);
void add_merge(CLI::App& app, CommandLine& line);
void add_compare(CLI::App& app, CommandLine& line);
void add_elf(CLI::App& app, CommandLine& line);
void add_explain(CLI::App& app, CommandLine& line);
void add_list(CLI::App& app, CommandLine& line);
void add_conformance(CLI::App& app, CommandLine& line);
void add_accuracy(CLI::App& app, CommandLine& line);
void add_help(CLI::App& app, CommandLine& line);

}  // namespace tessera::apps
