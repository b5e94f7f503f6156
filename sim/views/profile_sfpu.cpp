#include "sim/views/profile_sfpu.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace tessera::views {
namespace {

std::vector<HoldShare> shares(const std::array<Cycle, holds.size()>& held) {
    std::vector<HoldShare> out;
    for (const HoldRow& row : holds)
        if (const Cycle cycles = held[static_cast<std::size_t>(row.hold)]; cycles > 0)
            out.push_back({std::string(row.name), cycles});
    return out;
}

}  // namespace

// Loops come back to few spots: most are found by their address alone.
SfpuRecorder::Sum& SfpuRecorder::sum_of(const Spot* spot) {
    Known& known = known_[(reinterpret_cast<std::uintptr_t>(spot) >> 4) % known_.size()];
    if (known.spot != spot) {
        const auto [at, first] = all_known_.try_emplace(spot, static_cast<std::uint32_t>(sums_.size()));
        if (first) {
            sums_.emplace_back();
            sums_.back().place = places_.of(*spot);
        }
        known = {spot, at->second};
    }
    return sums_[known.sum];
}

std::span<const LineCycles> SfpuRecorder::add(const VectorRun& run) {
    ++programs_;
    cycles_ += run.end - run.begin;
    seen_.clear();
    for (const VectorIssue& issue : run.issues) {
        Sum& sum = sum_of(issue.spot);
        ++sum.instructions;
        sum.nops += issue.nop ? 1 : 0;
        sum.constants += issue.constant ? 1 : 0;
        Cycle cycles = 1;
        for (std::size_t i = 0; i < holds.size(); ++i) sum.held[i] += issue.held[i], cycles += issue.held[i];
        if (issue.back != 0) sum.back = sum.back == 0 ? issue.back : std::min(sum.back, issue.back);
        if (sum.run != programs_) {
            seen_.push_back(static_cast<std::uint32_t>(&sum - sums_.data()));
            sum.run_cycles = 0;
        }
        sum.run_cycles += cycles;
        sum.run = programs_;
    }
    lines_.clear();
    for (const std::uint32_t at : seen_) lines_.push_back({sums_[at].place, sums_[at].run_cycles});
    std::ranges::sort(lines_, {}, &LineCycles::place);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (kept > 0 && lines_[kept - 1].place == lines_[i].place)
            lines_[kept - 1].cycles += lines_[i].cycles;
        else
            lines_[kept++] = lines_[i];
    }
    lines_.resize(kept);
    return lines_;
}

SfpuProfile SfpuRecorder::profile() const {
    SfpuProfile out;
    out.programs = programs_;
    out.cycles = cycles_;
    std::array<Cycle, holds.size()> all{};
    struct Line {
        SfpuLine line;
        std::array<Cycle, holds.size()> held{};
    };
    std::map<std::string, Line> lines;
    for (const Sum& sum : sums_) {
        Line& line = lines[places_.text(sum.place)];
        line.line.executions = std::max(line.line.executions, sum.instructions);
        line.line.instructions += sum.instructions;
        line.line.nops += sum.nops;
        line.line.constants += sum.constants;
        for (std::size_t i = 0; i < holds.size(); ++i) line.held[i] += sum.held[i], all[i] += sum.held[i];
        if (sum.back != 0) line.line.loop = line.line.loop == 0 ? sum.back : std::min(line.line.loop, sum.back);
    }
    for (auto& [at, line] : lines) {
        line.line.at = at;
        line.line.held = shares(line.held);
        line.line.cycles = std::accumulate(line.held.begin(), line.held.end(), line.line.instructions);
        out.instructions += line.line.instructions;
        out.nops += line.line.nops;
        out.constants += line.line.constants;
        out.lines.push_back(std::move(line.line));
    }
    std::ranges::stable_sort(out.lines, std::greater{}, &SfpuLine::cycles);
    out.held = shares(all);
    return out;
}

}  // namespace tessera::views
