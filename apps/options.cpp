// Options every subcommand shares, and how their values are checked.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "apps/cli.hpp"
#include "host/compile/files.hpp"
#include "host/run/options.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {
namespace {

std::vector<std::string> architectures() {
    std::vector<std::string> names;
    for (const arch::Arch* a : arch::all()) names.emplace_back(a->name);
    return names;
}

}  // namespace

bool CommandLine::names(const CLI::App& command) const {
    return std::ranges::find(words, command.get_name()) != words.end();
}

void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

std::string text_of_file(const std::string& path) {
    std::optional<std::string> text = host::read_file(path);
    if (!text) throw fault::InputError(fmt::format("{}: cannot be read", path));
    return *std::move(text);
}

void add_common(CLI::App& command, Common& common) {
    command.add_option("--arch", common.arch, fmt::format("{}", fmt::join(architectures(), " or ")))
        ->type_name("NAME")
        ->capture_default_str();
    command.add_flag("--json", common.json, "print one JSON object instead of tables");
    command.add_option("--seed", common.seed, "seed of generated data, 0 or more")
        ->type_name("N")
        ->check(whole_number_from_zero)
        ->capture_default_str();
    command.add_flag("-q,--quiet", common.quiet, "print nothing when all is well");
    command.add_flag("-v,--verbose", common.verbose, "print more");
}

const arch::Arch& chosen_arch(const Common& common) { return arch_named(common.arch); }

}  // namespace tessera::apps
