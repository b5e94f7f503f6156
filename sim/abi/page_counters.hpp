// Where silicon counts the pages of circular buffers: two registers of the overlay stream that bears the buffer's
// number (tt-metal, stream_io_map.h). Part of sim/abi: kernels include it.
#pragma once

#include <stdint.h>

namespace tessera::abi {

inline constexpr uint32_t stream_base = 0xFFB40000, stream_bytes = 0x1000;
// Words of a stream: pages popped, and pages pushed.
inline constexpr uint32_t acked_pages_word = 8, received_pages_word = 10;
// What the registers hold of a count; the kernel API compares that many bits.
inline constexpr uint32_t page_count_mask = 0xFFFF;
constexpr uint32_t page_counter(uint32_t circular_buffer, uint32_t word) {
    return stream_base + circular_buffer * stream_bytes + 4 * word;
}

}  // namespace tessera::abi
