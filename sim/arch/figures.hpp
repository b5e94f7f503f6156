// Every figure of an architecture by name: its path in the struct, as `noc.hop_cycles` or `riscv.icache_bytes.t1`. What
// may be asked of a figure follows from its unit, and the unit from the end of its name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/arch/arch.hpp"

namespace tessera::arch {

// Values that a figure may take.
struct Range {
    enum class Kind : std::uint8_t { real, whole, power_of_two };
    double least = 0, most = 0;
    Kind kind = Kind::whole;
    std::uint32_t step = 1;  // of whole numbers: multiples of it only

    bool holds(double value) const;
    std::string text() const;  // "a whole number from 0 to 1000000"
};

struct FigureRow {
    std::string_view name;
    Figure& (*of)(Arch& arch);
    std::string_view unit;
    Range range;

    const Figure& in(const Arch& arch) const { return of(const_cast<Arch&>(arch)); }
};

std::span<const FigureRow> figures();

// What a figure may be while all others stay as they are: its range without what would not fit them (misfit()).
Range range_beside(const FigureRow& row, const Arch& arch);

// What of the figures does not fit together, in one line; empty when all does. Each is in its range.
std::string misfit(const Arch& arch);

}  // namespace tessera::arch
