// Reads this core's rows of tiles, and the weight for each of them or once.
//
// x is R rows x D columns, tilized; Dt tiles make a row of tiles. c_0 holds whole rows of tiles, so that a row is read
// from DRAM once: while it is normalised, block after block leaves and the next row's take their places. The weight in
// c_1 is a row of tiles whose 32 rows are alike; it stays there where L1 has room for all of it.
//
// Compile-time arguments: accessor of x, accessor of the weight. Define RMS_NORM_WEIGHT where there is one.
// Runtime arguments: 0 address of x, 1 first row of tiles, 2 behind the last, 3 Dt, 4 tiles of a block, a divisor of
// Dt, 5 address of the weight, 6 whether it stays.
#include <cstdint>

#include "dataflow_api.h"
#include "tools/profiler/kernel_profiler.hpp"

namespace {

template <class Accessor>
void read_block(uint32_t cb, const Accessor& tensor, uint32_t page, uint32_t tiles) {
    cb_reserve_back(cb, tiles);
    uint32_t l1 = get_write_ptr(cb);
    for (uint32_t i = 0; i < tiles; ++i, l1 += get_tile_size(cb)) noc_async_read_tile(page + i, tensor, l1);
    noc_async_read_barrier();
    cb_push_back(cb, tiles);
}

}  // namespace

void kernel_main() {
    DeviceZoneScopedN("RMS-NORM-READER");
    constexpr uint32_t cb_x = tt::CBIndex::c_0;
    const uint32_t first = get_arg_val<uint32_t>(1), end = get_arg_val<uint32_t>(2);
    const uint32_t row_tiles = get_arg_val<uint32_t>(3), block = get_arg_val<uint32_t>(4);
    constexpr auto x_args = TensorAccessorArgs<0>();
    const auto x = TensorAccessor(x_args, get_arg_val<uint32_t>(0), get_tile_size(cb_x));
#if defined(RMS_NORM_WEIGHT)
    constexpr uint32_t cb_weight = tt::CBIndex::c_1;
    constexpr auto weight_args = TensorAccessorArgs<x_args.next_compile_time_args_offset()>();
    const auto weight = TensorAccessor(weight_args, get_arg_val<uint32_t>(5), get_tile_size(cb_weight));
    const bool weight_stays = get_arg_val<uint32_t>(6) != 0;
#endif

    for (uint32_t tile = 0; tile < row_tiles; tile += block) read_block(cb_x, x, first * row_tiles + tile, block);
    // A block of the next row finds room when the one at its place has been normalised, for which that needs its
    // weight.
    for (uint32_t row = first; row < end; ++row)
        for (uint32_t tile = 0; tile < row_tiles; tile += block) {
#if defined(RMS_NORM_WEIGHT)
            if (!weight_stays || row == first) read_block(cb_weight, weight, tile, block);
#endif
            if (row + 1 < end) read_block(cb_x, x, (row + 1) * row_tiles + tile, block);
        }
}
