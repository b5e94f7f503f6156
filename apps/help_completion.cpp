// Completion scripts for bash, zsh and fish.
#include <fmt/format.h>

#include <functional>
#include <map>

#include "apps/help_tree.hpp"

namespace tessera::apps {
namespace {

constexpr std::string_view first_line = "# Completion of tessera, as `tessera help --completion {}` prints it.\n";

void each_command(const HelpCommand& root, const std::function<void(const HelpCommand&)>& act) {
    act(root);
    for (const HelpCommand& command : root.commands) each_command(command, act);
}

// "profile rope": the path without the program.
std::string words_of(const HelpCommand& command) {
    const std::size_t space = command.path.find(' ');
    return space == command.path.npos ? "" : command.path.substr(space + 1);
}

std::string replaced(const std::string& text, const std::map<char, std::string>& by) {
    std::string out;
    for (const char c : text) {
        const auto at = by.find(c);
        out += at == by.end() ? std::string(1, c) : at->second;
    }
    return out;
}

bool takes_files(const HelpCommand& command) { return !command.positionals.empty(); }

}  // namespace

std::string bash_completion(const HelpCommand& root) {
    std::string deeper, commands;
    std::map<std::string, std::string> values;  // what completes the value, and the words before it
    each_command(root, [&](const HelpCommand& command) {
        const std::string path = words_of(command);
        std::string words;
        for (const HelpCommand& one : command.commands) {
            deeper += fmt::format("{}\"{} {}\"", deeper.empty() ? "" : " | ", path, one.name);
            words += one.name + " ";
        }
        for (const HelpOption* option : command.options())
            for (const std::string& name : option->names) {
                if (name.starts_with("--")) words += name + " ";
                if (!option->takes_value || option->value_may_lack) continue;
                const std::string with =
                    option->takes_file()
                        ? "COMPREPLY=($(compgen -f -- \"$cur\"))"
                        : fmt::format("COMPREPLY=($(compgen -W \"{}\" -- \"$cur\"))", fmt::join(option->choices, " "));
                std::string& before = values[with];
                before += fmt::format("{}\"{} {}\"", before.empty() ? "" : " | ", path, name);
            }
        for (const HelpOption& one : command.positionals)
            for (const std::string& choice : one.choices) words += choice + " ";
        commands +=
            fmt::format("        \"{}\") words=\"{}\"{} ;;\n", path, words, takes_files(command) ? " files=-f" : "");
    });
    std::string before;
    for (const auto& [with, patterns] : values)
        before += fmt::format("        {})\n            {}\n            return ;;\n", patterns, with);
    return fmt::format(fmt::runtime(first_line), "bash") + fmt::format(R"(_tessera() {{
    local cur="${{COMP_WORDS[COMP_CWORD]}}" prev="${{COMP_WORDS[COMP_CWORD-1]}}" command="" words="" files="" i
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case "$command ${{COMP_WORDS[i]}}" in
            {}) command="${{command:+$command }}${{COMP_WORDS[i]}}" ;;
        esac
    done
    case "$command $prev" in
{}    esac
    case "$command" in
{}    esac
    COMPREPLY=($(compgen -W "$words" $files -- "$cur"))
}}
complete -o filenames -F _tessera tessera
)",
                                                                       deeper, before, commands);
}

