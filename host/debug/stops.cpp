#include "host/debug/stops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tessera::host {
namespace {

constexpr char watch_writes = '2', watch_reads = '3', watch_both = '4';

bool is_breakpoint(char kind) { return kind == '0' || kind == '1'; }
bool is_watch(char kind) { return kind >= watch_writes && kind <= watch_both; }

std::string_view word_of(char kind) {
    return kind == watch_writes ? "watch" : kind == watch_reads ? "rwatch" : "awatch";
}

}  // namespace

bool Stops::insert(char kind, std::uint32_t address, std::uint32_t bytes, int thread) {
    if (is_breakpoint(kind)) breakpoints_.insert(address);
    if (!is_watch(kind)) return is_breakpoint(kind);
    const auto [at, first] = watches_.try_emplace({kind, address, bytes});
    Watch& watch = at->second;
    watch.on = true;
    if (first) {
        watch.thread = thread;
        watch.bytes = target_.memory(thread, address, bytes);
    }
    return true;
}

bool Stops::remove(char kind, std::uint32_t address, std::uint32_t bytes) {
    if (is_breakpoint(kind)) return breakpoints_.erase(address), true;
    if (const auto at = watches_.find({kind, address, bytes}); at != watches_.end()) at->second.on = false;
    return is_watch(kind);
}

void Stops::go_on(const Resume& how) {
    how_ = how;
    interrupted_ = false;
    watching_ = std::ranges::any_of(watches_, [](const auto& row) { return row.second.on; });
    for (auto& [place, watch] : watches_) watch.writer = watch.reader = 0;
    if (!watching_) under_way_.clear();
}

bool Stops::ends_step(int thread, std::uint32_t pc) const {
    return thread == how_.stepping && !(pc >= how_.begin && pc < how_.end);
}

// What a thread was about to access when it was asked before, it has accessed now.
void Stops::note_access(int thread, std::uint32_t pc) {
    if (const auto done = under_way_.extract(thread)) {
        const MemoryAccess& access = done.mapped();
        for (auto& [place, watch] : watches_) {
            const auto& [kind, address, bytes] = place;
            const bool meets = access.address < address + bytes && address < access.address + access.bytes;
            if (meets && target_.share(thread, watch.thread, address))
                (access.writes ? watch.writer : watch.reader) = thread;
        }
    }
    if (const std::optional<MemoryAccess> access = target_.access(thread, pc)) under_way_[thread] = *access;
}

bool Stops::before(int thread, std::uint32_t pc) {
    if (watching_) note_access(thread, pc);
    return watching_ || interrupted_ || how_.alone || ends_step(thread, pc) || breakpoints_.contains(pc);
}

// Transfers and units change memory as well: what counts for writes is the value.
std::optional<Stop> Stops::watched(int thread) {
    for (auto& [place, watch] : watches_) {
        const auto& [kind, address, bytes] = place;
        if (!watch.on) continue;
        std::vector<std::uint8_t> now = target_.memory(watch.thread, address, bytes);
        const bool changed = now != watch.bytes;
        if (!(changed && kind != watch_reads) && !(watch.reader != 0 && kind != watch_writes)) continue;
        const int accessed = changed ? watch.writer : watch.reader;
        int who = accessed != 0 ? accessed : target_.share(thread, watch.thread, address) ? thread : watch.thread;
        if (!target_.is_alive(who)) who = thread;
        if (how_.alone && who != how_.stepping) continue;  // later
        watch.bytes = std::move(now);
        return Stop{who, Signal::trap, fmt::format("{}:{:x};", word_of(kind), address)};
    }
    return std::nullopt;
}

std::optional<Stop> Stops::at_breakpoint(int thread) const {
    if (how_.alone || !breakpoints_.contains(target_.registers(thread).back())) return std::nullopt;
    return Stop{thread};
}

// To step a thread off a breakpoint gdb takes that away from all, lets this thread go on alone and is lost when another
// one stops. Others do move here, since the thread may wait for them: the first that would execute an instruction ends
// the step.
std::optional<Stop> Stops::stopped(int thread) {
    const bool ends = ends_step(thread, target_.registers(thread).back());
    if (how_.alone && thread == how_.stepping && !ends) return std::nullopt;
    if (std::optional<Stop> stop = watching_ ? watched(thread) : std::nullopt) return stop;
    if (how_.alone) return Stop{how_.stepping};
    if (interrupted_) return Stop{thread, Signal::interrupt};
    return ends ? Stop{thread} : at_breakpoint(thread);
}

}  // namespace tessera::host
