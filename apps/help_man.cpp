// Man pages of commands, one for each subcommand.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "apps/help_tree.hpp"

namespace tessera::apps {
namespace {

// What roff would take for its own: backslashes, hyphens that are typed, a dot or quote that begins a line.
std::string roff(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    if (out.starts_with('.') || out.starts_with('\'')) out.insert(0, "\\&");
    return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string entry(const HelpOption& option) {
    std::string names;
    for (const std::string& name : option.names)
        names += (names.empty() ? "" : ", ") + (option.positional ? italic(name) : bold(name));
    if (option.takes_value && !option.positional && !option.value.empty()) names += " " + italic(option.value);
    std::string text = roff(option.text);
    const bool said = std::ranges::all_of(
        option.choices, [&](const std::string& choice) { return option.text.find(choice) != std::string::npos; });
    if (!said && option.choices.size() <= 16)
        text += fmt::format("; one of {}", roff(fmt::format("{}", fmt::join(option.choices, ", "))));
    if (!option.fallback.empty()) text += fmt::format(" (default {})", roff(option.fallback));
    if (option.required && !option.positional) text += " (needed)";
    return fmt::format(".TP\n{}\n{}\n", names, text.empty() ? "\\&" : text);
}

// Examples as they are typed, other lines as text.
std::string footer_text(const std::string& footer) {
    std::istringstream lines(footer);
    std::string out;
    bool typed = false;
    for (std::string line; std::getline(lines, line);) {
        const bool is_typed = line.starts_with("  ");
        if (is_typed && !typed) out += ".PP\n.nf\n";
        if (!is_typed && typed) out += ".fi\n.PP\n";
        typed = is_typed;
        if (!(line.starts_with("Example") && line.ends_with(':'))) out += roff(line) + "\n";
    }
    return out + (typed ? ".fi\n" : "");
}

std::string capitals(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

std::string dashed(std::string path) {
    std::ranges::replace(path, ' ', '-');
    return path;
}

}  // namespace

std::string man_name(const HelpCommand& command) { return dashed(command.path) + ".1"; }

std::string man_page(const HelpCommand& command, const std::string& version) {
    std::string out = fmt::format(".TH {} 1 \"\" \"tessera {}\" \"tessera\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}",
                                  capitals(dashed(command.path)), version, roff(dashed(command.path)),
                                  roff(command.about), bold(command.path));
    if (!command.options().empty()) out += " [" + italic("OPTIONS") + "]";
    for (const HelpOption& one : command.positionals)
        out += fmt::format(" {}{}{}{}", one.required ? "" : "[", italic(one.names.front()), one.several ? "..." : "",
                           one.required ? "" : "]");
    if (!command.commands.empty()) out += " [" + italic("SUBCOMMAND") + "]";
    out += "\n";
    if (!command.commands.empty()) {
        out += ".SH SUBCOMMANDS\n";
        for (const HelpCommand& one : command.commands)
            out += fmt::format(".TP\n{}\n{}\n", bold(one.name), roff(one.about));
    }
    if (!command.positionals.empty()) out += ".SH ARGUMENTS\n";
    for (const HelpOption& one : command.positionals) out += entry(one);
    if (!command.options().empty()) out += ".SH OPTIONS\n";
    for (const HelpGroup& group : command.groups) {
        if (group.name != "Options") out += fmt::format(".SS {}\n", roff(group.name));
        for (const HelpOption& one : group.options) out += entry(one);
    }
    if (!command.keys.empty()) out += ".SH KEYS\n";
    for (const HelpGroup& group : command.keys) {
        out += fmt::format(".SS {}\n{}\n", roff(group.name), roff(group.about));
        for (const HelpOption& one : group.options) out += entry(one);
    }
    if (!command.footer.empty()) out += ".SH EXAMPLES\n" + footer_text(command.footer);
    out += ".SH SEE ALSO\n";
    if (command.commands.empty()) return out + bold("tessera") + "(1)\n";
    for (std::size_t i = 0; i < command.commands.size(); ++i)
        out += fmt::format("{}(1){}\n", bold(dashed(command.commands[i].path)),
                           i + 1 < command.commands.size() ? "," : "");
    return out;
}

}  // namespace tessera::apps
