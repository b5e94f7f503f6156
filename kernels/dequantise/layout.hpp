// A mover's work on units (packed.hpp) from DRAM to tiles of codes: while one is laid out, the next comes.
#pragma once

#include <utility>

#include "source.hpp"

namespace dequantise {

// The places of a tile of codes that no row fills are zeros, whichever page it is.
inline void clear_codes(uint32_t cb) {
    const uint32_t bytes = get_local_cb_interface(cb).fifo_size;
    for (uint32_t at = 0; at < bytes; at += MEM_ZEROS_SIZE)
        noc_async_read(get_noc_addr(MEM_ZEROS_BASE), get_write_ptr(cb) + at, MEM_ZEROS_SIZE);
    noc_async_read_barrier();
}

// Units from `first` to before `last`, every `step`th; `packed` has room for the bytes of two.
template <class Accessor>
void push_codes(const Source<Accessor>& source, uint32_t first, uint32_t last, uint32_t step, uint32_t packed,
                uint32_t cb) {
    if (first >= last) return;
    uint32_t here = packed, next = packed + side * pitch;
    source.ask(Unit(first), here);
    noc_async_read_barrier();
    for (uint32_t id = first; id < last; id += step) {
        const Unit unit(id);
        if (id + step < last) source.ask(Unit(id + step), next);
        for (uint32_t tile = 0; tile < unit.weights / side; tile += tiles_of_codes) {
            cb_reserve_back(cb, 1);
            source.gather_rows(unit, tile, here, get_write_ptr(cb));
            cb_push_back(cb, 1);
        }
        noc_async_read_barrier();
        std::swap(here, next);
    }
}

}  // namespace dequantise
