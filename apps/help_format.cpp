#include "apps/help_format.hpp"

#include <fmt/format.h>

#include <sstream>

namespace tessera::apps {
namespace {

constexpr std::size_t column = 30;  // where what is said of an option begins

// A line that stands as it is typed: with what is said of it behind, or below where that is too long; continued as a
// shell takes it.
std::string example(const std::string& line, const views::Screen& screen) {
    if (line.size() <= screen.width) return line + "\n";
    const std::size_t gap = line.find("   ", line.find_first_not_of(' '));
    if (gap == line.npos) {
        const std::size_t option = line.rfind(" --", screen.width - 2);
        if (option == line.npos || option < 20) return line + "\n";
        return fmt::format("{} \\\n{}", line.substr(0, option), example("     " + line.substr(option), screen));
    }
    return fmt::format("{}\n{}", line.substr(0, gap),
                       views::labelled("", line.substr(line.find_first_not_of(' ', gap)), 6, screen));
}

}  // namespace

std::string full_name(const CLI::App& app) {
    return app.get_parent() == nullptr ? "tessera" : full_name(*app.get_parent()) + " " + app.get_name();
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string) const {
    return CLI::Formatter::make_usage(app, full_name(*app));
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
    return views::wrapped(app->get_description(), screen_.width, 0) + "\n";
}

std::string HelpFormatter::make_group(std::string group, bool positional,
                                      std::vector<const CLI::Option*> options) const {
    std::string out = fmt::format("\n{}\n", screen_.paint(views::Ink::bold, group + ":"));
    for (const CLI::Option* option : options) out += make_option(option, positional);
    return out;
}

std::string HelpFormatter::make_subcommands(const CLI::App* app, CLI::AppFormatMode) const {
    const auto shown = app->get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
    if (shown.empty()) return {};
    std::string out = fmt::format("\n{}\n", screen_.paint(views::Ink::bold, "Subcommands:"));
    for (const CLI::App* command : shown) out += two_columns(command->get_name(), command->get_description(), screen_);
    return out;
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool positional) const {
    return two_columns(make_option_name(option, positional) + make_option_opts(option), make_option_desc(option),
                       screen_);
}

std::string two_columns(const std::string& name, const std::string& text, const views::Screen& screen) {
    const std::string left = "  " + name;
    if (text.empty()) return left + "\n";
    const std::string right = views::wrapped(text, screen.width, column);
    return left.size() + 2 <= column ? fmt::format("{:<{}}{}\n", left, column, right)
                                     : fmt::format("{}\n{:{}}{}\n", left, "", column, right);
}

// Lines that begin with blanks are examples; what stands between them flows.
std::string HelpFormatter::make_footer(const CLI::App* app) const {
    std::istringstream lines(app->get_footer());
    std::string out, flowing;
    const auto end = [&] {
        if (!flowing.empty()) out += views::wrapped(flowing, screen_.width, 0) + "\n";
        flowing.clear();
    };
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("Example") && line.ends_with(':')) {
            end();
            out += screen_.paint(views::Ink::bold, line) + "\n";
        } else if (line.starts_with("  ")) {
            end();
            out += example(line, screen_);
        } else {
            flowing += (flowing.empty() ? "" : " ") + line;
        }
    }
    end();
    return out;
}

}  // namespace tessera::apps
