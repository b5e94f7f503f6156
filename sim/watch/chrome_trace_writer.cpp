#include "sim/watch/chrome_trace_writer.hpp"

#include <algorithm>
#include <tuple>

#include "sim/watch/json_text.hpp"

namespace tessera::watch {
namespace {

constexpr int noc_pid = 2'000'000;  // trace-formats.md 2.1
constexpr int overflow_tids = 100;  // thread of the n-th overlap = row + n * 100
constexpr int flight_tids = 1'000;  // thread of a transfer = core * 1000 + place among those under way

// ts and dur count microseconds; a cycle is 1 ns (2.1), so three decimals are exact.
std::string micro(Cycle cycle) { return fmt::format("{}.{:03}", cycle / 1000, cycle % 1000); }

std::tuple<int, int, Cycle> buffer_and_cycle(const CbLevel& level) { return {level.core, level.cb, level.cycle}; }

std::vector<CbLevel> by_buffer(std::vector<CbLevel> levels) {
    std::ranges::stable_sort(levels, {}, buffer_and_cycle);
    return levels;
}

}  // namespace

void ChromeTrace::Writer::run() {
    out_.print("{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    cores();
    slices();
    counters();
    flights();
    arrows();
    out_.print("\n],");
    other_data();
    out_.print("}}\n");
    out_.finish();
}

void ChromeTrace::Writer::next() {
    out_.print("{}", first_ ? "\n" : ",\n");
    first_ = false;
}

void ChromeTrace::Writer::process(int pid, std::string_view name) {
    next();
    out_.print(R"({{"name":"process_name","ph":"M","pid":{},"tid":0,"args":{{"name":{}}}}})", pid, json_text(name));
    next();
    out_.print(R"({{"name":"process_sort_index","ph":"M","pid":{},"tid":0,"args":{{"sort_index":{}}}}})", pid, pid);
}

// Tracy shows thread names only, so each says its core (2.2).
void ChromeTrace::Writer::thread(int pid, int tid, std::string_view name) {
    next();
    out_.print(R"({{"name":"thread_name","ph":"M","pid":{},"tid":{},"args":{{"name":{}}}}})", pid, tid,
               json_text(name));
    next();
    out_.print(R"({{"name":"thread_sort_index","ph":"M","pid":{},"tid":{},"args":{{"sort_index":{}}}}})", pid, tid,
               tid);
}

std::string ChromeTrace::Writer::core_text(int core) const {
    for (const CoreName& name : trace_.cores_)
        if (name.core == core) return fmt::format("core ({},{})", name.logical.x, name.logical.y);
    return fmt::format("core #{}", core);
}

void ChromeTrace::Writer::cores() {
    std::vector<CoreName> names = trace_.cores_;
    std::ranges::sort(names, {}, &CoreName::core);
    for (const CoreName& name : names)
        process(name.core, fmt::format("core ({},{}) phys ({},{})", name.logical.x, name.logical.y, name.physical.x,
                                       name.physical.y));
}

void ChromeTrace::Writer::slices() {
    std::vector<const Slice*> order;
    order.reserve(trace_.slices_.size());
    for (const Slice& slice : trace_.slices_) order.push_back(&slice);
    // The holder before what it holds. Inner zones end, and so are told, first: of twins the later told is the outer.
    std::ranges::sort(order, [](const Slice* a, const Slice* b) {
        return std::tuple(a->track, a->begin, b->end, a->kind, b) < std::tuple(b->track, b->begin, a->end, b->kind, a);
    });
    std::vector<const Slice*> one_track;
    for (std::size_t i = 0; i < order.size(); ++i) {
        one_track.push_back(order[i]);
        if (i + 1 < order.size() && order[i + 1]->track == order[i]->track) continue;
        slices_of_track(one_track);
        one_track.clear();
    }
}

// Slices of one tid must nest: each goes to the first thread of its row where it lies inside or after all open ones.
void ChromeTrace::Writer::slices_of_track(std::vector<const Slice*>& slices) {
    const Track track = slices.front()->track;
    std::vector<std::vector<Cycle>> open;  // per thread the ends of the slices not yet over
    std::vector<std::vector<const Slice*>> threads;
    for (const Slice* slice : slices) {
        std::size_t place = 0;
        for (;; ++place) {
            if (place == threads.size()) {
                threads.emplace_back();
                open.emplace_back();
            }
            std::vector<Cycle>& ends = open[place];
            while (!ends.empty() && ends.back() <= slice->begin) ends.pop_back();
            if (ends.empty() || slice->end <= ends.back()) break;
        }
        open[place].push_back(slice->end);
        threads[place].push_back(slice);
    }
    static constexpr std::string_view categories[]{"zone", "busy", "wait"};
    for (std::size_t place = 0; place < threads.size(); ++place) {
        const int tid = track.row + static_cast<int>(place) * overflow_tids;
        const std::string number = place == 0 ? "" : fmt::format(" ({})", place + 1);
        thread(track.core, tid, fmt::format("{} {}{}", core_text(track.core), unit_name(track.row), number));
        for (const Slice* slice : threads[place]) {
            next();
            out_.print(R"({{"name":{},"cat":"{}","ph":"X","pid":{},"tid":{},"ts":{},"dur":{})",
                       json_text(trace_.texts_[slice->name]), categories[slice->kind], track.core, tid,
                       micro(slice->begin), micro(slice->end - slice->begin));
            if (const std::string& file = trace_.texts_[slice->file]; !file.empty())
                out_.print(R"(,"loc":{})", json_text(fmt::format("{}:{}", file, slice->line)));
            out_.print("}}");
        }
    }
}

void ChromeTrace::Writer::counters() {
    for (const CbLevel& level : by_buffer(trace_.levels_)) {
        next();
        out_.print(R"({{"name":"cb{} pages","ph":"C","pid":{},"tid":0,"ts":{},"args":{{"pages":{}}}}})", level.cb,
                   level.core, micro(level.cycle), level.pages);
    }
}

void ChromeTrace::Writer::flights() {
    std::vector<Flight> flights = trace_.flights_;
    std::ranges::stable_sort(flights, {},
                             [](const Flight& f) { return std::tuple(f.noc, f.core, f.issue, f.complete); });
    int noc = -1;
    std::pair<int, int> last{-1, -1};
    std::vector<Cycle> free_at;  // per thread of this core
    std::vector<std::vector<const Flight*>> threads;
    const auto flush = [&] {
        for (std::size_t place = 0; place < threads.size(); ++place) {
            const int pid = noc_pid + last.first, tid = last.second * flight_tids + static_cast<int>(place);
            thread(pid, tid, fmt::format("{} NoC {} transfer {}", core_text(last.second), last.first, place + 1));
            for (const Flight* f : threads[place]) {
                next();
                out_.print(R"~({{"name":"{} {} B","cat":"noc","ph":"X","pid":{},"tid":{},"ts":{},"dur":{},)~"
                           R"~("args":{{"risc":{},"from":"({},{})","to":"({},{})","bytes":{}}}}})~",
                           f->is_read ? "read" : "write", f->bytes, pid, tid, micro(f->issue),
                           micro(f->complete - f->issue), json_text(unit_name(f->row)), f->source.x, f->source.y,
                           f->destination.x, f->destination.y, f->bytes);
            }
        }
        threads.clear();
        free_at.clear();
    };
    for (const Flight& flight : flights) {
        if (const std::pair here{flight.noc, flight.core}; here != last) {
            flush();
            last = here;
        }
        if (flight.noc != noc) process(noc_pid + (noc = flight.noc), fmt::format("NoC {}", noc));
        const auto free = std::ranges::find_if(free_at, [&](Cycle at) { return at <= flight.issue; });
        const auto place = static_cast<std::size_t>(free - free_at.begin());
        if (free == free_at.end()) {
            free_at.emplace_back();
            threads.emplace_back();
        }
        free_at[place] = flight.complete;
        threads[place].push_back(&flight);
    }
    flush();
}

// From the push that ended a wait for pages to the wait's last cycle: a flow binds to the slice around its ts.
void ChromeTrace::Writer::arrows() {
    std::vector<CbLevel> pushes;  // by core, cb, cycle
    const std::vector<CbLevel> levels = by_buffer(trace_.levels_);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const bool same = i > 0 && levels[i - 1].core == levels[i].core && levels[i - 1].cb == levels[i].cb;
        if (levels[i].row >= 0 && levels[i].pages > (same ? levels[i - 1].pages : 0)) pushes.push_back(levels[i]);
    }
    auto woken = trace_.woken_;
    std::ranges::sort(woken, {}, [](const Woken& w) { return std::tuple(w.core, w.row, w.end, w.cb); });
    std::uint64_t id = 0;
    for (const Woken& w : woken) {
        const auto after = std::ranges::upper_bound(pushes, std::tuple(w.core, w.cb, w.end), {}, buffer_and_cycle);
        if (after == pushes.begin()) continue;
        const CbLevel& push = *std::prev(after);
        if (push.core != w.core || push.cb != w.cb || push.cycle < w.begin) continue;
        const Cycle end = std::max(push.cycle, w.end > w.begin ? w.end - 1 : w.end);
        ++id;
        next();
        out_.print(R"({{"name":"cb{} push","cat":"cb","ph":"s","id":{},"pid":{},"tid":{},"ts":{}}})", w.cb, id, w.core,
                   push.row, micro(push.cycle));
        next();
        out_.print(R"({{"name":"cb{} push","cat":"cb","ph":"f","bp":"e","id":{},"pid":{},"tid":{},"ts":{}}})", w.cb, id,
                   w.core, w.row, micro(end));
    }
}

void ChromeTrace::Writer::other_data() {
    out_.print(R"("otherData":{{"schema_version":1,"arch":{},"clock_ghz":{},"time":"1 cycle is shown as 1 ns",)"
               R"("events":{},"events_left_out":{}}})",
               json_text(trace_.arch_.name), trace_.arch_.clock_ghz.value, trace_.kept_, trace_.left_out_);
}

}  // namespace tessera::watch
