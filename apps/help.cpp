// tessera help [SUBCOMMAND...]: the same as --help behind it; and, for packages, man pages and completion scripts.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "apps/cli.hpp"
#include "apps/explain.hpp"
#include "apps/help_job_file.hpp"
#include "apps/help_tree.hpp"
#include "host/run/terminal.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/text_file.hpp"

namespace tessera::apps {
namespace {

namespace fs = std::filesystem;

struct HelpAsked {
    std::vector<std::string> words;
    bool man = false;
    std::string completion, documents;
};

struct Shell {
    const char* name;
    const char* file;  // below the folder of data files, as the shells look for it
    std::string (*script)(const HelpCommand&);
};
constexpr Shell shells[] = {
    {"bash", "bash-completion/completions/tessera", bash_completion},
    {"zsh", "zsh/vendor-completions/_tessera", zsh_completion},
    {"fish", "fish/vendor_completions.d/tessera.fish", fish_completion},
};

const CLI::App& command_named(const CLI::App& root, const std::vector<std::string>& words) {
    const CLI::App* at = &root;
    for (const std::string& word : words) {
        std::vector<std::string> names;
        const CLI::App* next = nullptr;
        for (const CLI::App* command : at->get_subcommands({})) {
            names.push_back(command->get_name());
            if (command->get_name() == word) next = command;
        }
        if (next == nullptr)
            throw fault::InputError(fmt::format("help {}: no such subcommand; {}", fmt::join(words, " "),
                                                names.empty() ? "there are none below it" : hint(word, names)));
        at = next;
    }
    return *at;
}

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    views::TextFile file(path.string(), true);
    file.text(text);
    file.finish();
}

void write_pages(const HelpCommand& command, const fs::path& folder) {
    write(folder / (man_name(command) + ".gz"), man_page(command, TESSERA_VERSION));
    for (const HelpCommand& below : command.commands) write_pages(below, folder);
}

// The help of every command, with the keys of job files under `help job-file`.
HelpCommand documented(const CLI::App& root) {
    HelpCommand all = help_of(root);
    for (HelpCommand& command : all.commands)
        for (HelpCommand& below : command.commands)
            if (below.path == "tessera help job-file") below.keys = job_file_keys();
    return all;
}

int run(const CLI::App& root, const HelpAsked& asked) {
    if (!asked.completion.empty()) {
        std::vector<std::string> names;
        for (const Shell& shell : shells) names.emplace_back(shell.name);
        fmt::print("{}", shells[choose("--completion", asked.completion, names)].script(help_of(root)));
    } else if (!asked.documents.empty()) {
        const HelpCommand all = documented(root);
        write_pages(all, fs::path(asked.documents) / "man/man1");
        for (const Shell& shell : shells) write(fs::path(asked.documents) / shell.file, shell.script(all));
        write(fs::path(asked.documents) / "tessera/job.schema.json", job_file_schema());
    } else {
        if (asked.words.size() == 1 && !asked.man)
            if (const auto fault = fault_named(asked.words.front())) {
                show(explained(*fault, screen_of(stdout)));
                return good;
            }
        const CLI::App& command = command_named(root, asked.words);
        // help() of the root would tell of the subcommand that was parsed, which is this one.
        fmt::print("{}", asked.man ? man_page(help_of(command), TESSERA_VERSION)
                                   : command.get_formatter()->make_help(&command, "", CLI::AppFormatMode::Normal));
    }
    return good;
}

}  // namespace

void add_help(CLI::App& app, CommandLine& line) {
    CLI::App* command = app.add_subcommand("help", "tell of a subcommand what --help behind it tells");
    if (!line.names(*command)) return;
    auto asked = std::make_shared<HelpAsked>();
    command->add_option("subcommand", asked->words, "the subcommand, and one below it; or a fault, as TS014")
        ->type_name("NAME");
    // For packages, which is why help does not list them.
    command->add_flag("--man", asked->man, "its man page")->group("");
    command->add_option("--completion", asked->completion, "the script for bash, zsh or fish")->group("");
    command->add_option("--documents", asked->documents, "a folder for all man pages and scripts")->group("");
    command->footer(
        "Examples:\n"
        "  tessera help\n"
        "  tessera help profile rope\n"
        "  tessera help job-file kernel                    keys of a job file\n"
        "  tessera help TS014                              what a fault means, as `tessera explain`\n"
        "  tessera help rope --man | man -l -              its man page\n"
        "  source <(tessera help --completion bash)        completes words; zsh and fish as well");
    add_help_job_file(*command, line);
    command->callback([=, &app, &line] {
        if (command->get_subcommands().empty()) line.exit_code = run(app, *asked);
    });
}

}  // namespace tessera::apps
