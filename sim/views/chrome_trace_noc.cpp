// Transfers, links and banks of a ChromeTrace.
#include <algorithm>
#include <tuple>

#include "sim/views/chrome_trace_writer.hpp"
#include "sim/views/json_text.hpp"

namespace tessera::views {
namespace {

// Threads of a router in the order a packet meets them.
int link_tid(const arch::Arch& arch, arch::Coord at, Stop stop) {
    const int place = stop == Stop::leave ? 0 : stop == Stop::along_x ? 1 : stop == Stop::along_y ? 2 : 3;
    return 4 * (at.y * arch.grid.noc_width + at.x) + place;
}

std::string_view verb(const Transfer& t) {
    return t.access == Access::atomic ? "atomic" : t.is_read ? "read" : "write";
}

}  // namespace

void ChromeTrace::Writer::flights() {
    std::vector<Transfer> order = trace_.flights_;
    std::ranges::stable_sort(order, {},
                             [](const Transfer& f) { return std::tuple(f.track.core, f.noc, f.issue, f.complete); });
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        const int core = order[begin].track.core, noc = order[begin].noc;
        std::vector<Interval> intervals;
        for (; end < order.size() && order[end].track.core == core && order[end].noc == noc; ++end)
            intervals.push_back({order[end].issue, order[end].complete});
        const std::vector<std::size_t> place = places(intervals, false);
        for (std::size_t at = 0; at <= *std::ranges::max_element(place); ++at) {
            const int tid = transfer_row + noc + static_cast<int>(at) * overflow_tids;
            thread(core, tid, fmt::format("{} NoC {} transfer {}", core_text(core), noc, at + 1));
            for (std::size_t i = 0; i < place.size(); ++i) {
                if (place[i] != at) continue;
                const Transfer& f = order[begin + i];
                next();
                out_.print(R"({{"name":"{} {} B","cat":"noc","ph":"X","pid":{},"tid":{},{})", verb(f), f.bytes, core,
                           tid, span(f.issue, f.complete));
                if (!f.spot.file.empty())
                    out_.print(R"(,"loc":{})", json_text(fmt::format("{}:{}", f.spot.file, f.spot.line)));
                args(f.complete - f.issue);
                if (!f.spot.file.empty()) source(json_text(f.spot.file), f.spot.line);
                out_.print(R"~(,"id":{},"risc":{},"from":"({},{})","to":"({},{})","bytes":{})~", f.id,
                           json_text(unit_name(f.track.row)), f.source.x, f.source.y, f.destination.x, f.destination.y,
                           f.bytes);
                if (f.bank >= 0) out_.print(R"(,"bank":{})", f.bank);
                out_.print("}}}}");
                flights_.emplace_back(f, tid);
            }
        }
    }
}

// The args of a packet's turn, and the end of its event.
void ChromeTrace::Writer::turn(const Stay& stay) {
    args(stay.end - stay.begin);
    if (const auto issued = issued_.find(stay.transfer); issued != issued_.end())
        source(json_text(issued->second->spot.file), issued->second->spot.line);
    out_.print(R"(,"id":{},"core":"{}","risc":"{}","waited":{})", stay.transfer, core_text(stay.track.core),
               unit_name(stay.track.row), stay.begin - stay.ready);
    if (stay.turned > 0) out_.print(R"(,"turned":{})", stay.turned);
    if (stay.blocked > 0) out_.print(R"(,"blocked":{})", stay.blocked);
    out_.print("}}}}");
}

// Percent of each step in which the stop kept others out, as its slices show it.
void ChromeTrace::Writer::load(int pid, std::string_view name, Bins bins, Cycle step) {
    bins.widen(step);
    const ChromeTraceOptions& options = trace_.options_;
    std::uint64_t last = 0;
    Cycle at = 0;
    const auto print = [&](std::uint64_t sum) {
        if (sum != last && trace_.shows(at, at + step)) {
            next();
            out_.print(R"({{"name":{},"ph":"C","pid":{},"tid":0,"ts":{},"args":{{"percent":{:.1f}}}}})",
                       json_text(name), pid, micro(std::max(at, options.from)),
                       100.0 * static_cast<double>(sum) / static_cast<double>(step));
            last = sum;
        }
        at += step;
    };
    for (const std::uint64_t sum : bins.sums()) print(sum);
    print(0);
}

