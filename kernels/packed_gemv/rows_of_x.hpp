// Rows of x in L1, 1024 elements at a time.
#pragma once

#include "gemv.hpp"

namespace packed_gemv {

// Elements from `at` on of a row, zeros behind its end.
template <class Accessor>
void read_x(const Accessor& x, uint32_t row, uint32_t at, uint32_t l1) {
    const uint32_t bytes = get_tile_size(cb_x), element_bytes = bytes / elements_of_page;
    const uint32_t count = lesser(K - at, elements_of_page) * element_bytes;
    noc_async_read(x.get_noc_addr(row, at * element_bytes), l1, count);
    for (uint32_t zero = count; zero < bytes; zero += MEM_ZEROS_SIZE)
        noc_async_read(get_noc_addr(MEM_ZEROS_BASE), l1 + zero, lesser(bytes - zero, MEM_ZEROS_SIZE));
    noc_async_read_barrier();
}

}  // namespace packed_gemv
