#include "sim/views/noc_trace.hpp"

#include <algorithm>

#include "sim/views/text_file.hpp"

namespace tessera::views {

std::string_view noc_event_type(const Transfer& transfer, bool multicast) {
    if (transfer.is_read) return "READ";
    if (transfer.access == Access::word) return "WRITE_INLINE";
    if (transfer.access == Access::atomic) return "SEMAPHORE_INC";
    return multicast ? "WRITE_MULTICAST" : "WRITE_";
}

void NocTraceLog::on_transfer(const Transfer& event) {
    if (event.bytes == 0) return;
    std::vector<Flight>& flights = flights_[event.track];
    const arch::Coord other = event.is_read ? event.source : event.destination;
    if (event.id != 0 && !flights.empty() && flights.back().id == event.id) {
        Flight& whole = flights.back();
        whole.type = noc_event_type(event, true);
        whole.last = {std::max(whole.last.x, other.x), std::max(whole.last.y, other.y)};
        whole.other = {std::min(whole.other.x, other.x), std::min(whole.other.y, other.y)};
        return;
    }
    flights.push_back({event.issue, event.noc, noc_event_type(event, false), other, other, event.bytes, event.id});
}

std::size_t NocTraceLog::write(const std::string& path, bool overwrite) const {
    TextFile out(path, overwrite);
    std::size_t events = 0;
    const auto begin_event = [&](const Track& track) {
        const arch::Coord at = cores_.at(track.core);
        out.print(
            "{}{{\"run_host_id\":1024,\"op_name\":\"{}\",\"proc\":\"{}\",\"src_device_id\":0,\"sx\":{},\"sy\":{},",
            events++ == 0 ? "[\n" : ",\n", operation_, vendor_risc_name(track.row), at.x, at.y);
    };
    auto by_place = zones_.ordered();
    std::vector<Track> tracks;
    for (const auto& [track, markers] : by_place) tracks.push_back(track);
    std::sort(tracks.begin(), tracks.end(), [&](const Track& a, const Track& b) {
        return std::tuple(cores_.at(a.core), a.row) < std::tuple(cores_.at(b.core), b.row);
    });
    for (const Track& track : tracks) {
        std::vector<Flight> flights;
        if (const auto found = flights_.find(track); found != flights_.end()) flights = found->second;
        std::stable_sort(flights.begin(), flights.end(),
                         [](const Flight& a, const Flight& b) { return a.issue < b.issue; });
        auto next = flights.begin();
        const auto flights_before = [&](Cycle cycle) {
            for (; next != flights.end() && next->issue < cycle; ++next) {
                begin_event(track);
                out.print("\"noc\":\"NOC_{}\",\"vc\":-1,", next->noc);
                if (next->other == next->last) {
                    out.print("\"dx\":{},\"dy\":{},", next->other.x, next->other.y);
                } else {
                    // NoC 1 goes the other way round, and its readers turn the corners back.
                    const auto [start, end] =
                        next->noc == 0 ? std::pair(next->other, next->last) : std::pair(next->last, next->other);
                    out.print("\"mcast_start_x\":{},\"mcast_start_y\":{},\"mcast_end_x\":{},\"mcast_end_y\":{},",
                              start.x, start.y, end.x, end.y);
                }
                out.print("\"num_bytes\":{},\"type\":\"{}\",\"timestamp\":{}}}", next->bytes, next->type,
                          time_base + next->issue);
            }
        };
        for (const ZoneMarker& m : by_place.at(track)) {
            flights_before(m.start ? m.at : m.at + 1);
            begin_event(track);
            out.print("\"zone\":\"{}\",\"zone_phase\":\"{}\",\"timestamp\":{}}}", m.name,
                      m.start ? "ZONE_START" : "ZONE_END", time_base + m.at);
        }
        flights_before(never);
    }
    out.print("{}]\n", events == 0 ? "[" : "\n");
    out.finish();
    return events;
}

}  // namespace tessera::views
