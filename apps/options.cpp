// Options every subcommand shares, and how their values are checked.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "apps/cli.hpp"
#include "apps/help_tree.hpp"
#include "host/compile/files.hpp"
#include "host/run/options.hpp"
#include "host/run/terminal.hpp"
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
    return names_all() || std::ranges::find(words, command.get_name()) != words.end();
}

bool CommandLine::names_all() const {
    return !words.empty() && words.front() == "help" && std::ranges::any_of(words, [](const std::string& word) {
        return word.starts_with("--completion") || word.starts_with("--documents");
    });
}

void say(const std::string& text) { views::print_text(stderr, text); }

void show(const std::string& text, std::FILE* stream) { views::print_text(stream, text, screen_of(stream)); }

void say_fault(const fault::Fault& fault, fault::Severity severity) {
    std::string text = views::printable(fault.text(severity));
    const views::Screen screen = screen_of(stderr);
    const bool error = severity == fault::Severity::error;
    const std::string_view word = error ? "error:" : "warning:";
    if (const std::size_t at = text.find(word); at != text.npos)
        text.replace(at, word.size(), screen.paint(error ? views::Ink::red : views::Ink::yellow, word));
    std::fputs(text.c_str(), stderr);
}

std::string text_of_file(const std::string& path) {
    std::optional<std::string> text = host::read_file(path);
    if (!text) throw fault::InputError(fmt::format("{}: cannot be read", path));
    return *std::move(text);
}

void add_common(CLI::App& command, Common& common) {
    offer(command.add_option("--arch", common.arch, fmt::format("{}", fmt::join(architectures(), " or ")))
              ->type_name("NAME")
              ->capture_default_str(),
          architectures());
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
