// Prints of whole pages, tiles and buffers (the vendor's dprint_pages.h).
#pragma once

#include "tessera/tile_slice.h"

inline void print_cb_details(uint32_t cb) {
    const auto buffer = get_local_cb_interface(cb);
    DPRINT << "cb_id " << cb << ": { size: " << buffer.fifo_size << ", limit: " << buffer.fifo_limit
           << ", page_size: " << buffer.fifo_page_size << ", num_pages: " << buffer.fifo_num_pages
           << ", rd_ptr: " << buffer.fifo_rd_ptr << ", wr_ptr: " << buffer.fifo_wr_ptr << " }" << ENDL();
}

#if defined(COMPILE_FOR_TRISC)

namespace tt::compute::common {

inline void print_tile_rows(uint32_t cb, uint32_t tile, bool untilize = false, uint16_t start_row = 0,
                            uint16_t end_row = 32, uint8_t start_col = 0, uint8_t end_col = 32) {
    DPRINT << "cb_idx: " << cb << " tile_idx: " << tile << ENDL() << "======" << ENDL();
    for (uint16_t r = start_row; r < end_row; ++r)
        DPRINT << r << " : "
               << TileSlice(cb, tile,
                            SliceRange{static_cast<uint8_t>(r), static_cast<uint8_t>(r + 1), 1, start_col, end_col, 1},
                            true, untilize)
               << ENDL();
    DPRINT << "++++++" << ENDL();
}
inline void print_full_tile(uint32_t cb, uint32_t tile = 0, bool untilize = false) {
    DPRINT << "======" << ENDL();
    for (uint8_t r = 0; r < 32; ++r)
        DPRINT << r << " : "
               << TileSlice(cb, tile, SliceRange{r, static_cast<uint8_t>(r + 1), 1, 0, 32, 1}, true, untilize)
               << ENDL();
    DPRINT << "++++++" << ENDL();
}

}  // namespace tt::compute::common

#else

namespace tessera {

template <class Element, class Show>
void print_pages(uint32_t l1, uint32_t elements, uint32_t pages, uint32_t start, Show show) {
    const auto* at = reinterpret_cast<const volatile Element*>(l1) + start * elements;
    for (uint32_t page = 0; page < pages; ++page) {
        DPRINT << start + page << ": ";
        for (uint32_t i = 0; i < elements; ++i, ++at) show(*at);
        DPRINT << ENDL();
    }
}

}  // namespace tessera

namespace tt::data_movement::common {

inline void print_bf16_pages(uint32_t l1, uint32_t elts_per_page, uint32_t npages, uint32_t start = 0) {
    tessera::print_pages<uint16_t>(l1, elts_per_page, npages, start, [](uint16_t v) { DPRINT << BF16(v) << " "; });
}
inline void print_f32_pages(uint32_t l1, uint32_t elts_per_page, uint32_t npages, uint32_t start = 0) {
    tessera::print_pages<float>(l1, elts_per_page, npages, start, [](float v) { DPRINT << v << " "; });
}
inline void print_u8_pages(uint32_t l1, uint32_t bytes_per_page, uint32_t npages, uint32_t start = 0) {
    tessera::print_pages<uint8_t>(l1, bytes_per_page, npages, start, [](uint8_t v) {
        DPRINT << SETW(2) << HEX() << "0x" << static_cast<uint32_t>(v) << " " << DEC();
    });
}
inline void print_u16_pages(uint32_t l1, uint32_t elts_per_page, uint32_t npages, uint32_t start = 0) {
    tessera::print_pages<uint16_t>(l1, elts_per_page, npages, start, [](uint16_t v) { DPRINT << v << " "; });
}

}  // namespace tt::data_movement::common

#endif
