// Coordinates of a compute core by its place in the grid (kernel-api.md 1.4). L1 banks are the compute cores, row by
// row.
#pragma once

#include "tessera/address.h"

namespace tessera {

constexpr uint32_t grid_width() {
    uint32_t width = 1;
    while (width < NUM_L1_BANKS &&
           l1_bank_xy[width] >> abi::noc_coordinate_bits == l1_bank_xy[0] >> abi::noc_coordinate_bits)
        ++width;
    return width;
}
struct LogicalColumns {
    constexpr uint8_t operator[](size_t x) const { return l1_bank_xy[x] & ((1 << abi::noc_coordinate_bits) - 1); }
};
struct LogicalRows {
    constexpr uint8_t operator[](size_t y) const { return l1_bank_xy[y * grid_width()] >> abi::noc_coordinate_bits; }
};

}  // namespace tessera

inline constexpr tessera::LogicalColumns worker_logical_col_to_virtual_col{};
inline constexpr tessera::LogicalRows worker_logical_row_to_virtual_row{};
struct coord_t {
    uint8_t x, y;
};
constexpr ALWI coord_t get_virtual_coord_from_worker_logical_coord(uint8_t x, uint8_t y) {
    return {worker_logical_col_to_virtual_col[x], worker_logical_row_to_virtual_row[y]};
}
