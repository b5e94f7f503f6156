#include "apps/help_job_file.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "apps/help_format.hpp"
#include "host/job/file/keys.hpp"
#include "host/job/schema.hpp"
#include "host/run/terminal.hpp"

namespace tessera::apps {
namespace {

using namespace job_file;

// How a value is written.
std::string value_of(const Key& key) {
    switch (key.takes) {
        case Takes::text: return "TEXT";
        case Takes::word: return key.choices.empty() ? "TEXT" : "NAME";
        case Takes::format: return "FORMAT";
        case Takes::whole: return "N";
        case Takes::number: return "X";
        case Takes::flag: return "true";
        case Takes::literal: return "VALUE";
        case Takes::cores: return "CORES";
        case Takes::texts: return "[TEXT, ...]";
        case Takes::words: return "[NAME, ...]";
        case Takes::wholes: return "[N, ...]";
        case Takes::named_literals: return "{ NAME = VALUE }";
        case Takes::named_numbers: return "{ NAME = X }";
        case Takes::named_lists: return "{ CORES = [N, ...] }";
        case Takes::named_texts: return "{ NAME = TEXT }";
        default: return "";  // has a heading of its own
    }
}

HelpOption option_of(const Key& key) {
    HelpOption out;
    out.names = {std::string(key.name)};
    if (!key.also.empty()) out.names.emplace_back(key.also);
    out.value = value_of(key);
    out.text = key.text;
    out.takes_value = true;
    out.required = key.fallback == needed;
    if (!out.required) out.fallback = key.fallback;
    out.choices.assign(key.choices.begin(), key.choices.end());
    return out;
}

std::string text_of(const HelpOption& option) {
    std::string out = option.text;
    if (!option.choices.empty()) out += fmt::format("; one of {}", fmt::join(option.choices, ", "));
    if (!option.fallback.empty()) out += fmt::format(" (default {})", option.fallback);
    if (option.required) out += " (needed)";
    return out;
}

// The words by which the page can be asked for a part: tables, and keys.
std::vector<std::string> words() {
    std::vector<std::string> out;
    for (const TableRow& row : tables())
        if (!row.key.empty()) out.emplace_back(row.key);
    for (const Key& key : keys())
        if (std::ranges::find(out, key.name) == out.end()) out.emplace_back(key.name);
    return out;
}

std::string page(const std::string& word, const views::Screen& screen) {
    std::string out;
    const std::vector<HelpGroup> groups = job_file_keys();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const bool whole = word.empty() || tables()[i].key == word;
        std::string lines;
        for (const HelpOption& option : groups[i].options)
            if (whole || std::ranges::find(option.names, word) != option.names.end())
                lines += two_columns(fmt::format("{} = {}", fmt::join(option.names, ", "), option.value),
                                     text_of(option), screen);
        if (lines.empty()) continue;
        out += fmt::format("{}{}:\n", out.empty() ? "" : "\n", screen.paint(views::Ink::bold, groups[i].name));
        if (whole) out += views::wrapped(groups[i].about, screen.width, 0) + "\n";
        out += lines;
    }
    return out;
}

struct KeysAsked {
    std::string word;
    bool json = false;
};

int run(const KeysAsked& asked) {
    if (asked.json) {
        if (!asked.word.empty())
            throw fault::InputError("help job-file --json: the schema is of all keys; leave out the word");
        fmt::print("{}", job_file_schema());
        return good;
    }
    const std::string text = page(asked.word, screen_of(stdout));
    if (text.empty())
        throw fault::InputError(
            fmt::format("help job-file {}: no such key; {}", asked.word, hint(asked.word, words())));
    show(text);
    return good;
}

}  // namespace

std::vector<HelpGroup> job_file_keys() {
    std::vector<HelpGroup> out;
    for (const TableRow& row : tables()) {
        HelpGroup group{std::string(row.heading), {}, std::string(row.about)};
        for (const Key& key : keys())
            if (key.table == row.table && !value_of(key).empty()) group.options.push_back(option_of(key));
        out.push_back(std::move(group));
    }
    return out;
}

std::string job_file_schema() { return job_schema().dump(2) + "\n"; }

void add_help_job_file(CLI::App& help, CommandLine& line) {
    CLI::App* command = help.add_subcommand("job-file", "list the keys of a job file");
    if (!line.names(*command)) return;
    auto asked = std::make_shared<KeysAsked>();
    offer(command->add_option("key", asked->word, "one table or key")->type_name("NAME"), words());
    command->add_flag("--json", asked->json, "print the JSON schema that editors take");
    command->footer(
        "Examples:\n"
        "  tessera help job-file\n"
        "  tessera help job-file kernel                    one table\n"
        "  tessera help job-file page_bytes                a key, in all tables that have it\n"
        "  tessera help job-file --json > job.schema.json\n"
        "A job file that begins with `#:schema job.schema.json` is checked and completed by editors that know taplo, "
        "such as VS Code with Even Better TOML. The schema is installed as share/tessera/job.schema.json.");
    command->callback([=, &line] { line.exit_code = run(*asked); });
}

}  // namespace tessera::apps
