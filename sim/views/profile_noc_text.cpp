#include "sim/views/profile_noc_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "sim/views/profile_stops.hpp"
#include "sim/views/split.hpp"
#include "sim/views/table.hpp"
#include "sim/views/totals.hpp"

namespace tessera::views {
namespace {

std::string head_of(const std::string& title, const Screen& screen) {
    return fmt::format("\n{}\n", screen.paint(Ink::bold, wrapped(title, screen.width, 0)));
}

// A line for each stop: what it does in percent of the run.
std::string table_of(const std::string& title, const std::vector<Split>& stops, const Screen& screen) {
    std::vector<std::string> head{"% of the run"};
    for (const StopPartRow& row : stop_parts) head.emplace_back(row.name);
    Table table(head);
    for (const Split& split : stops) {
        const std::vector<int> shares = tenths(split);
        std::vector<std::string> line{split.of};
        for (const StopPartRow& row : stop_parts) {
            const auto part = std::ranges::find(split.parts, row.name, &PartCycles::part);
            const int share =
                part == split.parts.end() ? 0 : shares[static_cast<std::size_t>(part - split.parts.begin())];
            line.push_back(share == 0 ? "-" : fmt::format("{}.{}", share / 10, share % 10));
        }
        table.add(line);
    }
    return table.empty() ? "" : head_of(title, screen) + table.text(screen);
}

// A cell of the grid for every core by x and y, "." where none ran.
std::string grid(const ProfileData& data, const char* title, const std::function<double(const CoreProfile&)>& value,
                 const char* format, const Screen& screen) {
    int width = 0, height = 0;
    for (const CoreProfile& core : data.cores)
        width = std::max(width, core.x + 1), height = std::max(height, core.y + 1);
    const std::string out = head_of(title, screen);
    std::vector<std::string> head{"y\\x"};
    for (int x = 0; x < width; ++x) head.push_back(fmt::format("{}", x));
    Table table(head, {});
    for (int y = 0; y < height; ++y) {
        std::vector<std::string> row{fmt::format("{}", y)};
        for (int x = 0; x < width; ++x) {
            const auto core =
                std::ranges::find_if(data.cores, [&](const CoreProfile& c) { return c.x == x && c.y == y; });
            row.push_back(core == data.cores.end() ? "." : fmt::format(fmt::runtime(format), value(*core)));
        }
        table.add(row);
    }
    return out + table.text(screen);
}

}  // namespace

std::string noc_text(const ProfileData& data, const std::vector<const CoreProfile*>& cores, std::size_t top,
                     const Screen& screen) {
    Table transfers({"unit", "way", "transfers", "bytes", "bytes each", "mean latency", "GB/s"}, {0, 1});
    for (const int row : units) {
        for (const bool reads : {true, false}) {
            Traffic sum;
            for (const CoreProfile* core : cores)
                for (const UnitProfile& unit : core->units)
                    if (unit.row == row) {
                        const Traffic& traffic = reads ? unit.reads : unit.writes;
                        sum.count += traffic.count;
                        sum.bytes += traffic.bytes;
                        sum.latency += traffic.latency;
                    }
            if (sum.count == 0) continue;
            transfers.add({std::string(unit_name(row)), reads ? "read" : "write", fmt::format("{}", sum.count),
                           fmt::format("{}", sum.bytes), fmt::format("{}", sum.bytes / sum.count),
                           fmt::format("{}", sum.latency / sum.count),
                           fmt::format("{:.2f}", gigabytes_per_second(data, sum.bytes))});
        }
    }
    if (transfers.empty()) return {};
    std::string out = head_of("transfers", screen) + transfers.text(screen);
    if (data.banks.empty()) return out;

    std::uint64_t bytes = 0;
    Table banks({"bank", "at", "read bytes", "written bytes", "busy", "busy %"}, {0, 1});
    for (const BankProfile& bank : data.banks) {
        bytes += bank.read_bytes + bank.written_bytes;
        banks.add({fmt::format("{}", bank.bank), fmt::format("({},{})", bank.x, bank.y),
                   fmt::format("{}", bank.read_bytes), fmt::format("{}", bank.written_bytes),
                   fmt::format("{}", bank.busy), fmt::format("{:.1f}", 100 * fraction(bank.busy, data.cycles))});
    }
    out += head_of(fmt::format("DRAM: {:.1f} of {:.1f} GB/s, banks busy {:.1f} % of the time (a bank serves {:g} bytes "
                               "a cycle)",
                               gigabytes_per_second(data, bytes), peak_gigabytes_per_second(data),
                               100 * banks_busy(data), data.bank_bytes_per_cycle),
                   screen);
    out += banks.text(screen);
    std::vector<Split> bank_times, link_times;
    for (const BankProfile& bank : data.banks)
        if (!bank.parts.empty()) bank_times.push_back({fmt::format("bank {}", bank.bank), data.cycles, bank.parts});
    for (std::size_t i = 0; i < std::min(data.links.size(), std::min<std::size_t>(top, 5)); ++i)
        if (const LinkProfile& link = data.links[i]; !link.parts.empty()) link_times.push_back(link_split(data, link));
    out += table_of("where the banks' time went", bank_times, screen);
    out += table_of(fmt::format("the busiest of {} links and interfaces (an interface takes {:g} bytes a cycle)",
                                data.links.size(), data.link_bytes_per_cycle),
                    link_times, screen);
    if (!bank_times.empty() || !link_times.empty())
        for (const StopPartRow& row : stop_parts)
            out += fmt::format("  {:<10}  {}\n", row.name, wrapped(std::string(row.text), screen.width, 14));
    return out;
}

std::string map_text(const ProfileData& data, const Screen& screen) {
    return grid(
               data, "grid: busy % of the busiest RISC, of the run",
               [&](const CoreProfile& core) { return 100 * fraction(core.active, data.cycles); }, "{:.0f}", screen) +
           grid(
               data, "grid: end of the last kernel, % of the run",
               [&](const CoreProfile& core) { return 100 * fraction(core.finish, data.cycles); }, "{:.0f}", screen);
}

}  // namespace tessera::views
