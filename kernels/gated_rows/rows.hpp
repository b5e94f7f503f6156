// Arguments of the movers of y = silu(gate) * up over rows: gate and up share a row of the source, up from element
// `distance` on. A chunk is as many elements of a row as a tile has, at most; it stays in sequence, since an
// elementwise kernel (../elementwise/compute.cpp) does not need faces.
//
//   c_0, c_1   reader -> compute   chunks of gate and up
//   c_16       compute -> writer   chunks of y
//
// Runtime arguments 0 to 3: the first chunk, how many, chunks of a row, elements of a row of y. Row `i` is page `i`.
#pragma once

#include <algorithm>
#include <cstdint>

namespace gated_rows {

constexpr uint32_t cb_gate = tt::CBIndex::c_0, cb_up = tt::CBIndex::c_1, cb_y = tt::CBIndex::c_16;
constexpr uint32_t chunk_elements = tt::constants::TILE_HW;

struct Work {
    uint32_t begin = get_arg_val<uint32_t>(0), end = begin + get_arg_val<uint32_t>(1);
    uint32_t chunks = get_arg_val<uint32_t>(2), cols = get_arg_val<uint32_t>(3);
    static constexpr uint32_t next_arg = 4;

    uint32_t row(uint32_t chunk) const { return chunk / chunks; }
    uint32_t column(uint32_t chunk) const { return chunk % chunks * chunk_elements; }
    uint32_t elements(uint32_t chunk) const { return std::min(chunk_elements, cols - column(chunk)); }
};

}  // namespace gated_rows