void ChromeTrace::Writer::banks() {
    for (const auto& [bank, bins] : trace_.bank_load_) load_step_ = std::max(load_step_, bins.width());
    for (const auto& [link, bins] : trace_.link_load_) load_step_ = std::max(load_step_, bins.width());
    for (const auto& [bank, bins] : trace_.bank_load_) {
        const arch::Coord at = trace_.arch_.dram.endpoint[static_cast<std::size_t>(bank)];
        const int pid = dram_pid + bank;
        const std::string name = fmt::format("DRAM bank {} phys ({},{})", bank, at.x, at.y);
        process(pid, name);
        thread(pid, 0, name);
        // What waits and what is being served, at each change.
        std::vector<std::tuple<Cycle, int, int>> changes;
        for (const Stay& stay : trace_.stays_) {
            if (stay.stop != Stop::bank || stay.bank != bank) continue;
            next();
            out_.print(R"({{"name":"{} {} B","cat":"dram","ph":"X","pid":{},"tid":0,{})",
                       stay.is_read ? "read" : "write", stay.bytes, pid, span(stay.begin, stay.end));
            turn(stay);
            changes.insert(changes.end(), {{stay.end, 0, -1}, {stay.begin, -1, 1}, {stay.ready, 1, 0}});
        }
        std::ranges::sort(changes, {}, [](const auto& change) { return std::get<0>(change); });
        int queued = 0, served = 0;
        for (std::size_t i = 0; i < changes.size(); ++i) {
            queued += std::get<1>(changes[i]);
            served += std::get<2>(changes[i]);
            if (i + 1 < changes.size() && std::get<0>(changes[i + 1]) == std::get<0>(changes[i])) continue;
            next();
            out_.print(R"({{"name":"queue","ph":"C","pid":{},"tid":0,"ts":{},"args":{{"queued":{},"under way":{}}}}})",
                       pid, micro(std::get<0>(changes[i])), queued, served);
        }
        load(pid, "load", bins, load_step_);
    }
}

void ChromeTrace::Writer::links() {
    std::map<std::pair<int, int>, std::vector<const Stay*>> threads;  // by pid and tid
    for (const Stay& stay : trace_.stays_)
        if (stay.stop != Stop::bank)
            threads[{noc_pid + stay.noc, link_tid(trace_.arch_, stay.at, stay.stop)}].push_back(&stay);
    std::set<int> processes;
    for (const auto& [thread, stays] : threads) processes.insert(thread.first);
    for (const auto& [link, bins] : trace_.link_load_) processes.insert(noc_pid + link.noc);
    for (const int pid : processes) process(pid, fmt::format("NoC {}", pid - noc_pid));
    for (const auto& [where, stays] : threads) {
        const auto [pid, tid] = where;
        const Stay& any = *stays.front();
        thread(pid, tid, fmt::format("{} phys ({},{})", link_name(any.stop, any.noc), any.at.x, any.at.y));
        for (const Stay* stay : stays) {
            next();
            out_.print(R"({{"name":"{} {} B","cat":"link","ph":"X","pid":{},"tid":{},{})",
                       stay->is_read ? "read" : "write", stay->bytes, pid, tid, span(stay->begin, stay->end));
            turn(*stay);
        }
    }
    for (const auto& [link, bins] : trace_.link_load_)
        load(noc_pid + link.noc, fmt::format("{} ({},{}) load", link_name(link.stop, link.noc), link.at.x, link.at.y),
             bins, load_step_);
}

}  // namespace tessera::views
