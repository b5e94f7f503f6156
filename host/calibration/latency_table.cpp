#include "host/calibration/latency_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <mutex>
#include <numeric>
#include <sstream>

#include "host/compile/parallel.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::calibration {
namespace {

using fault::InputError;

constexpr std::string_view columns =
    "arch,mechanism,pattern,memory,transactions,receivers,same_axis,stateful,loopback,noc";
constexpr std::size_t settings_columns = 10;

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::stringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
    if (line.ends_with(',')) cells.emplace_back();
    return cells;
}

class Lines {
  public:
    Lines(std::string_view text, const std::string& name) : name_(name), in_(std::string(text)) {}
    bool next() {
        if (!std::getline(in_, line_)) return false;
        if (line_.ends_with('\r')) line_.pop_back();
        ++number_;
        cells_ = cells_of(line_);
        return true;
    }
    const std::string& line() const { return line_; }
    const std::vector<std::string>& cells() const { return cells_; }
    [[noreturn]] void refuse(const std::string& why) const {
        throw InputError(fmt::format("{}:{}: {}", name_, number_, why));
    }
    template <class Number>
    Number number(std::size_t column, Number least, Number most) const {
        const std::string& cell = cells_[column];
        Number value{};
        const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        if (error != std::errc{} || end != cell.data() + cell.size() || !(value >= least && value <= most))
            refuse(fmt::format("column {}: `{}` is no number from {} to {}", column + 1, cell, least, most));
        return value;
    }

  private:
    const std::string name_;
    std::istringstream in_;
    std::string line_;
    std::vector<std::string> cells_;
    int number_ = 0;
};

Setting setting_of(const Lines& lines) {
    const auto& cells = lines.cells();
    const auto count = [&](std::size_t column) { return lines.number<std::uint32_t>(column, 0, 1 << 20); };
    const auto flag = [&](std::size_t column) { return lines.number<int>(column, 0, 1); };
    const auto one_of = [&](std::size_t column, std::initializer_list<std::string_view> words) {
        if (std::ranges::find(words, cells[column]) == words.end())
            lines.refuse(
                fmt::format("column {}: `{}` is none of {}", column + 1, cells[column], fmt::join(words, ", ")));
        return cells[column];
    };
    if (arch::find(cells[0]) == nullptr) lines.refuse(fmt::format("unknown architecture `{}`", cells[0]));
    Setting setting{.arch = cells[0],
                    .mechanism = one_of(1, {"unicast", "multicast", "multicast_linked"}),
                    .pattern = cells[2],
                    .memory = one_of(3, {"l1", "dram_interleaved", "dram_sharded"}),
                    .transactions = count(4),
                    .receivers = count(5),
                    .same_axis = flag(6) != 0,
                    .stateful = flag(7) != 0,
                    .loopback = flag(8) != 0,
                    .noc = flag(9)};
    std::size_t partners = 0;
    try {
        partners = cast_of(*arch::find(setting.arch), setting).receivers.size();
    } catch (const InputError& error) {
        lines.refuse(error.what());
    }
    const bool each = !setting.is_multicast() && partners != 0;
    if (setting.transactions == 0 || (each && setting.transactions % partners != 0))
        lines.refuse(fmt::format("{} transactions are not as many for each of {} receivers", setting.transactions,
                                 std::max<std::size_t>(partners, 1)));
    return setting;
}

// What a point costs beside others: the packets that all cores send.
double weight(const LatencyTable& table, const LatencyPoint& point, const std::vector<std::size_t>& senders) {
    constexpr double packet_bytes = 8192, start = 2000;
    return start + static_cast<double>(senders[point.row]) * table.settings[point.row].transactions *
                       (1 + point.bytes / packet_bytes);
}

}  // namespace

bool LatencyTable::is_complete() const { return std::ranges::all_of(points, &LatencyPoint::is_done); }

bool is_latency_table(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string line(columns.size(), ' ');
    return in.read(line.data(), static_cast<std::streamsize>(line.size())) && line == columns;
}

LatencyTable parse_latency_table(std::string_view text, const std::string& name) {
    Lines lines(text, name);
    if (!lines.next() || !lines.line().starts_with(columns)) lines.refuse(fmt::format("expected {},64,...", columns));
    std::vector<std::uint32_t> sizes;
    constexpr std::uint32_t most = 65536;
    for (std::size_t column = settings_columns; column < lines.cells().size(); ++column)
        sizes.push_back(lines.number<std::uint32_t>(column, 16, most));
    if (sizes.empty()) lines.refuse("no column is a size in bytes");
    LatencyTable table;
    while (lines.next()) {
        if (lines.line().empty()) continue;
        if (lines.cells().size() != settings_columns + sizes.size())
            lines.refuse(
                fmt::format("{} columns, {} are expected", lines.cells().size(), settings_columns + sizes.size()));
        table.settings.push_back(setting_of(lines));
        std::size_t last = lines.cells().size() - 1;
        while (last > settings_columns && lines.cells()[last] == lines.cells()[last - 1]) --last;
        for (std::size_t column = settings_columns; column <= last; ++column)
            if (!lines.cells()[column].empty())
                table.points.push_back({table.settings.size() - 1, sizes[column - settings_columns],
                                        lines.number<double>(column, 1, 1e12)});
    }
    if (table.points.empty()) throw InputError(fmt::format("{}: holds no time", name));
    return table;
}

LatencyTable read_latency_table(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw InputError(fmt::format("{}: cannot be read", file.string()));
    return parse_latency_table(std::string{std::istreambuf_iterator<char>(in), {}}, file.string());
}

void choose(LatencyTable& table, std::string_view arch, std::string_view pattern) {
    std::erase_if(table.points, [&](const LatencyPoint& point) {
        const Setting& setting = table.settings[point.row];
        return (!arch.empty() && setting.arch != arch) || (!pattern.empty() && setting.pattern != pattern);
    });
    if (table.points.empty())
        throw InputError(
            fmt::format("no setting is of {}{}{}", arch, arch.empty() || pattern.empty() ? "" : ", ", pattern));
}

void work_on(LatencyTable& table, std::span<const arch::Arch* const> archs, unsigned jobs,
             const std::function<void(const LatencyTable&, double)>& heard) {
    const auto arch_of = [&](const Setting& setting) -> const arch::Arch& {
        return **std::ranges::find_if(archs, [&](const arch::Arch* arch) { return arch->name == setting.arch; });
    };
    std::vector<std::size_t> senders;
    for (const Setting& setting : table.settings)
        senders.push_back(cast_of(*arch::find(setting.arch), setting).senders.size());
    std::vector<std::size_t> open;
    double all = 0, done = 0;
    for (std::size_t i = 0; i < table.points.size(); ++i) {
        const double cost = weight(table, table.points[i], senders);
        all += cost;
        if (table.points[i].is_done())
            done += cost;
        else
            open.push_back(i);
    }
    std::ranges::stable_sort(open, std::greater{},
                             [&](std::size_t i) { return weight(table, table.points[i], senders); });
    std::mutex heard_one_at_a_time;
    host::in_parallel(open.size(), jobs, [&](std::size_t i) {
        LatencyPoint& point = table.points[open[i]];
        const Setting& setting = table.settings[point.row];
        const double cycles = setting_cycles(arch_of(setting), setting, point.bytes);
        const std::lock_guard lock(heard_one_at_a_time);
        point.simulated = cycles;
        done += weight(table, point, senders);
        if (heard) heard(table, done / all);
    });
}

}  // namespace tessera::calibration
