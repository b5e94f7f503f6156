#include "sim/watch/noc_trace.hpp"

#include <algorithm>

#include "sim/watch/text_file.hpp"

namespace tessera::watch {

void NocTraceLog::on_transfer(const Transfer& event) {
    if (event.bytes == 0) return;
    flights_[event.track].push_back(
        {event.issue, event.noc, event.is_read, event.is_read ? event.source : event.destination, event.bytes});
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
                out.print(
                    "\"noc\":\"NOC_{}\",\"vc\":-1,\"dx\":{},\"dy\":{},\"num_bytes\":{},\"type\":\"{}\",\"timestamp\":{}"
                    "}}",
                    next->noc, next->other.x, next->other.y, next->bytes, next->is_read ? "READ" : "WRITE_",
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

}  // namespace tessera::watch
