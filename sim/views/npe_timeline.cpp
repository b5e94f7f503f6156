#include "sim/views/npe_timeline.hpp"

#include <algorithm>

#include "sim/views/json_text.hpp"
#include "sim/views/noc_trace.hpp"
#include "sim/views/text_file.hpp"
#include "sim/views/totals.hpp"

namespace tessera::views {
namespace {

bool is_link(Stop stop) { return stop == Stop::along_x || stop == Stop::along_y; }

std::string place(arch::Coord at) { return fmt::format("[0,{},{}]", at.y, at.x); }

std::string places(const std::vector<arch::Coord>& all) {
    std::string out = "[";
    for (const arch::Coord at : all) {
        if (out.size() > 1) out += ',';
        out += place(at);
    }
    out += ']';
    return out;
}

std::uint64_t at_step(const Bins& bins, std::size_t step) { return step < bins.sums().size() ? bins.sums()[step] : 0; }

}  // namespace

void NpeTimeline::on_stay(const Stay& event) {
    if (event.stop == Stop::bank) {
        bank_busy_ += event.end - event.begin;
        return;
    }
    const Link link{event.noc, event.at, event.stop};
    Route& route = under_way_[event.transfer];
    route.links.push_back(link);
    if (event.stop == Stop::leave)
        route.rate =
            static_cast<double>(event.bytes) / static_cast<double>(std::max<Cycle>(1, event.end - event.begin));
    Load& load = loads_.try_emplace(link, Load{bins(), bins()}).first->second;
    load.served.add(event.begin, event.end);
    load.present.add(event.ready, event.end);
    if (event.multicast && is_link(event.stop)) multicast_.add(event.begin, event.end);
    end_ = std::max(end_, event.end);
}

void NpeTimeline::on_zone(const Zone& event) {
    if (!is_risc(event.track.row)) return;
    if (kept_zones_ >= options_.max_zones) {
        ++zones_left_out_;
        return;
    }
    ++kept_zones_;
    zones_[event.track].push_back({std::string(event.name), event.begin, event.end});
}

void NpeTimeline::on_transfer(const Transfer& event) {
    end_ = std::max(end_, event.complete);
    if (event.id == last_id_ && event.id != 0) {
        if (!flights_.empty() && flights_.back().transfer.id == event.id)
            flights_.back().receivers.push_back(event.destination);
        return;
    }
    last_id_ = event.id;
    const auto route = under_way_.extract(event.id);
    if (flights_.size() >= options_.max_transfers) {
        ++left_out_;
        return;
    }
    Flight flight{event, {event.destination}, {}, 0};
    flight.transfer.spot = {};
    if (route) {
        flight.links = std::move(route.mapped().links);
        flight.rate = route.mapped().rate;
    }
    flights_.push_back(std::move(flight));
}

std::string NpeTimeline::notice() const {
    std::string out;
    if (left_out_ != 0)
        out = fmt::format("npe timeline: listed the first {} transfers, left out {}; link demand counts them all",
                          flights_.size(), left_out_);
    if (zones_left_out_ != 0)
        out += fmt::format("{}npe timeline: listed the first {} zones, left out {}", out.empty() ? "" : "\n",
                           kept_zones_, zones_left_out_);
    return out;
}

const std::string* NpeTimeline::zone_of(const Transfer& transfer) const {
    const auto zones = zones_.find(transfer.track);
    if (zones == zones_.end()) return nullptr;
    // Of those that nest the inner one ends first, or is told first.
    for (auto zone = std::ranges::lower_bound(zones->second, transfer.issue + 1, {}, &KeptZone::end);
         zone != zones->second.end(); ++zone)
        if (zone->begin <= transfer.issue) return &zone->name;
    return nullptr;
}

void NpeTimeline::write_zones(TextFile& out) const {
    out.print("\"zones\":[");
    bool first_track = true;
    for (const auto& [track, kept] : zones_) {
        const auto core = places_.find(track.core);
        if (core == places_.end()) continue;
        std::vector<const KeptZone*> order;
        for (const KeptZone& zone : kept) order.push_back(&zone);
        std::ranges::reverse(order);  // of twins the outer, told later, first
        std::ranges::stable_sort(order, [](const KeptZone* a, const KeptZone* b) {
            return a->begin != b->begin ? a->begin < b->begin : a->end > b->end;
        });
        out.print("{}\n{{\"proc\":\"{}\",\"core\":{},\"zones\":[", first_track ? "" : ",", vendor_risc_name(track.row),
                  place(core->second));
        first_track = false;
        std::vector<const KeptZone*> open;
        bool first = true;
        for (const KeptZone* zone : order) {
            while (!open.empty() && open.back()->end <= zone->begin) {
                out.print("]}}");
                open.pop_back();
                first = false;
            }
            out.print("{}{{\"id\":{},\"start\":{},\"end\":{},\"depth\":{},\"zones\":[", first ? "" : ",",
                      json_text(zone->name), zone->begin, zone->end, open.size());
            open.push_back(zone);
            first = true;
        }
        for (std::size_t i = 0; i < open.size(); ++i) out.print("]}}");
        out.print("]}}");
    }
    out.print("]");
}

struct NpeTimeline::Steps {
    // Of all links of a NoC, or of both.
    struct Average {
        std::uint64_t served = 0, present = 0, most = 0, links = 0;
        void add(std::uint64_t s, std::uint64_t p) {
            served += s;
            present += p;
            most = std::max(most, p);
        }
        // `cycles` of the step or the run.
        std::string print(Cycle cycles) const {
            return fmt::format(R"("avg_link_demand":{},"avg_link_util":{},"max_link_demand":{})",
                               100 * fraction(present, links * cycles), 100 * fraction(served, links * cycles),
                               100 * fraction(most, cycles));
        }
    };

