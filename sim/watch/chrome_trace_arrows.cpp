// Arrows of a ChromeTrace: what ended a wait. A flow binds to the slice around its ts, so an arrow needs one at each
// end.
#include <algorithm>
#include <tuple>

#include "sim/watch/chrome_trace_writer.hpp"
#include "sim/watch/json_text.hpp"

namespace tessera::watch {

namespace {

std::tuple<arch::Coord, Cycle> place_and_end(const Transfer* t) { return {t->destination, t->complete}; }

}  // namespace

void ChromeTrace::Writer::arrows() {
    for (const Transfer& signal : trace_.signals_) signals_.push_back(&signal);
    std::ranges::stable_sort(signals_, {}, place_and_end);
    for (std::size_t i = 0; i < flights_.size(); ++i)
        ended_[{flights_[i].first.track, flights_[i].first.is_read}].push_back(i);
    for (auto& [risc, ends] : ended_)
        std::ranges::stable_sort(ends, {}, [&](std::size_t i) { return flights_[i].first.complete; });
    std::vector<Barrier> waits = trace_.barriers_;
    std::ranges::sort(waits, {}, [](const Barrier& w) { return std::tuple(w.track, w.end, w.reason, w.index); });
    for (const Barrier& wait : waits) {
        if (wait.reason == WaitReason::cb_empty)
            arrow_from_push(wait);
        else if (wait.reason == WaitReason::semaphore)
            arrow_from_signal(wait);
        else
            arrow_from_issue(wait);
    }
}

// A kernel's last push reaches the buffer through the FIFO of its thread, after the kernel's own end: the arrow then
// leaves from the kernel's last cycle.
std::optional<ChromeTrace::Writer::Place> ChromeTrace::Writer::on_risc(Track track, Cycle at) const {
    const auto kernel = kernels_.find(track);
    if (kernel == kernels_.end() || at < kernel->second.begin || kernel->second.end == kernel->second.begin) return {};
    return Place{track.core, track.row, std::min(at, kernel->second.end - 1)};
}

void ChromeTrace::Writer::arrow(std::string_view name, std::string_view category, const Barrier& to,
                                std::optional<Place> from, std::optional<Place> through) {
    if (!from || to.end == to.begin) return;
    ++arrows_;
    // A wait can end in the very cycle of its cause, and must still hold the arrow's end.
    from->at = std::min(from->at, to.end - 1);
    const auto print = [&](const char* phase, const Place& place) {
        next();
        out_.print(R"({{"name":{},"cat":"{}",{},"id":{},"pid":{},"tid":{},"ts":{}}})", json_text(name), category, phase,
                   arrows_, place.pid, place.tid, micro(place.at));
    };
    print(R"("ph":"s")", *from);
    if (through) print(R"("ph":"t")", *through);
    print(R"("ph":"f","bp":"e")", {to.track.core, to.track.row, to.end - 1});
}

void ChromeTrace::Writer::arrow_from_push(const Barrier& wait) {
    const auto key = [](const CbLevel& level) { return std::tuple(level.core, level.cb, level.cycle); };
    const auto after = std::ranges::upper_bound(levels_, std::tuple(wait.track.core, wait.index, wait.end), {}, key);
    for (auto level = after; level != levels_.begin();) {
        --level;
        if (level->core != wait.track.core || level->cb != wait.index || level->cycle < wait.begin) return;
        const auto before = level == levels_.begin() ? levels_.end() : std::prev(level);
        const bool same = before != levels_.end() && before->core == level->core && before->cb == level->cb;
        if (level->row < 0 || level->pages <= (same ? before->pages : 0)) continue;
        return arrow(fmt::format("cb{} push", wait.index), "cb", wait,
                     on_risc({level->core, level->row}, level->cycle));
    }
}

// A barrier ends when the last transfer it waits for does.
void ChromeTrace::Writer::arrow_from_issue(const Barrier& wait) {
    const auto ends = ended_.find({wait.track, wait.reason == WaitReason::noc_read});
    if (ends == ended_.end()) return;
    const auto complete = [&](std::size_t i) { return flights_[i].first.complete; };
    for (auto at = std::ranges::upper_bound(ends->second, wait.end, {}, complete); at != ends->second.begin();) {
        const auto& [flight, tid] = flights_[*--at];
        if (flight.complete < wait.begin) return;
        const bool atomic = flight.access == Access::atomic;
        if (flight.noc != wait.index || atomic != (wait.reason == WaitReason::noc_atomic)) continue;
        return arrow(row(wait.reason).name, "noc", wait, on_risc(flight.track, flight.issue),
                     Place{flight.track.core, tid, flight.issue});
    }
}

void ChromeTrace::Writer::arrow_from_signal(const Barrier& wait) {
    const auto core = std::ranges::find(trace_.cores_, wait.track.core, &CoreName::core);
    if (core == trace_.cores_.end() || !is_risc(wait.track.row)) return;
    const auto word = static_cast<std::uint64_t>(static_cast<std::uint32_t>(wait.index));
    for (auto at = std::ranges::upper_bound(signals_, std::tuple(core->physical, wait.end), {}, place_and_end);
         at != signals_.begin();) {
        const Transfer& signal = **--at;
        if (signal.destination != core->physical || signal.complete < wait.begin) return;
        if (signal.address > word || word >= signal.address + signal.bytes) continue;
        return arrow(fmt::format("semaphore {}", wait.index), "semaphore", wait, on_risc(signal.track, signal.issue));
    }
}

}  // namespace tessera::watch
