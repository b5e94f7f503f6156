// Rows that stay as they lie in DRAM, of kernels of the vector unit: 1024 elements in sequence are what the unpacker
// takes for a tile, and each 64 of them are two vectors in Dst, the even and the odd ones (attention/work.hpp). A unit
// is one row of several tiles, or as many shorter rows as a tile holds, each padded to whole vectors.
//
// Named compile-time argument: cols, elements of a row. Runtime arguments 0 to 2 of all three kernels: the first unit,
// how many, rows.
#pragma once

#include <algorithm>
#include <cstdint>

namespace row_units {

constexpr uint32_t cols = get_named_compile_time_arg_val("cols");
constexpr uint32_t tile_elements = tt::constants::TILE_HW;
constexpr uint32_t pitch = (cols + 63) / 64 * 64;
constexpr uint32_t unit_rows = pitch <= tile_elements ? tile_elements / pitch : 1;
constexpr uint32_t unit_tiles = (unit_rows * pitch + tile_elements - 1) / tile_elements;

struct Work {
    uint32_t begin = get_arg_val<uint32_t>(0), end = begin + get_arg_val<uint32_t>(1);
    uint32_t rows = get_arg_val<uint32_t>(2);
    static constexpr uint32_t next_arg = 3;

    uint32_t rows_of(uint32_t unit) const { return std::min(unit_rows, rows - unit * unit_rows); }
};

}  // namespace row_units
