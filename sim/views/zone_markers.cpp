#include "sim/views/zone_markers.hpp"

#include <algorithm>
#include <array>

namespace tessera::views {
namespace {

constexpr std::string_view firmware_zone(int row) {
    return row == brisc ? "BRISC-FW" : row == ncrisc ? "NCRISC-FW" : "TRISC-FW";
}

// Neither file format quotes: what would end a field or a line becomes a semicolon.
std::string without_marks(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c == ',' || c == '"' || c == '\n' || c == '\r' || c == '\\') c = ';';
    return out;
}

}  // namespace

std::string_view vendor_risc_name(int row) {
    static constexpr std::array<std::string_view, 5> names{"BRISC", "NCRISC", "TRISC_0", "TRISC_1", "TRISC_2"};
    return names.at(static_cast<std::size_t>(row));
}

std::string_view ZoneMarkers::text(std::string_view text) { return *texts_.insert(without_marks(text)).first; }

void ZoneMarkers::add(const Zone& zone) {
    if (is_risc(zone.track.row))
        zones_[zone.track].push_back({zone.begin, zone.end, text(zone.name), text(zone.file), zone.line});
}

std::map<Track, std::vector<ZoneMarker>> ZoneMarkers::ordered() const {
    auto zones = zones_;
    // A core's operation reaches from its first kernel to its last, and stands as the firmware of BRISC.
    std::map<int, std::pair<Cycle, Cycle>> cores;
    for (const auto& [track, kept] : zones_)
        for (const Kept& zone : kept) {
            auto& [begin, end] = cores.try_emplace(track.core, zone.begin, zone.end).first->second;
            begin = std::min(begin, zone.begin);
            end = std::max(end, zone.end);
        }
    for (const auto& [core, span] : cores) zones[{core, brisc}];
    std::map<Track, std::vector<ZoneMarker>> out;
    for (auto& [track, kept] : zones) {
        Cycle begin = never, end = 0;
        for (const Kept& zone : kept) begin = std::min(begin, zone.begin), end = std::max(end, zone.end);
        if (track.row == brisc) std::tie(begin, end) = cores.at(track.core);
        kept.insert(kept.begin(), {begin, end, firmware_zone(track.row), "", 0});
        // Outer zones first; among zones of the same interval the one that ended last was the outer one.
        std::reverse(kept.begin() + 1, kept.end());
        std::stable_sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
        });
        std::vector<ZoneMarker>& markers = out[track];
        std::vector<const Kept*> open;
        const auto close = [&] {
            markers.push_back({open.back()->end, false, open.back()->name, open.back()->file, open.back()->line});
            open.pop_back();
        };
        for (const Kept& zone : kept) {
            while (!open.empty() && open.back()->end <= zone.begin && open.back()->end < zone.end) close();
            markers.push_back({zone.begin, true, zone.name, zone.file, zone.line});
            open.push_back(&zone);
        }
        while (!open.empty()) close();
    }
    return out;
}

}  // namespace tessera::views
