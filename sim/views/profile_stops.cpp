#include "sim/views/profile_stops.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::views {
namespace {

constexpr std::size_t router_stops = static_cast<std::size_t>(Stop::bank);  // of a NoC

}  // namespace

StopRecorder::StopRecorder(const arch::Arch& arch)
    : arch_(arch),
      stops_(2 * router_stops * static_cast<std::size_t>(arch.grid.noc_width * arch.grid.noc_height) +
             static_cast<std::size_t>(arch.dram.banks)) {}

std::size_t StopRecorder::index(Stop stop, int noc, arch::Coord at, int bank) const {
    if (stop == Stop::bank) return stops_.size() - static_cast<std::size_t>(arch_.dram.banks - bank);
    const auto router = static_cast<std::size_t>(at.y * arch_.grid.noc_width + at.x);
    return (2 * router + static_cast<std::size_t>(noc)) * router_stops + static_cast<std::size_t>(stop);
}

// Who had to wait for a virtual channel did so before the stop turned to him; the bytes come first, what keeps the
// packet longer after them.
void StopRecorder::add(const Stay& stay) {
    heard_ = true;
    const std::size_t at = index(stay.stop, stay.noc, stay.at, stay.bank);
    Parts& parts = stops_[at];
    const double rate = stay.stop == Stop::bank ? arch_.dram.bank_bytes_per_cycle : arch_.noc.link_bytes_per_cycle;
    const auto needed = static_cast<Cycle>(std::ceil(static_cast<double>(stay.bytes) / rate));
    const Cycle moved = std::min(stay.begin + needed, stay.end);
    part(parts, StopPart::blocked).add(stay.taken_from(), stay.turned_from());
    part(parts, StopPart::turnaround).add(stay.turned_from(), stay.begin);
    part(parts, StopPart::data).add(stay.begin, moved);
    part(parts, StopPart::overhead).add(moved, stay.end);
    under_way_[stay.transfer].push_back({static_cast<std::uint32_t>(at), stay.ready, stay.begin});
}

void StopRecorder::add(const Transfer& transfer) {
    const auto found = under_way_.extract(transfer.id);
    if (!found) return;
    const std::vector<Visit>& visits = found.mapped();
    for (const Visit& visit : visits) {
        queued_ += std::min(visit.begin, transfer.complete) - std::min(visit.ready, transfer.complete);
        Parts& parts = stops_[visit.stop];
        part(parts, StopPart::latency).add(transfer.issue, transfer.complete);
        for (const Visit& other : visits) part(parts, StopPart::queueing).add(other.ready, other.begin);
    }
}

std::vector<PartCycles> StopRecorder::parts(std::size_t stop, Cycle run) const {
    std::vector<PartCycles> out;
    Intervals all;
    Cycle told = 0;
    for (const StopPartRow& row : stop_parts) {
        const bool rest = row.part == StopPart::idle;
        if (!rest) all.join(stops_[stop][static_cast<std::size_t>(row.part)]);
        const Cycle now = rest ? run : all.covered(run);
        if (now > told) out.push_back({std::string(row.name), now - told});
        told = now;
    }
    return out;
}

std::vector<PartCycles> StopRecorder::bank(int bank, Cycle run) const {
    return parts(index(Stop::bank, 0, {}, bank), run);
}

std::vector<PartCycles> StopRecorder::router(Stop stop, int noc, arch::Coord at, Cycle run) const {
    return parts(index(stop, noc, at, -1), run);
}

}  // namespace tessera::views
