// Runs of elements of a row of y, to places of any alignment, and y in a cache of heads.
#pragma once

#include "gemm.hpp"

namespace gemm {

template <class T>
void copy_elements(uint32_t from, uint32_t to, uint32_t count) {
    const auto* source = reinterpret_cast<const volatile tt_l1_ptr T*>(from);
    auto* target = reinterpret_cast<volatile tt_l1_ptr T*>(to);
    for (uint32_t i = 0; i < count; ++i) target[i] = source[i];
}

// The row at the begin of a strip of one tile. A run whose target is aligned in another way moves behind it, where the
// strip has rows that nobody wants.
class RowOfStrip {
  public:
    RowOfStrip(uint32_t l1, uint32_t element_bytes)
        : l1_(l1), element_bytes_(element_bytes), free_(l1 + side * element_bytes) {}

    // Elements from `first` on, `offset` bytes into a page.
    template <class Accessor>
    void write(const Accessor& target, uint32_t first, uint32_t count, uint32_t page, uint32_t offset) {
        uint32_t from = l1_ + first * element_bytes_;
        const uint32_t bytes = count * element_bytes_;
        if (from % alignment != offset % alignment) {
            const uint32_t to = free_ + offset % alignment;
            if (element_bytes_ == 4)
                copy_elements<uint32_t>(from, to, count);
            else
                copy_elements<uint16_t>(from, to, count);
            from = to;
            free_ = (to + bytes + alignment - 1) / alignment * alignment;
        }
        noc_async_write(from, target.get_noc_addr(page, offset), bytes);
    }

  private:
    static constexpr uint32_t alignment = 16;
    uint32_t l1_, element_bytes_, free_;
};

#if defined(GEMM_KV)
static_assert(M == 1 && Mb == 1 && Nb == 1, "one row of y, a tile at a time");

// What a unit has of each head of [heads, max_seq_len, head_dim], a row a page: element r of y goes to row `position`
// of head r / head_dim. Nothing else of the cache changes.
template <class Accessor>
void write_to_cache(const Accessor& cache, const Place& place, uint32_t element_bytes, uint32_t l1, uint32_t position) {
    constexpr uint32_t head_dim = get_named_compile_time_arg_val("head_dim");
    constexpr uint32_t max_seq_len = get_named_compile_time_arg_val("max_seq_len");
    RowOfStrip y(l1, element_bytes);
    for (uint32_t done = 0, count = 0; done < place.columns; done += count) {
        const uint32_t row = place.column + done, at = row % head_dim;
        count = lesser(head_dim - at, place.columns - done);
        y.write(cache, done, count, row / head_dim * max_seq_len + position, at * element_bytes);
    }
}
#endif

}  // namespace gemm
