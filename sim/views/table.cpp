#include "sim/views/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sim/views/table_markup.hpp"

namespace tessera::views {
namespace {

constexpr std::size_t gap = 2;          // blanks between columns
constexpr std::size_t least_text = 18;  // what is left to a last column of text, or it goes below

std::size_t sum_of(const std::vector<std::size_t>& columns, const std::vector<std::size_t>& width) {
    return std::accumulate(columns.begin(), columns.end(), columns.empty() ? 0 : gap * (columns.size() - 1),
                           [&](std::size_t sum, std::size_t column) { return sum + width[column]; });
}

}  // namespace

bool Table::is_left(std::size_t column) const { return std::ranges::find(left_, column) != left_.end(); }

std::size_t Table::columns() const { return std::ranges::max(rows_, {}, &std::vector<std::string>::size).size(); }

// The columns beside each other; a last one of text has what the others leave.
std::string Table::block(const Columns& columns, const Columns& width, const Screen& screen) const {
    Columns fitted = width;
    const std::size_t last = columns.back();
    const std::size_t before = sum_of(columns, width) - width[last];
    if (is_left(last) && before + width[last] > screen.width)
        fitted[last] = std::max(screen.width - std::min(screen.width, before), least_text);
    std::string out;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        std::string line;
        for (const std::size_t c : columns) {
            std::string cell = c < rows_[r].size() ? rows_[r][c] : "";
            if (c == last && cell.size() > fitted[c])
                cell = cell.find(' ') == cell.npos ? shortened(cell, fitted[c])
                                                   : wrapped(cell, before + fitted[c], before);
            line += is_left(c) ? fmt::format("{:<{}}", cell, fitted[c]) : fmt::format("{:>{}}", cell, fitted[c]);
            line += std::string(gap, ' ');
        }
        line = line.substr(0, line.find_last_not_of(' ') + 1);
        out += (r == 0 ? screen.paint(Ink::bold, line) : line) + "\n";
    }
    return out;
}

std::string Table::text(const Screen& screen) const {
    Columns width(columns());
    for (const auto& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
    std::string out;
    Columns keys(std::min(keys_, width.size()));
    std::iota(keys.begin(), keys.end(), std::size_t{0});
    Columns columns = keys;
    const auto finish = [&] {
        out += (out.empty() ? "" : "\n") + block(columns, width, screen);
        columns = keys;
    };
    for (std::size_t c = keys.size(); c < width.size(); ++c) {
        columns.push_back(c);
        const bool text_at_end = c + 1 == width.size() && is_left(c);
        std::size_t needed = sum_of(columns, width);
        if (text_at_end) needed = needed - width[c] + std::min(width[c], least_text);
        if (needed <= screen.width || columns.size() == keys.size() + 1) continue;
        columns.pop_back();
        finish();
        columns.push_back(c);
    }
    finish();
    return out;
}

std::string Table::markdown() const {
    Columns width(columns(), 3);  // of the dashes below the head
    std::vector<std::vector<std::string>> cells;
    for (const auto& row : rows_) {
        std::vector<std::string>& to = cells.emplace_back(width.size());
        std::ranges::transform(row, to.begin(), in_markdown);
        for (std::size_t c = 0; c < to.size(); ++c) width[c] = std::max(width[c], to[c].size());
    }
    std::string out;
    for (std::size_t r = 0; r < cells.size(); ++r) {
        out += '|';
        for (std::size_t c = 0; c < width.size(); ++c)
            out += is_left(c) ? fmt::format(" {:<{}} |", cells[r][c], width[c])
                              : fmt::format(" {:>{}} |", cells[r][c], width[c]);
        out += '\n';
        if (r != 0) continue;
        out += '|';
        for (std::size_t c = 0; c < width.size(); ++c)
            out += is_left(c) ? fmt::format(" :{:-<{}} |", "", width[c] - 1)
                              : fmt::format(" {:-<{}}: |", "", width[c] - 1);
        out += '\n';
    }
    return out;
}

std::string Table::latex() const {
    std::string kinds;
    for (std::size_t c = 0; c < columns(); ++c) kinds += is_left(c) ? 'l' : 'r';
    std::string out = fmt::format("\\begin{{tabular}}{{{}}}\n", kinds);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        for (std::size_t c = 0; c < kinds.size(); ++c)
            out += (c == 0 ? "" : " & ") + in_latex(c < rows_[r].size() ? rows_[r][c] : "");
        out += r == 0 ? " \\\\\n\\hline\n" : " \\\\\n";
    }
    return out + "\\end{tabular}\n";
}

}  // namespace tessera::views
