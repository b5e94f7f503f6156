// The rungs of the RoPE ladder as data (spec/rope-ladder.md): which compute kernel, and what it needs from around it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tessera::host {

enum class Rung : std::uint8_t { r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10 };

enum class PositionSource : std::uint8_t { per_batch, per_row, argument };  // as kernels/rope/reader.cpp numbers them

struct RungRow {
    Rung rung;
    std::string_view name;
    std::string_view kernel;  // below kernels/rope
    PositionSource positions;
    bool radians;      // each sine multiplies by 1/pi; else the frequency is in half turns
    bool whole_tiles;  // rows must be a multiple of 32
    std::string_view does;
};

inline constexpr std::array rungs{
    RungRow{Rung::r0, "R0", "ladder/r0.cpp", PositionSource::argument, true, false,
            "everything again for every vector"},
    RungRow{Rung::r1, "R1", "ladder/r1.cpp", PositionSource::argument, true, false, "1/D divided once per kernel"},
    RungRow{Rung::r2, "R2", "ladder/r2.cpp", PositionSource::argument, true, false,
            "exponential once per four vectors of a face"},
    RungRow{Rung::r3, "R3", "ladder/r3.cpp", PositionSource::argument, false, false, "angles in half turns"},
    RungRow{Rung::r4, "R4", "ladder/r4.cpp", PositionSource::argument, false, false,
            "constants in programmable registers"},
    RungRow{Rung::r5, "R5", "ladder/r5.cpp", PositionSource::per_row, false, true,
            "a position per row, gathered for every vector"},
    RungRow{Rung::r6, "R6", "ladder/r6.cpp", PositionSource::per_row, false, true, "positions wait in Dst"},
    RungRow{Rung::r7, "R7", "ladder/r7.cpp", PositionSource::per_row, false, true, "frequencies once per tile, in Dst"},
    RungRow{Rung::r8, "R8", "ladder/r8.cpp", PositionSource::per_row, false, true,
            "one running pair id, any range on any core"},
    RungRow{Rung::r9, "R9", "compute_rows.cpp", PositionSource::per_row, false, false, "any number of rows"},
    RungRow{Rung::r10, "R10", "compute_batch.cpp", PositionSource::per_batch, false, false,
            "a position per batch entry: sines and cosines once per pair"},
};

constexpr const RungRow& row(Rung rung) { return rungs[static_cast<std::size_t>(rung)]; }
constexpr std::string_view name(Rung rung) { return row(rung).name; }
static_assert([] {
    for (std::size_t i = 0; i < rungs.size(); ++i)
        if (rungs[i].rung != static_cast<Rung>(i)) return false;
    return true;
}());

// The rung to take where none was asked for.
constexpr Rung best_rung(bool position_per_row) { return position_per_row ? Rung::r9 : Rung::r10; }

}  // namespace tessera::host
