// Zeros in L1, movers only, by transfers of those that every core has.
#pragma once

#include <cstdint>

#include "dataflow_api.h"

namespace zeros {

// Asks for them from `l1` up to `end`, both multiples of 16; they are there after a barrier.
inline void start(uint32_t l1, uint32_t end) {
    for (; l1 < end; l1 += MEM_ZEROS_SIZE)
        noc_async_read(get_noc_addr(MEM_ZEROS_BASE), l1, end - l1 < MEM_ZEROS_SIZE ? end - l1 : MEM_ZEROS_SIZE);
}

// In all pages of a circular buffer that nothing has been pushed to: tiles are unpacked whole, also where no element of
// a row ever lies.
inline void start_in(uint32_t cb) {
    const auto& interface = get_local_cb_interface(cb);
    cb_reserve_back(cb, interface.fifo_num_pages);
    start(get_write_ptr(cb), get_write_ptr(cb) + interface.fifo_num_pages * get_tile_size(cb));
}

}  // namespace zeros
