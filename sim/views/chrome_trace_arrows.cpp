// Arrows of a ChromeTrace: what ended a wait. A flow binds to the slice around its ts, so an arrow needs one at each
// end.
#include <algorithm>
#include <tuple>

#include "sim/views/chrome_trace_writer.hpp"
#include "sim/views/json_text.hpp"

namespace tessera::views {
namespace {

struct ArrowKind {
    WaitReason reason;
    std::string_view name, category;
    bool numbered;  // its name ends in the wait's index
};
constexpr ArrowKind kinds[] = {
    {WaitReason::cb_empty, "push cb", "cb", true},
    {WaitReason::cb_full, "pop cb", "cb", true},
    {WaitReason::noc_read, "noc_read", "noc", false},
    {WaitReason::noc_write, "noc_write", "noc", false},
    {WaitReason::noc_flush, "noc_flush", "noc", false},
    {WaitReason::noc_atomic, "noc_atomic", "noc", false},
    {WaitReason::semaphore, "semaphore ", "semaphore", true},
};

const ArrowKind* kind_of(WaitReason reason) {
    const auto found = std::ranges::find(kinds, reason, &ArrowKind::reason);
    return found == std::end(kinds) ? nullptr : found;
}

// A unit acts on the command its RISC gave it, and has no slice at the moment it does.
int risc_of(int row) {
    return row == unpacker ? trisc0 : row == packer ? trisc2 : row == fpu || row == sfpu ? trisc1 : row;
}

}  // namespace

bool ChromeTrace::has_arrow(const Wait& wait) {
    return kind_of(wait.reason) != nullptr && is_risc(wait.track.row) && wait.cause.track.core >= 0;
}

void ChromeTrace::Writer::arrows() {
    for (const auto& [flight, tid] : flights_)
        if (flight.id != 0) flight_tids_.emplace(flight.id, std::pair(tid, flight.track.core));
    std::vector<Ended> waits = trace_.ended_;
    std::ranges::sort(waits, {}, [](const Ended& w) { return std::tuple(w.track, w.end, w.reason, w.index); });
    for (const Ended& wait : waits) arrow(wait);
}

// A kernel's last push reaches the buffer through the FIFO of its thread, after the kernel's own end: the arrow then
// leaves from the kernel's last cycle.
std::optional<std::uint64_t> ChromeTrace::Writer::on_risc(Track track, Cycle at) const {
    const auto kernel = kernels_.find(track);
    if (kernel == kernels_.end() || at < kernel->second.begin) return {};
    return within(kernel->second, at);
}

// The ns at which `at` is shown, inside the interval as it is shown: rounded times can lie on its end.
std::optional<std::uint64_t> ChromeTrace::Writer::within(const Interval& interval, Cycle at) const {
    if (shown(interval.end) == shown(interval.begin)) return {};
    return std::min(shown(at), shown(interval.end) - 1);
}

// From the act, or the issue of the transfer, to the wait's last cycle.
void ChromeTrace::Writer::arrow(const Ended& wait) {
    const Track from{wait.by.core, risc_of(wait.by.row)};
    const auto begin = on_risc(from, wait.transfer != 0 ? wait.issue : wait.at),
               end = within({wait.begin, wait.end}, wait.end);
    if (!begin || !end) return;
    ++arrows_;
    const ArrowKind& kind = *kind_of(wait.reason);
    const std::string name = kind.numbered ? fmt::format("{}{}", kind.name, wait.index) : std::string(kind.name);
    const auto print = [&](std::string_view phase, int pid, int tid, std::uint64_t ns) {
        next();
        out_.print(R"({{"name":{},"cat":"{}",{},"id":{},"pid":{},"tid":{},"ts":{}}})", json_text(name), kind.category,
                   phase, arrows_, pid, tid, micro_of(ns));
    };
    // A wait can end in the very cycle of its cause, and must still hold the arrow's end.
    print(R"("ph":"s")", from.core, from.row, std::min(*begin, *end));
    if (const auto flight = flight_tids_.find(wait.transfer); flight != flight_tids_.end() && shown(wait.issue) <= *end)
        print(R"("ph":"t")", flight->second.second, flight->second.first, shown(wait.issue));
    print(R"("ph":"f","bp":"e")", wait.track.core, wait.track.row, *end);
}

}  // namespace tessera::views
