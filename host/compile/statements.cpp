#include "host/compile/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace tessera::host {
namespace {

constexpr std::string_view file_mark = "\t.file ", location_mark = "\t.loc ", statement_mark = " is_stmt ";

// The number that a directive begins with; -1 where there is none.
int number_in(std::string_view text) {
    int number = -1;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace

std::string with_users_statements(std::string_view assembly,
                                  const std::function<bool(const std::string& file)>& is_users) {
    std::string out;
    std::map<int, bool> users;  // by number of the file
    bool statement = true;      // as the last directive that says so has it
    while (!assembly.empty()) {
        const std::size_t end = std::min(assembly.find('\n'), assembly.size());
        const std::string_view line = assembly.substr(0, end);
        assembly.remove_prefix(std::min(end + 1, assembly.size()));
        if (line.starts_with(file_mark)) {
            const std::size_t from = line.find('"') + 1;
            users[number_in(line.substr(file_mark.size()))] =
                is_users(std::string(line.substr(from, line.rfind('"') - from)));
        }
        if (!line.starts_with(location_mark)) {
            out.append(line) += '\n';
            continue;
        }
        const std::size_t at = line.find(statement_mark);
        const std::string_view behind = at == std::string_view::npos ? "" : line.substr(at + statement_mark.size());
        if (!behind.empty()) statement = behind.front() == '1';
        out += fmt::format("{}{}{}{}\n", line.substr(0, at), statement_mark,
                           statement && users[number_in(line.substr(location_mark.size()))] ? 1 : 0,
                           behind.empty() ? behind : behind.substr(1));
    }
    return out;
}

}  // namespace tessera::host
