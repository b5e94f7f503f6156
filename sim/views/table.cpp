#include "sim/views/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::views {

std::string Table::text() const {
    std::vector<std::size_t> width;
    for (const auto& row : rows_) {
        width.resize(std::max(width.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
    }
    std::string out;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool left = std::ranges::find(left_, i) != left_.end();
            line += left ? fmt::format("{:<{}}", row[i], width[i]) : fmt::format("{:>{}}", row[i], width[i]);
            line += "  ";
        }
        out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return out;
}

}  // namespace tessera::views
