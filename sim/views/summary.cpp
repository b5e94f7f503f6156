#include "sim/views/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tessera::views {

void Summary::Sum::cover(Cycle begin, Cycle end) {
    first = std::min(first, begin);
    last = std::max(last, end);
}

void Summary::on_core_name(const CoreName& event) {
    names_[event.core] = fmt::format("({},{})", event.logical.x, event.logical.y);
}

void Summary::on_zone(const Zone& event) { sums_[event.track].cover(event.begin, event.end); }

void Summary::on_wait(const Wait& event) {
    Sum& sum = sums_[event.track];
    sum.cover(event.begin, event.end);
    sum.waited[static_cast<std::size_t>(event.reason)] += event.end - event.begin;
}

void Summary::on_busy(const Busy& event) {
    Sum& sum = sums_[event.track];
    sum.cover(event.begin, event.end);
    sum.busy += event.end - event.begin;
}

void Summary::on_transfer(const Transfer& event) {
    Sum& sum = sums_[event.track];
    (event.is_read ? sum.read_bytes : sum.written_bytes) += event.bytes;
    (event.is_read ? sum.reads : sum.writes) += 1;
}

void Summary::on_run_end(const RunEnd&) {
    for (auto& [track, sum] : sums_) {
        sum.life = sum.cycles();
        sum.first = never;
    }
}

std::vector<SummaryLine> Summary::lines() const {
    std::map<int, Cycle> longest;
    for (const auto& [track, sum] : sums_)
        if (is_risc(track.row)) longest[track.core] = std::max(longest[track.core], sum.cycles());

    std::vector<SummaryLine> out;
    for (const auto& [track, sum] : sums_) {
        SummaryLine line;
        line.track = track;
        const auto name = names_.find(track.core);
        line.core = name == names_.end() ? fmt::format("#{}", track.core) : name->second;
        line.waited = sum.waited;
        line.read_bytes = sum.read_bytes;
        line.written_bytes = sum.written_bytes;
        line.reads = sum.reads;
        line.writes = sum.writes;
        if (is_risc(track.row)) {
            const Cycle waited = std::accumulate(sum.waited.begin(), sum.waited.end(), Cycle{0});
            line.cycles = sum.cycles();
            line.busy = line.cycles - std::min(line.cycles, waited);
        } else {
            line.cycles = longest[track.core];
            line.busy = sum.busy;
        }
        out.push_back(line);
    }
    return out;
}

std::vector<SummaryLine> mean_over_cores(std::span<const SummaryLine> lines) {
    std::vector<SummaryLine> out;
    for (const int unit : units) {
        SummaryLine mean;
        mean.track = {-1, unit};
        mean.core = "mean";
        std::uint64_t cores = 0;
        for (const SummaryLine& line : lines) {
            if (line.track.row != unit) continue;
            ++cores;
            mean.cycles += line.cycles;
            mean.busy += line.busy;
            for (std::size_t i = 0; i < wait_reason_count; ++i) mean.waited[i] += line.waited[i];
            mean.read_bytes += line.read_bytes;
            mean.written_bytes += line.written_bytes;
            mean.reads += line.reads;
            mean.writes += line.writes;
        }
        if (cores == 0) continue;
        const auto divide = [cores](std::uint64_t& sum) { sum = (sum + cores / 2) / cores; };
        for (std::uint64_t* sum :
             {&mean.cycles, &mean.busy, &mean.read_bytes, &mean.written_bytes, &mean.reads, &mean.writes})
            divide(*sum);
        for (Cycle& sum : mean.waited) divide(sum);
        out.push_back(mean);
    }
    return out;
}

std::string table(std::span<const SummaryLine> lines) {
    std::vector<const WaitReasonRow*> reasons;
    for (const WaitReasonRow& reason : wait_reasons)
        if (std::ranges::any_of(lines, [&](const SummaryLine& line) {
                return line.waited[static_cast<std::size_t>(reason.reason)] != 0;
            }))
            reasons.push_back(&reason);

    std::vector<std::vector<std::string>> cells;
    cells.push_back({"core", "unit", "cycles", "busy", "busy %"});
    for (const WaitReasonRow* reason : reasons) cells.back().emplace_back(reason->name);
    for (const SummaryLine& line : lines) {
        const bool risc = is_risc(line.track.row);
        const std::string share =
            line.cycles == 0
                ? "-"
                : fmt::format("{:.1f}", 100.0 * static_cast<double>(line.busy) / static_cast<double>(line.cycles));
        cells.push_back({line.core, std::string{unit_name(line.track.row)}, risc ? fmt::format("{}", line.cycles) : "-",
                         fmt::format("{}", line.busy), share});
        for (const WaitReasonRow* reason : reasons) {
            const Cycle waited = line.waited[static_cast<std::size_t>(reason->reason)];
            cells.back().push_back(risc || waited != 0 ? fmt::format("{}", waited) : "-");
        }
    }

    std::vector<std::size_t> width(cells[0].size());
    for (const auto& row : cells)
        for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
    std::string out;
    for (const auto& row : cells) {
        for (std::size_t i = 0; i < row.size(); ++i)
            out += i < 2 ? fmt::format("{:<{}}  ", row[i], width[i])
                         : fmt::format("{:>{}}{}", row[i], width[i], i + 1 < row.size() ? "  " : "");
        out += '\n';
    }
    out += "all but busy % in cycles; busy % of the row's own cycles, for a unit of its core's\n";
    return out;
}

}  // namespace tessera::views
