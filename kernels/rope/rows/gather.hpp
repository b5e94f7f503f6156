// What readers part into the two tiles of a unit: elements of rows, and weights.
#pragma once

#include "block.hpp"

namespace rope {

template <class T>
void gather(const Work& work, const Copier& copier, uint32_t unit, uint32_t row, uint32_t elements, uint32_t tiles) {
    for_each_run(work, unit, row, [&](uint32_t from, uint32_t to, uint32_t count) {
        copier.copy<T>(elements + from * sizeof(T), tiles + to * sizeof(T), count);
    });
}

// Weights, fp32, in row 0 of the tiles of all units. Arguments from `at` on: their address and the bytes of a page, one
// row.
template <class Args>
class Weights {
  public:
    Weights(const Args& args, uint32_t at)
        : bytes_(get_arg_val<uint32_t>(at + 1)), weights_(args, get_arg_val<uint32_t>(at), bytes_) {}

    // Those of a block, unless the last block had the same.
    void push(const Work& work, const Copier& copier, uint32_t weight) {
        if (weight == last_) return;
        last_ = weight;
        const uint32_t tiles = 2 * work.units(), row = get_write_ptr(cb_weight_row);
        noc_async_read(get_noc_addr(weight, weights_), row, bytes_);
        cb_reserve_back(cb_weights, tiles);
        clear(cb_weights, tiles);
        for (uint32_t unit = 0; unit < work.units(); ++unit)
            gather<uint32_t>(work, copier, unit, 0, row,
                             get_write_ptr(cb_weights) + 2 * unit * get_tile_size(cb_weights));
        copier.wait();
        cb_push_back(cb_weights, tiles);
    }

  private:
    uint32_t bytes_, last_ = UINT32_MAX;
    AccessorOf<Args> weights_;
};

}  // namespace rope
