// Which parts of the machine a time depends on, and what the cycles of each were calibrated on: a time is known as well
// as the least known part that it took.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "sim/arch/figures.hpp"

namespace tessera::arch {

struct PartRow {
    Part part;
    std::string_view name;
};
inline constexpr std::array parts{
    PartRow{Part::riscs, "RISCs"},
    PartRow{Part::sfpu, "SFPU"},
    PartRow{Part::tiles, "tiles in and out of Dst"},
    PartRow{Part::products, "products and sums of tiles"},
    PartRow{Part::noc, "NoC"},
    PartRow{Part::dram, "DRAM"},
};
std::span<const Part> all_parts();

// The part that a figure is about; l1 and the clock are of the RISCs.
Part part_of(const FigureRow& row);

// "calibrated on transfers: NoC, DRAM; on nothing published: RISCs (12 figures documented, 3 inferred); 4 of 40 figures
// taken from Wormhole B0": of these parts, in the order of the table.
std::string calibration_text(const Arch& arch, std::span<const Part> used);

// "DRAM on blackhole: 132 measured transfers to and from DRAM came out 5.9 % off in the mean, +24 % at worst; 2 of 9
// figures taken from Wormhole B0": what is known of one part's time.
std::string known_text(const Arch& arch, Part part);

}  // namespace tessera::arch
