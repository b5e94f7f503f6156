#include "sim/views/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace tessera::views {

void Summary::Sum::cover(Cycle begin, Cycle end) {
    first = std::min(first, begin);
    last = std::max(last, end);
}

Summary::Sum& Summary::of(Track track) {
    auto& [last, sum] = last_[static_cast<std::size_t>(16 * track.core + track.row) % last_.size()];
    if (sum == nullptr || last != track) {
        last = track;
        sum = &sums_[track];
    }
    return *sum;
}

void Summary::on_core_name(const CoreName& event) {
    names_[event.core] = fmt::format("({},{})", event.logical.x, event.logical.y);
}

namespace {

// Whether the matrix unit's instruction is one of those by which tiles come into Dst and go, as on the ladder, whose
// times cover them.
bool copies(std::string_view instruction) {
    static constexpr std::array of_copies{"MOVA2D", "ELWADD", "ZEROACC", "SETRWC", "INCRWC"};
    return std::ranges::find(of_copies, instruction) != of_copies.end();
}

}  // namespace

void Summary::on_zone(const Zone& event) { of(event.track).cover(event.begin, event.end); }

void Summary::on_wait(const Wait& event) {
    Sum& sum = of(event.track);
    sum.cover(event.begin, event.end);
    sum.waited[static_cast<std::size_t>(event.reason)] += event.end - event.begin;
}

void Summary::on_busy(const Busy& event) {
    Sum& sum = of(event.track);
    sum.cover(event.begin, event.end);
    sum.busy += event.end - event.begin;
    sum.products = sum.products || (event.track.row == fpu && !copies(event.label));
}

void Summary::on_transfer(const Transfer& event) {
    Sum& sum = of(event.track);
    (event.is_read ? sum.read_bytes : sum.written_bytes) += event.bytes;
    (event.is_read ? sum.reads : sum.writes) += 1;
    sum.dram = sum.dram || event.bank >= 0;
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
        line.dram = sum.dram;
        line.products = sum.products;
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

std::vector<arch::Part> parts_used(std::span<const SummaryLine> lines) {
    const auto any = [&](auto is) { return std::ranges::any_of(lines, is); };
    const auto worked = [&](std::initializer_list<int> rows) {
        return any([&](const SummaryLine& line) {
            return line.busy > 0 && std::ranges::find(rows, line.track.row) != rows.end();
        });
    };
    std::vector<arch::Part> out;
    if (any([](const SummaryLine& line) { return is_risc(line.track.row); })) out.push_back(arch::Part::riscs);
    if (worked({watch::sfpu})) out.push_back(arch::Part::sfpu);
    if (worked({unpacker, packer})) out.push_back(arch::Part::tiles);
    if (any([](const SummaryLine& line) { return line.products; })) out.push_back(arch::Part::products);
    if (any([](const SummaryLine& line) { return line.reads + line.writes > 0; })) out.push_back(arch::Part::noc);
    if (any([](const SummaryLine& line) { return line.dram; })) out.push_back(arch::Part::dram);
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

}  // namespace tessera::views
