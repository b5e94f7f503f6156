// The table of a Summary: every unit of a few cores; of many the spread of each unit over them, and the two at the
// ends.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/views/summary.hpp"
#include "sim/views/table.hpp"

namespace tessera::views {
namespace {

constexpr std::size_t between = 2;  // columns

std::string busy_percent(const SummaryLine& line) {
    if (line.cycles == 0) return "-";
    return fmt::format("{:.1f}", 100.0 * static_cast<double>(line.busy) / static_cast<double>(line.cycles));
}

// What waits are called and how long they were, in columns of one width.
class WaitCells {
  public:
    explicit WaitCells(std::span<const SummaryLine> lines) {
        for (const SummaryLine& line : lines)
            for (const WaitReasonRow& reason : wait_reasons) {
                const Cycle cycles = waited(line, reason);
                if (cycles == 0) continue;
                name_ = std::max(name_, reason.name.size());
                number_ = std::max(number_, fmt::formatted_size("{}", cycles));
            }
    }
    bool none() const { return name_ == 0; }

    // The longest first, in as many lines as it takes behind `indent` columns.
    std::string text(const SummaryLine& line, std::size_t indent, std::size_t width) const {
        std::vector<const WaitReasonRow*> order;
        for (const WaitReasonRow& reason : wait_reasons)
            if (waited(line, reason) != 0) order.push_back(&reason);
        std::ranges::stable_sort(order, std::greater{}, [&](const WaitReasonRow* row) { return waited(line, *row); });
        const std::size_t cell = name_ + 1 + number_;
        const std::size_t in_a_line =
            std::max<std::size_t>(1, (width - std::min(width, indent) + between) / (cell + between));
        std::string out;
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i > 0) out += i % in_a_line == 0 ? fmt::format("\n{:{}}", "", indent) : "  ";
            out += fmt::format("{:<{}} {:>{}}", order[i]->name, name_, waited(line, *order[i]), number_);
        }
        return out;
    }

  private:
    static Cycle waited(const SummaryLine& line, const WaitReasonRow& reason) {
        return line.waited[static_cast<std::size_t>(reason.reason)];
    }
    std::size_t name_ = 0, number_ = 0;
};

// Columns of text, then numbers, then the waits.
std::string laid_out(std::vector<std::vector<std::string>> cells, std::size_t left, std::span<const SummaryLine> lines,
                     const std::string& waits_title, const Screen& screen) {
    std::vector<std::size_t> width(cells[0].size());
    for (const auto& row : cells)
        for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
    std::size_t indent = 0;
    for (const std::size_t column : width) indent += column + between;
    const WaitCells waits(lines);
    std::string out;
    for (std::size_t r = 0; r < cells.size(); ++r) {
        std::string line;
        for (std::size_t i = 0; i < width.size(); ++i)
            line += i < left ? fmt::format("{:<{}}  ", cells[r][i], width[i])
                             : fmt::format("{:>{}}  ", cells[r][i], width[i]);
        line += r > 0 ? waits.text(lines[r - 1], indent, screen.width) : waits.none() ? "" : waits_title;
        line.erase(line.find_last_not_of(' ') + 1);
        out += (r == 0 ? screen.paint(Ink::bold, line) : line) + "\n";
    }
    return out;
}

std::string rows_of(std::span<const SummaryLine> lines, const Screen& screen) {
    std::vector<std::vector<std::string>> cells{{"core", "unit", "cycles", "busy", "busy %"}};
    for (const SummaryLine& line : lines)
        cells.push_back({line.core, std::string{unit_name(line.track.row)},
                         is_risc(line.track.row) ? fmt::format("{}", line.cycles) : "-", fmt::format("{}", line.busy),
                         busy_percent(line)});
    return laid_out(std::move(cells), 2, lines, "waits", screen) +
           "in cycles, busy % of the row's own, for a unit of its core's\n";
}

// Of each unit how its cycles spread over the cores that have it; the waits are means.
std::string spread(std::span<const SummaryLine> lines, const Screen& screen) {
    const std::vector<SummaryLine> means = mean_over_cores(lines);
    std::vector<std::vector<std::string>> cells{{"unit", "cores", "least", "median", "most", "busy %"}};
    for (const SummaryLine& mean : means) {
        std::vector<Cycle> all;
        for (const SummaryLine& line : lines)
            if (line.track.row == mean.track.row) all.push_back(is_risc(line.track.row) ? line.cycles : line.busy);
        std::ranges::sort(all);
        cells.push_back({std::string{unit_name(mean.track.row)}, fmt::format("{}", all.size()),
                         fmt::format("{}", all.front()), fmt::format("{}", all[all.size() / 2]),
                         fmt::format("{}", all.back()), busy_percent(mean)});
    }
    return laid_out(std::move(cells), 1, means, "waits, mean", screen);
}

}  // namespace

std::string table(std::span<const SummaryLine> lines, const Screen& screen) {
    std::map<int, Cycle> lives;  // of each core, that of its longest RISC
    for (const SummaryLine& line : lines) lives[line.track.core] = std::max(lives[line.track.core], line.cycles);
    if (screen.all || lives.size() <= most_cores_listed) return rows_of(lines, screen);

    const auto [fastest, slowest] =
        std::ranges::minmax_element(lives, {}, [](const auto& life) { return life.second; });
    std::vector<SummaryLine> ends;
    for (const int core : {slowest->first, fastest->first})
        for (const SummaryLine& line : lines)
            if (line.track.core == core) ends.push_back(line);
    const std::string head =
        fmt::format("{} cores: cycles of a RISC's life, of a unit's work; --all lists each core", lives.size());
    return fmt::format("{}\n{}\n{}\n{}", screen.paint(Ink::bold, head), spread(lines, screen),
                       screen.paint(Ink::bold, "the slowest core and the fastest"), rows_of(ends, screen));
}

}  // namespace tessera::views
