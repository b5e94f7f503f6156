#include "sim/views/chrome_trace_writer.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "sim/views/json_text.hpp"

namespace tessera::views {

ChromeTrace::Writer::Writer(const ChromeTrace& trace, const std::string& path, bool overwrite, std::string_view partial)
    : trace_(trace),
      out_(path, overwrite),
      partial_(partial),
      mhz_(static_cast<std::uint64_t>(std::llround(1000 * trace.arch_.clock_ghz.value))),
      levels_(trace.levels_) {
    for (const std::string& one : trace.texts_) quoted_.push_back(json_text(one));
    for (const CoreName& name : trace.cores_)
        core_names_.try_emplace(name.core, fmt::format("core ({},{})", name.logical.x, name.logical.y));
    for (const Transfer& flight : trace.flights_)
        if (flight.id != 0 && !flight.spot.file.empty()) issued_.emplace(flight.id, &flight);
    for (const auto& [buffer, level] : trace.levels_before_) levels_.push_back(level);
    std::ranges::stable_sort(levels_, {},
                             [](const CbLevel& l) { return std::tuple(l.core, l.cb, l.cycle, l.row >= 0); });
}

void ChromeTrace::Writer::run() {
    out_.print("{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    cores();
    slices();
    levels();
    flights();
    banks();
    links();
    arrows();
    out_.print("\n],");
    other_data();
    out_.print("}}\n");
    out_.finish();
}

// Readers keep whole ns. Rounding down both ends keeps what nests nested.
std::uint64_t ChromeTrace::Writer::shown(Cycle cycle) const {
    return trace_.options_.real_time ? cycle * 1000 / mhz_ : cycle;
}

std::string ChromeTrace::Writer::micro_of(std::uint64_t ns) { return fmt::format("{}.{:03}", ns / 1000, ns % 1000); }

std::string ChromeTrace::Writer::span(Cycle begin, Cycle end) const {
    return fmt::format(R"("ts":{},"dur":{})", micro(begin), micro_of(shown(end) - shown(begin)));
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

// Tracy shows thread names only, so each says its core (trace-formats.md 2.2).
void ChromeTrace::Writer::thread(int pid, int tid, std::string_view name) {
    next();
    out_.print(R"({{"name":"thread_name","ph":"M","pid":{},"tid":{},"args":{{"name":{}}}}})", pid, tid,
               json_text(name));
    next();
    out_.print(R"({{"name":"thread_sort_index","ph":"M","pid":{},"tid":{},"args":{{"sort_index":{}}}}})", pid, tid,
               tid);
}

std::string ChromeTrace::Writer::core_text(int core) const {
    const auto known = core_names_.find(core);
    return known != core_names_.end() ? known->second : fmt::format("core #{}", core);
}

void ChromeTrace::Writer::cores() {
    std::vector<CoreName> names = trace_.cores_;
    std::ranges::sort(names, {}, &CoreName::core);
    for (const CoreName& name : names)
        if (trace_.shows(name.core))
            process(name.core, fmt::format("core ({},{}) phys ({},{})", name.logical.x, name.logical.y, name.physical.x,
                                           name.physical.y));
}

std::vector<std::size_t> ChromeTrace::Writer::places(const std::vector<Interval>& intervals, bool nest) {
    std::vector<std::vector<Cycle>> open;  // per thread the ends of what is not yet over
    std::vector<std::size_t> out;
    out.reserve(intervals.size());
    for (const Interval& interval : intervals) {
        std::size_t place = 0;
        for (;; ++place) {
            if (place == open.size()) open.emplace_back();
            std::vector<Cycle>& ends = open[place];
            while (!ends.empty() && ends.back() <= interval.begin) ends.pop_back();
            if (ends.empty() || (nest && interval.end <= ends.back())) break;
        }
        open[place].push_back(interval.end);
        out.push_back(place);
    }
    return out;
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

void ChromeTrace::Writer::slices_of_track(const std::vector<const Slice*>& slices) {
    const Track track = slices.front()->track;
    std::vector<Interval> intervals;
    for (const Slice* slice : slices) {
        intervals.push_back({slice->begin, slice->end});
        if (slice->kind != Slice::zone) continue;
        Interval& kernel = kernels_.try_emplace(track, intervals.back()).first->second;
        if (slice->end - slice->begin > kernel.end - kernel.begin) kernel = intervals.back();
    }
    const std::vector<std::size_t> place = places(intervals, true);
    const std::size_t threads = *std::ranges::max_element(place) + 1;
    static constexpr std::string_view categories[]{"zone", "busy", "wait"};
    for (std::size_t at = 0; at < threads; ++at) {
        const int tid = track.row + static_cast<int>(at) * overflow_tids;
        const std::string number = at == 0 ? "" : fmt::format(" ({})", at + 1);
        thread(track.core, tid, fmt::format("{} {}{}", core_text(track.core), unit_name(track.row), number));
        for (std::size_t i = 0; i < slices.size(); ++i) {
            if (place[i] != at) continue;
            const Slice& slice = *slices[i];
            next();
            out_.print(R"({{"name":{},"cat":"{}","ph":"X","pid":{},"tid":{},{})", quoted_[slice.name],
                       categories[slice.kind], track.core, tid, span(slice.begin, slice.end));
            const bool has_file = !trace_.texts_[slice.file].empty();
            if (has_file) {
                const std::string& quoted = quoted_[slice.file];
                out_.print(R"(,"loc":{}:{}")", std::string_view(quoted).substr(0, quoted.size() - 1), slice.line);
            }
            args(slice.end - slice.begin);
            if (has_file) source(quoted_[slice.file], slice.line);
            details(slice);
            out_.print("}}}}");
        }
    }
}

void ChromeTrace::Writer::args(Cycle cycles) { out_.print(R"(,"args":{{"cycles":{})", cycles); }

void ChromeTrace::Writer::source(const std::string& quoted_file, int line) {
    out_.print(R"(,"file":{},"line":{})", quoted_file, line);
}

void ChromeTrace::Writer::details(const Slice& slice) {
    if (slice.detail == none) return;
    if (slice.kind == Slice::wait) {
        const Because& because = trace_.because_[slice.detail];
        out_.print(R"(,"reason":"{}")", row(because.reason).text);
        if (because.by.core < 0) return;
        out_.print(R"(,"cause":"{} of {}","cause_cycle":{})", unit_name(because.by.row), core_text(because.by.core),
                   because.at);
        if (!trace_.texts_[because.file].empty())
            out_.print(R"(,"cause_file":{},"cause_line":{})", quoted_[because.file], because.line);
        if (because.transfer != 0) out_.print(R"(,"transfer":{})", because.transfer);
    } else if (slice.kind == Slice::busy) {
        const VectorCounts& counts = trace_.vectors_[slice.detail];
        out_.print(R"(,"instructions":{},"nops":{},"constants":{})", counts.instructions, counts.nops,
                   counts.constants);
        for (const HoldRow& hold : holds)
            if (const auto cycles = counts.held[static_cast<std::size_t>(hold.hold)]; cycles > 0)
                out_.print(R"(,"held: {}":{})", hold.name, cycles);
    } else if (const auto works = trace_.works_.find(slice.track);
               works != trace_.works_.end() && slice.detail < works->second.size()) {
        const RiscWork& work = works->second[slice.detail];
        out_.print(R"(,"instructions":{})", work.instructions);
        for (const WorkPartRow& part : work_parts)
            if (const Cycle cycles = work.cycles[static_cast<std::size_t>(part.part)]; cycles > 0)
                out_.print(R"(,"busy: {}":{})", part.name, cycles);
    }
}

void ChromeTrace::Writer::levels() {
    for (const CbLevel& level : levels_) {
        next();
        out_.print(R"({{"name":"cb{} pages","ph":"C","pid":{},"tid":0,"ts":{},"args":{{"pages":{})", level.cb,
                   level.core, micro(level.cycle), level.pages);
        if (level.capacity > 0) out_.print(R"(,"free":{})", std::max(0, level.capacity - level.pages));
        out_.print("}}}}");
    }
}

void ChromeTrace::Writer::other_data() {
    const ChromeTraceOptions& options = trace_.options_;
    out_.print(R"("otherData":{{"schema_version":2,"arch":{},"clock_ghz":{},"time":"{}")", json_text(trace_.arch_.name),
               trace_.arch_.clock_ghz.value, options.real_time ? "1 ns is shown as 1 ns" : "1 cycle is shown as 1 ns");
    if (!partial_.empty()) out_.print(R"(,"partial":{})", json_text(partial_));
    if (!options.cores.empty()) {
        out_.print(R"(,"cores":[)");
        for (std::size_t i = 0; i < options.cores.size(); ++i)
            out_.print("{}[{},{}]", i == 0 ? "" : ",", options.cores[i].x, options.cores[i].y);
        out_.print("]");
    }
    if (options.from != 0 || options.to != never)
        out_.print(R"(,"window_cycles":[{},{}])", options.from,
                   options.to == never ? "null" : fmt::format("{}", options.to));
    out_.print(R"(,"load_step_cycles":{},"events":{},"events_left_out":{}}})", load_step_, trace_.kept_,
               trace_.left_out_);
}

}  // namespace tessera::views
