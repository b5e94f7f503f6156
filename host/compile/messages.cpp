#include "host/compile/messages.hpp"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <optional>
#include <set>

#include "host/compile/files.hpp"
#include "sim/views/screen.hpp"

namespace tessera::host {
namespace {

constexpr std::string_view warning_mark = ": warning: ", error_mark = "error: ";

// "FILE:LINE" of a line "FILE:LINE:COLUMN: warning: ...".
std::optional<std::string_view> place_of(std::string_view line) {
    const std::size_t mark = line.find(warning_mark);
    if (mark == std::string_view::npos) return std::nullopt;
    const std::size_t column = line.substr(0, mark).rfind(':');
    if (column == std::string_view::npos || line.substr(0, column).rfind(':') == std::string_view::npos)
        return std::nullopt;
    return line.substr(0, column);
}

// "FILE:LINE:COLUMN" of a line "    inlined from 'FUNCTION' at FILE:LINE:COLUMN," or ":".
std::optional<std::string> place_of_caller(std::string_view line) {
    const std::size_t at = line.rfind("' at ");
    if (!line.starts_with("    inlined from '") || at == line.npos) return std::nullopt;
    const std::string_view place = line.substr(at + 5);
    return std::string(place.substr(0, place.find_last_not_of(",:") + 1));
}

// FILE of "FILE:LINE:COLUMN".
std::string file_of(std::string_view place) {
    const std::size_t column = place.rfind(':');
    return std::string(place.substr(0, column == 0 || column == place.npos ? 0 : place.rfind(':', column - 1)));
}

}  // namespace

std::string users_lines(std::string_view output, const std::filesystem::path& wrapper) {
    const std::string ours = wrapper.filename().string();
    std::string kept;
    while (!output.empty()) {
        const std::string_view line = next_line(output);
        if (line.find(ours) == line.npos && line.find("collect2:") == line.npos) kept.append(line) += '\n';
    }
    return kept;
}

std::string first_error(std::string_view output) {
    for (std::string_view rest = output; !rest.empty();) {
        const std::string_view line = next_line(rest);
        if (line.find(error_mark) != line.npos) return std::string(line);
    }
    return std::string(next_line(output));
}

std::vector<std::string> users_warnings(std::string_view output,
                                        const std::function<bool(const std::string& file)>& is_users) {
    std::vector<std::string> warnings;
    std::optional<std::string> caller;
    while (!output.empty()) {
        const std::string_view line = next_line(output);
        if (line.starts_with("In function ")) caller.reset();
        if (const auto place = place_of_caller(line); place && !caller && is_users(file_of(*place))) caller = *place;
        const std::optional<std::string_view> place = place_of(line);
        if (!place) continue;
        const std::size_t mark = line.find(warning_mark);
        std::string warning;
        if (is_users(file_of(line.substr(0, mark))))
            warning = line;
        else if (caller)
            warning = *caller + std::string(line.substr(mark));
        caller.reset();
        if (!warning.empty() && std::ranges::find(warnings, warning) == warnings.end()) warnings.push_back(warning);
    }
    return warnings;
}

void say_warnings(const std::vector<std::string>& warnings) {
    static std::mutex saying;
    static std::set<std::string> said;
    const std::lock_guard lock(saying);
    for (const std::string& warning : warnings)
        if (said.emplace(place_of(warning).value_or(warning)).second) views::print_text(stderr, warning + "\n");
}

}  // namespace tessera::host