std::string zsh_completion(const HelpCommand& root) {
    const std::map<char, std::string> inside{{'\'', "'\\''"}, {'[', "\\["}, {']', "\\]"}, {':', "\\:"}};
    const auto function_of = [](const HelpCommand& command) {
        std::string name = "_" + command.path;
        for (char& c : name) c = c == ' ' ? '_' : c;
        return name;
    };
    std::string out = "#compdef tessera\n" + fmt::format(fmt::runtime(first_line), "zsh");
    each_command(root, [&](const HelpCommand& command) {
        std::vector<std::string> options;
        for (const HelpOption* option : command.options())
            for (const std::string& name : option->names) {
                std::string value;
                if (option->takes_value)
                    value =
                        fmt::format("{}:{}:{}", option->value_may_lack ? ":" : "", replaced(option->value, inside),
                                    option->takes_file()      ? "_files"
                                    : option->choices.empty() ? ""
                                                              : fmt::format("({})", fmt::join(option->choices, " ")));
                options.push_back(fmt::format("'{}{}[{}]{}'", option->several ? "*" : "", name,
                                              replaced(option->text, inside), value));
            }
        std::vector<std::string> words;
        for (std::size_t i = 0; i < command.positionals.size(); ++i)
            if (const HelpOption& one = command.positionals[i]; !one.choices.empty())
                words.push_back(fmt::format("'{}:{}:({})'", i + 1, one.names.front(), fmt::join(one.choices, " ")));
        if (takes_files(command)) words.push_back("'*:argument:_files'");
        out += fmt::format("\n{}() {{\n", function_of(command));
        if (command.commands.empty()) {
            options.insert(options.end(), words.begin(), words.end());
            out += fmt::format("    _arguments \\\n        {}\n}}\n", fmt::join(options, " \\\n        "));
            return;
        }
        // Options behind the first word are the subcommand's; where that word is none, they are the command's own.
        out += fmt::format(
            "    local curcontext=\"$curcontext\" state line\n    local -a commands options\n    options=(\n"
            "        {}\n    )\n    _arguments -C -A '-*' $options '1: :->command' '*:: :->rest'\n"
            "    case $state in\n    command)\n        commands=(",
            fmt::join(options, "\n        "));
        for (const HelpCommand& one : command.commands)
            out += fmt::format("\n            '{}:{}'", one.name, replaced(one.about, inside));
        out += fmt::format(
            "\n        )\n        _describe subcommand commands\n{}        ;;\n    rest)\n        case "
            "$line[1] in\n",
            takes_files(command) ? "        _files\n" : "");
        for (const HelpCommand& one : command.commands)
            out += fmt::format("        {}) {} ;;\n", one.name, function_of(one));
        out += fmt::format("        *) {} ;;\n        esac ;;\n    esac\n}}\n",
                           takes_files(command) ? "_arguments $options '*:argument:_files'" : "_files");
    });
    return out + "\n_tessera \"$@\"\n";
}

std::string fish_completion(const HelpCommand& root) {
    const std::map<char, std::string> inside{{'\'', "\\'"}, {'\\', "\\\\"}};
    std::string out = fmt::format(fmt::runtime(first_line), "fish") + "complete -c tessera -f\n";
    each_command(root, [&](const HelpCommand& command) {
        // The words of the path have been typed, and of a command of one word none above it.
        std::string when;
        std::size_t depth = 0;
        const std::string path = words_of(command);
        for (std::size_t at = 0; at < path.size();) {
            const std::size_t end = std::min(path.find(' ', at), path.size());
            when += fmt::format("{}__fish_seen_subcommand_from {}", when.empty() ? "" : "; and ",
                                path.substr(at, end - at));
            at = end + 1;
            ++depth;
        }
        if (depth == 0) when = "__fish_use_subcommand";
        if (depth == 1)
            for (const HelpCommand& other : root.commands)
                for (const HelpCommand& below : other.commands)
                    if (below.name == command.name) when += "; and not __fish_seen_subcommand_from " + other.name;
        // Behind one of its subcommands its own options no longer count.
        if (depth > 0 && !command.commands.empty()) {
            when += "; and not __fish_seen_subcommand_from";
            for (const HelpCommand& below : command.commands) when += " " + below.name;
        }
        const std::string line = fmt::format("complete -c tessera -n '{}'", when);
        for (const HelpCommand& one : command.commands)
            out += fmt::format("{} -a {} -d '{}'\n", line, one.name, replaced(one.about, inside));
        for (const HelpOption* option : command.options()) {
            std::string names;
            for (const std::string& name : option->names)
                names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (option->takes_value && !option->value_may_lack)
                names += option->takes_file()      ? " -r -F"
                         : option->choices.empty() ? " -x"
                                                   : fmt::format(" -x -a '{}'", fmt::join(option->choices, " "));
            out += fmt::format("{}{} -d '{}'\n", line, names, replaced(option->text, inside));
        }
        if (depth > 0 && takes_files(command)) out += line + " -F\n";
    });
    return out;
}

}  // namespace tessera::apps
