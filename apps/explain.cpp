// tessera explain ID
#include "apps/explain.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <charconv>
#include <memory>

#include "apps/cli.hpp"
#include "apps/explain_examples.hpp"
#include "apps/help_tree.hpp"
#include "host/run/terminal.hpp"
#include "sim/fault/explanation.hpp"

namespace tessera::apps {
namespace {

using fault::InputError;
using views::Ink;

constexpr std::size_t text_column = 11;  // where texts begin

std::string after(const fault::Row& row) {
    switch (row.goes_on) {
        case fault::GoesOn::never: return "ends the run";
        case fault::GoesOn::sometimes: return "ends the run; at some places --keep-going or --faults let it go on";
        case fault::GoesOn::always: return fmt::format("--keep-going or --faults {}=warn let the run go on", row.name);
    }
    return "";
}

// Lines as a difference: what has the fault in red, what corrects it in green.
std::string shown(const Example& example, const views::Screen& screen) {
    const std::string whole = example.text();
    std::string out;
    for (std::string_view rest = whole; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end + 1);
        const bool wrong = line.starts_with('-'), mended = line.starts_with('+');
        const std::string text = fmt::format("  {}{}", wrong || mended ? "" : " ", line);
        out += (wrong ? screen.paint(Ink::red, text) : mended ? screen.paint(Ink::green, text) : text) + "\n";
    }
    return out;
}

struct ExplainCommand {
    std::string fault;
    bool example = false, mended = false;
};

int run(const ExplainCommand& given) {
    const std::optional<fault::Id> id = fault_named(given.fault);
    if (!id) {
        std::vector<std::string> names;
        for (const fault::Row& row : fault::rows()) names.emplace_back(row.name);
        throw InputError(fmt::format("explain {}: no such fault; {}; `tessera list faults` has all", given.fault,
                                     hint(given.fault, names)));
    }
    if (!given.example && !given.mended) {
        show(explained(*id, screen_of(stdout)));
        return good;
    }
    const Example* example = example_of(*id);
    if (example == nullptr)
        throw InputError(fmt::format("explain {}: there is no example of it: {}", given.fault, why_no_example(*id)));
    fmt::print("{}", given.example ? example->wrong() : example->mended());
    return good;
}

}  // namespace

std::optional<fault::Id> fault_named(const std::string& word) {
    std::string text;
    for (const char c : word) text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const fault::Row& row : fault::rows())
        if (row.name == text) return row.id;
    if (text.starts_with("ts")) text = text.substr(2);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    for (const fault::Row& row : fault::rows())
        if (static_cast<int>(row.id) == number) return row.id;
    return std::nullopt;
}

std::string explained(fault::Id id, const views::Screen& screen) {
    const fault::Row& row = fault::row(id);
    const fault::Explanation& more = fault::explanation(id);
    const auto line = [&](const char* label, std::string_view text) {
        return views::labelled(label, std::string(text), text_column, screen);
    };
    std::string out =
        fmt::format("{}  {}\n\n", screen.paint(Ink::bold, fault::code(id)), screen.paint(Ink::bold, row.name));
    out += line("means", row.meaning) + line("whose", fault::name(row.category)) + line("silicon", more.silicon);
    out += line("remedy", row.remedy) + line("afterwards", after(row));
    std::string related;
    for (const fault::Id other : more.related)
        if (other != fault::Id{})
            related += fmt::format("{}{} {}", related.empty() ? "" : ", ", fault::code(other), fault::row(other).name);
    if (!related.empty()) out += line("related", related);
    const Example* example = example_of(id);
    if (example == nullptr) return out + line("example", fmt::format("none: {}", why_no_example(id)));
    out += line("example", "a job; lines with - have the fault, lines with + correct it. Run it:");
    out += line("", fmt::format("tessera explain {} --example > wrong.toml", fault::code(id)));
    out += line("", fmt::format("tessera run wrong.toml{}{}", example->options.empty() ? "" : " ", example->options));
    return out + "\n" + shown(*example, screen);
}

void add_explain(CLI::App& app, CommandLine& line) {
    CLI::App* command = app.add_subcommand("explain", "tell what a fault means, with a program that has it");
    if (!line.names(*command)) return;
    auto given = std::make_shared<ExplainCommand>();
    command->add_option("fault", given->fault, "its number or name, as TS014 or dst-index")
        ->type_name("ID")
        ->required();
    CLI::Option* example = command->add_flag("--example", given->example, "only the job file that has the fault");
    command->add_flag("--mended", given->mended, "only the job file without it")->excludes(example);
    command->footer(
        "Examples:\n"
        "  tessera explain TS014\n"
        "  tessera explain race --example > race.toml && tessera run race.toml\n"
        "  tessera help TS014                              the same as explain");
    command->callback([=, &line] { line.exit_code = run(*given); });
}

}  // namespace tessera::apps
