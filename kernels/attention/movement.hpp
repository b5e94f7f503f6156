// What both movers do: rows between DRAM and L1.
#pragma once

#include "dataflow_api.h"
#include "work.hpp"

namespace attention {

constexpr uint32_t read_alignment = 64, write_alignment = 16;

template <uint32_t cb>
constexpr uint32_t element_bytes = get_tile_size(cb) / tile_elements;
template <uint32_t cb>
constexpr uint32_t row_bytes = head_dim* element_bytes<cb>;
template <uint32_t cb>
constexpr uint32_t pitch_bytes = pitch* element_bytes<cb>;

// A row of Q or O in its tensor, of which a page holds all heads of a query.
struct Place {
    uint32_t page, offset;
};
inline Place place_of(const Work& work, const Unit& unit, uint32_t row, uint32_t bytes) {
    const uint32_t at = unit.first + row;
    return {at / work.group, (unit.kv_head * work.group + at % work.group) * bytes};
}

// Zeros everywhere in a buffer: a tile is unpacked whole, also where no row or no element of a row ever lies.
template <uint32_t cb>
void clear(uint32_t pages) {
    cb_reserve_back(cb, pages);
    const uint32_t first = get_write_ptr(cb), behind = first + pages * get_tile_size(cb);
    for (uint32_t at = first; at < behind; at += MEM_ZEROS_SIZE)
        noc_async_read(get_noc_addr(MEM_ZEROS_BASE), at, std::min<uint32_t>(MEM_ZEROS_SIZE, behind - at));
    noc_async_read_barrier();
}

// An even number of elements is a whole number of words in every format. The load at the end waits for the stores,
// which neither a push nor a transfer does (memory-order.md 6).
inline void copy_words(uint32_t from, uint32_t to, uint32_t bytes) {
    const auto* source = reinterpret_cast<const volatile tt_l1_ptr uint32_t*>(from);
    auto* target = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(to);
    for (uint32_t i = 0; i < bytes / sizeof(uint32_t); ++i) target[i] = source[i];
    static_cast<void>(target[bytes / sizeof(uint32_t) - 1]);
}

// Of block floats a tile has exponents besides its elements.
template <uint32_t cb>
constexpr bool block_floats = get_tile_size(cb) % tile_elements != 0;

// Blocks of keys where a page is a tile as the unpacker takes it, of `most_rows` rows.
template <uint32_t cb, class Accessor>
void read_tiles(const Accessor& cache, uint32_t first_page, uint32_t keys) {
    for (uint32_t key = 0; key < keys; key += block_keys) {
        cb_reserve_back(cb, block_tiles);
        const uint32_t l1 = get_write_ptr(cb);
        for (uint32_t tile = 0; tile < block_tiles && key + tile * most_rows < keys; ++tile)
            noc_async_read(get_noc_addr(first_page + key / most_rows + tile, cache), l1 + tile * get_tile_size(cb),
                           get_tile_size(cb));
        noc_async_read_barrier();
        cb_push_back(cb, block_tiles);
    }
}

// Blocks of rows of K or of V that a unit needs. A row is a page, but of block floats. What the last block has beyond
// the unit's keys holds older rows or zeros; no row of the unit sees them.
template <uint32_t cb, class Accessor>
void read_blocks(const Accessor& cache, uint32_t first_page, uint32_t keys) {
    if constexpr (block_floats<cb>) return read_tiles<cb>(cache, first_page, keys);
    for (uint32_t key = 0; key < keys; key += block_keys) {
        cb_reserve_back(cb, block_tiles);
        const uint32_t l1 = get_write_ptr(cb), count = std::min(block_keys, keys - key);
        for (uint32_t i = 0; i < count; ++i)
            noc_async_read(get_noc_addr(first_page + key + i, cache), l1 + i * pitch_bytes<cb>, row_bytes<cb>);
        noc_async_read_barrier();
        cb_push_back(cb, block_tiles);
    }
}

}  // namespace attention
