// The rungs of the RoPE ladder as data (rope-ladder.md): which compute kernel, what it needs from around it and
// what it handles.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tessera::host {

enum class Rung : std::uint8_t { r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, y, n, f, x };

enum class PositionSource : std::uint8_t { per_batch, per_row, argument };  // as kernels/rope/reader.cpp numbers them

// What a problem may ask for beyond forward NeoX rotation by base^(-2k/A), and what a rung can do of it.
struct RopeFeatures {
    bool yarn = false;  // scale, ramp or magnitude
    bool normal = false;
    bool factors = false;
    bool backward = false;
};

struct RungRow {
    Rung rung = Rung::r0;
    std::string_view name;
    std::string_view batch_kernel = {};  // below kernels/rope, for a position per batch entry; empty: there is none
    std::string_view row_kernel = {};    // for one position per row
    bool argument = false;               // the position of the whole tensor is an argument of batch_kernel
    bool radians = false;                // each sine multiplies by 1/pi; else the frequency is in half turns
    bool whole_tiles = false;            // rows must be a multiple of 32
    bool interleaved = false;            // the movers take active and passive work in turns
    RopeFeatures handles = {};
    RopeFeatures needs = {};  // what it is about: without it, it would be another rung
    std::string_view does;

    constexpr std::string_view kernel(bool position_per_row) const {
        return position_per_row ? row_kernel : batch_kernel;
    }
    // Frequencies that the host works out stand in for those that this rung computes.
    constexpr bool takes_phases() const;
    constexpr PositionSource source(bool position_per_row) const {
        return argument ? PositionSource::argument : PositionSource(position_per_row);
    }
};

namespace detail {

constexpr std::string_view batch = "compute_batch.cpp", rows = "compute_rows.cpp";
constexpr RopeFeatures turned_back{.backward = true};
constexpr RopeFeatures scaled{.yarn = true, .backward = true};
constexpr RopeFeatures paired{.yarn = true, .normal = true, .backward = true};
constexpr RopeFeatures all{.yarn = true, .normal = true, .factors = true, .backward = true};

constexpr RungRow for_tensor(Rung rung, std::string_view name, std::string_view kernel, bool radians,
                             std::string_view does) {
    return {.rung = rung, .name = name, .batch_kernel = kernel, .argument = true, .radians = radians, .does = does};
}
constexpr RungRow for_rows(Rung rung, std::string_view name, std::string_view kernel, std::string_view does) {
    return {.rung = rung, .name = name, .row_kernel = kernel, .whole_tiles = true, .does = does};
}
constexpr RungRow for_both(Rung rung, std::string_view name, const RopeFeatures& handles, const RopeFeatures& needs,
                           std::string_view does) {
    return {.rung = rung,
            .name = name,
            .batch_kernel = batch,
            .row_kernel = rows,
            .interleaved = rung == Rung::x,
            .handles = handles,
            .needs = needs,
            .does = does};
}

}  // namespace detail

constexpr bool RungRow::takes_phases() const { return batch_kernel == detail::batch || row_kernel == detail::rows; }

inline constexpr std::array rungs{
    detail::for_tensor(Rung::r0, "R0", "ladder/r0.cpp", true, "everything again for every vector"),
    detail::for_tensor(Rung::r1, "R1", "ladder/r1.cpp", true, "1/D divided once per kernel"),
    detail::for_tensor(Rung::r2, "R2", "ladder/r2.cpp", true, "exponential once per four vectors of a face"),
    detail::for_tensor(Rung::r3, "R3", "ladder/r3.cpp", false, "angles in half turns"),
    detail::for_tensor(Rung::r4, "R4", "ladder/r4.cpp", false, "constants in programmable registers"),
    detail::for_rows(Rung::r5, "R5", "ladder/r5.cpp", "a position per row, gathered for every vector"),
    detail::for_rows(Rung::r6, "R6", "ladder/r6.cpp", "positions wait in Dst"),
    detail::for_rows(Rung::r7, "R7", "ladder/r7.cpp", "frequencies once per tile, in Dst"),
    detail::for_rows(Rung::r8, "R8", "ladder/r8.cpp", "one running pair id, any range on any core"),
    RungRow{.rung = Rung::r9,
            .name = "R9",
            .row_kernel = detail::rows,
            .handles = detail::turned_back,
            .does = "any number of rows"},
    RungRow{.rung = Rung::r10,
            .name = "R10",
            .batch_kernel = detail::batch,
            .handles = detail::turned_back,
            .does = "a position per batch entry: sines and cosines once per pair"},
    detail::for_both(Rung::y, "Y", detail::scaled, {}, "YaRN, and only those of its terms that change anything"),
    detail::for_both(Rung::n, "N", detail::paired, {.normal = true}, "normal pairing, a tile at a time"),
    detail::for_both(Rung::f, "F", detail::all, {.factors = true}, "frequency factors from a tile beside X"),
    detail::for_both(Rung::x, "X", detail::all, {}, "movers take active and passive work in turns"),
};

constexpr const RungRow& row(Rung rung) { return rungs[static_cast<std::size_t>(rung)]; }
constexpr std::string_view name(Rung rung) { return row(rung).name; }
static_assert([] {
    for (std::size_t i = 0; i < rungs.size(); ++i)
        if (rungs[i].rung != static_cast<Rung>(i)) return false;
    return true;
}());

// The rung to take where none was asked for: the last of the article's ladder that does what is wanted. X is faster
// where few cores share the work, and where there is one position a row R8 where rows come in whole tiles.
constexpr Rung last_rung(bool position_per_row, const RopeFeatures& wanted = {}) {
    if (wanted.factors) return Rung::f;
    if (wanted.normal) return Rung::n;
    if (wanted.yarn) return Rung::y;
    return position_per_row ? Rung::r9 : Rung::r10;
}

}  // namespace tessera::host
