#include "sim/views/profile_log.hpp"

#include "sim/views/text_file.hpp"

namespace tessera::views {
namespace {

// Operations are counted from 1: 0 would be dropped by the vendor's tools (trace-formats.md 1.1).
constexpr std::uint64_t run_host_id(int chip, std::uint64_t operation) {
    return operation << 10 | static_cast<std::uint64_t>(chip);
}

// The vendor's fold of a 32-bit hash to 16 bits; 0 marks a row to skip.
unsigned marker_id(const ZoneMarker& marker) {
    std::uint32_t hash = 2166136261;
    for (const char c : fmt::format("{},{},{}", marker.name, marker.file, marker.line))
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
    const unsigned id = (hash & 0xFFFF) ^ hash >> 16;
    return id == 0 ? 1 : id;
}

struct StallRow {
    int row;
    std::string_view name;
};
constexpr StallRow stall_rows[] = {{trisc0, "CB-COMPUTE-WAIT-FRONT"}, {trisc2, "CB-COMPUTE-RESERVE-BACK"}};

}  // namespace

void ProfileLog::on_wait(const Wait& event) {
    const bool pages = event.track.row == trisc0 && event.reason == WaitReason::cb_empty,
               room = event.track.row == trisc2 && event.reason == WaitReason::cb_full;
    if (pages || room) operation().cb_waits[event.track] += event.end - event.begin;
}

void ProfileLog::on_run_end(const RunEnd& event) {
    Operation& over = operation();
    over.ended = true;
    over.cut = event.banks.empty();  // sim/views/sequence.hpp
}

ProfileLog::Operation& ProfileLog::operation() {
    if (operations_.empty() || operations_.back().ended) {
        Operation& next = operations_.emplace_back();
        next.chip = next_chip_;
        next.number = next_number_;
        next_chip_ = 0;
        next_number_ = 0;
    }
    return operations_.back();
}

std::size_t ProfileLog::write(const std::string& path, LogColumns columns, bool overwrite) const {
    TextFile out(path, overwrite);
    const bool all = columns == LogColumns::fifteen;
    out.print("ARCH: {}, CHIP_FREQ[MHz]: {:.0f}, Max Compute Cores: {}\n", arch_.name, 1000 * arch_.clock_ghz.value,
              arch_.grid.compute_width * arch_.grid.compute_height);
    out.print(
        "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data, run host ID,{} "
        "zone name, type, source line, source file, meta data\n",
        all ? " trace id, trace id counter," : "");
    std::size_t rows = 0, place = 0;
    std::uint64_t number = 0;
    int chip = 0;
    const auto print = [&](const Track& track, unsigned id, Cycle at, Cycle data, std::string_view name,
                           std::string_view type, int line, std::string_view file) {
        const arch::Coord where = cores_.at(track.core);
        out.print("{},{},{},{},{},{},{},{},{}{},{},{},{},\n", chip, where.x, where.y, vendor_risc_name(track.row), id,
                  at, data, run_host_id(chip, number), all ? ",," : "", name, type, line, file);
        ++rows;
    };
    for (const Operation& operation : operations_) {
        ++place;
        number = operation.number == 0 ? place : operation.number;
        chip = operation.chip;
        if (operation.cut) continue;
        for (const auto& [track, markers] : operation.zones.ordered()) {
            for (std::size_t i = 0; i < markers.size(); ++i) {
                const ZoneMarker& m = markers[i];
                // The sums stand before the end of the operation.
                if (i + 1 == markers.size())
                    for (const StallRow& stall : stall_rows)
                        if (const auto waited = operation.cb_waits.find(track);
                            stall.row == track.row && waited != operation.cb_waits.end())
                            print(track, marker_id({0, true, stall.name, "", 0}), m.at, waited->second, stall.name,
                                  "ZONE_TOTAL", 0, "");
                print(track, marker_id(m), m.at, 0, m.name, m.start ? "ZONE_START" : "ZONE_END", m.line, m.file);
            }
        }
    }
    out.finish();
    return rows;
}

}  // namespace tessera::views
