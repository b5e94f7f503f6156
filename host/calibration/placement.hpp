// What many cores together get out of DRAM, by where they are (spec/timing.md 4): twelve or forty-eight cores of a
// Wormhole, or eight of a Blackhole, move 1 MiB each, all at once, on one NoC.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "sim/arch/arch.hpp"

namespace tessera::calibration {

enum class Pairing : std::uint8_t {
    careful,   // each bank with cores of its endpoint's row, on the side its data goes to or comes from
    random,    // cores drawn, as many for each bank
    one_bank,  // cores drawn, all for the same bank
};

struct Placement {
    std::uint32_t cores;
    Pairing pairing;
    bool writes;
    int noc;
};

struct MeasuredPlacement {
    Placement placement;
    double gb_per_s;  // of all cores together, until the last has its data
    std::string_view arch = arch::wormhole_b0().name;
};
std::span<const MeasuredPlacement> measured_placements();

// In bytes a cycle: the mean over eight drawings by seeds of their own, where anything is drawn.
double placement_rate(const arch::Arch& arch, const Placement& placement);

}  // namespace tessera::calibration