    explicit Steps(const NpeTimeline& timeline) : arch(timeline.arch_), loads(timeline.loads_) {
        multicast = timeline.multicast_;
        step = multicast.width();
        for (const auto& [link, load] : loads) step = std::max({step, load.served.width(), load.present.width()});
        while (timeline.end_ > step * timeline.options_.max_steps) step *= 2;
        multicast.widen(step);
        for (auto& [link, load] : loads) {
            load.served.widen(step);
            load.present.widen(step);
        }
        count = std::max<std::size_t>(1, (timeline.end_ + step - 1) / step);
    }

    Average average(int noc) const {
        Average out;
        out.links = static_cast<std::uint64_t>(arch.grid.noc_width * arch.grid.noc_height) * 2 * (noc < 0 ? 2 : 1);
        return out;
    }

    const arch::Arch& arch;
    std::map<Link, Load> loads;
    Bins multicast{1};
    Cycle step = 1;
    std::size_t count = 1;
};

void NpeTimeline::write(const std::string& path, bool overwrite) const {
    TextFile out(path, overwrite);
    const Steps steps(*this);
    const Cycle cycles = std::max<Cycle>(1, end_);

    Steps::Average total[] = {steps.average(-1), steps.average(0), steps.average(1)};
    for (const auto& [link, load] : steps.loads) {
        if (!is_link(link.stop)) continue;
        std::uint64_t served = 0, present = 0;
        for (const std::uint64_t sum : load.served.sums()) served += sum;
        for (const std::uint64_t sum : load.present.sums()) present += sum;
        for (const int noc : {0, link.noc + 1}) total[noc].add(served, present);
    }
    out.print(R"({{"common_info":{{"version":"1.0.0","arch":{0},"device_name":{0},"mesh_device":{0},)"
              R"("num_rows":{1},"num_cols":{2},)"
              R"("cycles_per_timestep":{3},"congestion_model_name":"tessera","dram_bw_util":{4},"link_util":{5},)"
              R"("link_demand":{6},"max_link_demand":{7},"noc":{{"NOC0":{{{8}}},"NOC1":{{{9}}}}},)"
              R"("transfers_left_out":{10}}},)",
              json_text(arch_.name), arch_.grid.noc_height, arch_.grid.noc_width, steps.step,
              100 * fraction(bank_busy_, cycles * static_cast<std::uint64_t>(arch_.dram.banks)),
              100 * fraction(total[0].served, total[0].links * cycles),
              100 * fraction(total[0].present, total[0].links * cycles), 100 * fraction(total[0].most, cycles),
              total[1].print(cycles), total[2].print(cycles), left_out_);
    out.print("\n\"chips\":{{\"0\":[0,0,0,0]}},\n\"noc_transfers\":[");
    for (std::size_t i = 0; i < flights_.size(); ++i) {
        const auto& [t, receivers, links, rate] = flights_[i];
        const std::string* const zone = zone_of(t);
        out.print(
            "{}\n{{\"id\":{},\"noc_event_type\":\"{}\",\"total_bytes\":{},\"src\":{},\"dst\":{},"
            "\"start_cycle\":{},\"end_cycle\":{},\"fabric_event_type\":false,\"zones\":{},\"route\":[{{",
            i == 0 ? "" : ",", i, noc_event_type(t, receivers.size() > 1), t.bytes, place(t.source), places(receivers),
            t.issue, t.complete, json_text(zone == nullptr ? std::string_view{} : *zone));
        out.print(
            "\"device_id\":0,\"src\":{},\"dst\":{},\"noc_type\":\"NOC{}\",\"injection_rate\":{},"
            "\"start_cycle\":{},\"end_cycle\":{},\"links\":[",
            place(t.source), places(receivers), t.noc, rate, t.issue, t.complete);
        for (std::size_t l = 0; l < links.size(); ++l)
            out.print("{}[0,{},{},\"{}\"]", l == 0 ? "" : ",", links[l].at.y, links[l].at.x,
                      link_name(links[l].stop, links[l].noc));
        out.print("]}}]}}");
    }
    out.print("],\n\"timestep_data\":[");

    std::vector<std::vector<std::size_t>> active(steps.count);
    for (std::size_t i = 0; i < flights_.size(); ++i) {
        const Transfer& t = flights_[i].transfer;
        const Cycle end = std::max(t.issue, t.complete == 0 ? 0 : t.complete - 1);
        for (std::size_t step = t.issue / steps.step; step <= end / steps.step && step < steps.count; ++step)
            active[step].push_back(i);
    }
    for (std::size_t step = 0; step < steps.count; ++step) {
        Steps::Average here[] = {steps.average(-1), steps.average(0), steps.average(1)};
        out.print("{}\n{{\"start_cycle\":{},\"end_cycle\":{},\"active_transfers\":[{}],\"link_demand\":[",
                  step == 0 ? "" : ",", step * steps.step, (step + 1) * steps.step, fmt::join(active[step], ","));
        bool first = true;
        for (const auto& [link, load] : steps.loads) {
            const std::uint64_t present = at_step(load.present, step);
            if (present == 0) continue;
            out.print("{}[0,{},{},\"{}\",{}]", first ? "" : ",", link.at.y, link.at.x, link_name(link.stop, link.noc),
                      100 * fraction(present, steps.step));
            first = false;
            if (is_link(link.stop))
                for (const int noc : {0, link.noc + 1}) here[noc].add(at_step(load.served, step), present);
        }
        out.print("],{},\"mcast_write_link_util\":{},\"noc\":{{\"NOC0\":{{{}}},\"NOC1\":{{{}}}}}}}",
                  here[0].print(steps.step), 100 * fraction(at_step(steps.multicast, step), here[0].links * steps.step),
                  here[1].print(steps.step), here[2].print(steps.step));
    }
    out.print("],\n");
    write_zones(out);
    out.print("}}\n");
    out.finish();
}

}  // namespace tessera::views
