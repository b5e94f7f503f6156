#include "sim/views/report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::views {
namespace {}  // namespace

void Report::on_core_name(const CoreName& event) { cores_.push_back(event); }

std::uint32_t Report::place(std::string_view file, int line) {
    const std::string where = file.empty() ? "" : line == 0 ? std::string(file) : fmt::format("{}:{}", file, line);
    return places_.try_emplace(where, static_cast<std::uint32_t>(places_.size())).first->second;
}

Report::Slice* Report::keep(const Track& track, Name::Kind kind, int reason, std::string_view text,
                            std::string_view file, int line, Cycle begin, Cycle end, bool always) {
    end_ = std::max(end_, end);
    if (!always && end - begin < shortest_) {
        ++left_out_;
        return nullptr;
    }
    if (kept_ >= options_.max_slices) thin();
    const auto name = names_.try_emplace({kind, reason, std::string(text)}, static_cast<std::uint32_t>(names_.size()));
    if (always) kernels_.insert(name.first->second);
    if (!always && end - begin < shortest_) {
        ++left_out_;
        return nullptr;
    }
    ++kept_;
    return &tracks_[track].emplace_back(Slice{begin, end, name.first->second, place(file, line)});
}

void Report::thin() {
    if (shortest_ > end_) return;  // only kernels are left
    while (kept_ >= options_.max_slices && shortest_ <= end_) {
        shortest_ = std::max<Cycle>(2, shortest_ * 2);
        kept_ = 0;
        for (auto& [track, slices] : tracks_) {
            left_out_ += std::erase_if(
                slices, [&](const Slice& s) { return s.end - s.begin < shortest_ && !kernels_.contains(s.name); });
            kept_ += slices.size();
        }
    }
    std::vector<Ended> ended;
    for (auto& [track, slices] : tracks_)
        for (Slice& slice : slices)
            if (slice.ended != none) {
                ended.push_back(ended_[slice.ended]);
                slice.ended = static_cast<std::uint32_t>(ended.size() - 1);
            }
    ended_ = std::move(ended);
}

void Report::on_zone(const Zone& event) {
    const bool kernel = is_risc(event.track.row) && event.name == kernel_zone(event.track.row);
    keep(event.track, Name::zone, 0, event.name, event.file, event.line, event.begin, event.end, kernel);
}

void Report::on_wait(const Wait& event) {
    const std::string name = watch::wait_text(event.reason, event.index);
    Slice* slice = keep(event.track, Name::wait, static_cast<int>(event.reason), name, event.file, event.line,
                        event.begin, event.end);
    const Cause& cause = event.cause;
    if (slice == nullptr || cause.track.core < 0) return;
    const Cycle acted = std::min(cause.at, event.end);
    const std::int64_t travel =
        cause.transfer == nullptr ? -1 : static_cast<std::int64_t>(acted - std::min(cause.transfer->issue, acted));
    slice->ended = static_cast<std::uint32_t>(ended_.size());
    ended_.push_back({cause.track, event.end - acted, travel, place(cause.spot.file, cause.spot.line)});
}

void Report::on_busy(const Busy& event) {
    keep(event.track, Name::busy, 0, event.label, event.file, event.line, event.begin, event.end);
}

void Report::on_printed(const Printed& event) {
    end_ = std::max(end_, event.cycle);
    if (prints_.size() >= most_prints) {
        ++prints_left_out_;
        return;
    }
    prints_.push_back({event.track, event.cycle, place(event.spot.file, event.spot.line), std::string(event.text)});
}

void Report::on_cb_level(const CbLevel& event) {
    const Bins none(course_steps, shortest_step);
    Level& level = levels_.try_emplace({event.core, event.cb}, Level{0, 0, none}).first->second;
    level.sum.add(level.since, event.cycle, static_cast<std::uint64_t>(level.pages));
    level.pages = event.pages;
    level.since = event.cycle;
}

void Report::on_stay(const Stay& event) {
    Intervals& taken = event.stop == Stop::bank ? banks_[event.bank] : links_[{event.noc, event.at, event.stop}];
    taken.add(event.taken_from(), event.end);
}

std::string Report::notice() const {
    if (left_out_ == 0) return {};
    return fmt::format("report: the schedule shows {} slices and leaves out {} shorter than {} cycles", kept_,
                       left_out_, shortest_);
}

}  // namespace tessera::views
