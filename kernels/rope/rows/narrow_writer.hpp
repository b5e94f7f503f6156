// Writes a block's rows to the caches (narrow.hpp).
//
// With bf16 and fp16 a row is a page. With bfp8 a page is a tile of 1024 / ROPE_KV_PITCH positions of a head, exponents
// before mantissas; the row's target offset is that of its exponents, those of mantissas follow from it. So a row is
// two writes that touch nothing of other positions.
#pragma once

#include "../../load_back.hpp"
#include "block.hpp"
#include "narrow.hpp"

namespace rope {

constexpr uint32_t exponents_of_tile = tt::constants::TILE_HW / 16, exponents_of_row = kv_pitch / 16;
constexpr uint32_t rows_of_tile = tt::constants::TILE_HW / kv_pitch;

inline void push_wide(const Work& work, const Copier& copier, uint32_t l1, const volatile tt_l1_ptr Block* block) {
    cb_reserve_back(cb_wide, kv_tiles);
    const uint32_t first = get_write_ptr(cb_wide);
    for (uint32_t i = 0; i < block->rows; ++i)
        copier.copy<uint32_t>(place_of(work, l1, i, block->row[i]), first + i * kv_pitch * sizeof(uint32_t),
                              work.width);
    copier.wait();
    cb_push_back(cb_wide, kv_tiles);
}

// Of row `i` of a block of block floats.
template <class Target>
void write_block_floats(const Work& work, uint32_t i, const volatile tt_l1_ptr Row& row, const Target& target) {
    const uint32_t tile = get_read_ptr(cb_narrow) + i / rows_of_tile * get_tile_size(cb_narrow), at = i % rows_of_tile;
    const uint32_t offset = row.target_offset, groups = (work.width + 15) / 16;
    const uint32_t exponents = get_write_ptr(cb_exponents) + i * 2 * write_alignment + offset % write_alignment;
    const auto* from = reinterpret_cast<const volatile tt_l1_ptr uint32_t*>(tile + at * exponents_of_row);
    auto* to = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(exponents);
    for (uint32_t word = 0; word < exponents_of_row / sizeof(uint32_t); ++word) to[word] = from[word];
    load_back<uint32_t>(exponents + exponents_of_row - sizeof(uint32_t));
    noc_async_write(exponents, get_noc_addr(row.target_page, target, offset), exponents_of_row);
    noc_async_write(tile + exponents_of_tile + at * kv_pitch,
                    get_noc_addr(row.target_page, target, exponents_of_tile + offset * 16), groups * 16);
}

// Where row `i` of 16-bit elements is. Of fp16 every second word is left out first.
inline uint32_t narrow_row(const Work& work, uint32_t i) {
    if constexpr (kv == Kv::bf16) return get_read_ptr(cb_narrow) + i * kv_pitch * sizeof(uint16_t);
    const uint32_t place = get_read_ptr(cb_narrow) + i * kv_pitch * sizeof(uint32_t), words = work.width / 2;
    auto* row = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(place);
    for (uint32_t word = 1; word < words; ++word) row[word] = row[2 * word];
    load_back<uint32_t>(place + (words - 1) * sizeof(uint32_t));
    return place;
}

template <class Target>
void write_narrow(const Work& work, const volatile tt_l1_ptr Block* block, const Target& target) {
    cb_wait_front(cb_narrow, kv_tiles);
    for (uint32_t i = 0; i < block->rows; ++i) {
        const auto& row = block->row[i];
        if constexpr (kv == Kv::bfp8)
            write_block_floats(work, i, row, target);
        else
            noc_async_write(narrow_row(work, i), get_noc_addr(row.target_page, target, row.target_offset),
                            work.width * sizeof(uint16_t));
    }
    noc_async_write_barrier();
    cb_pop_front(cb_narrow, kv_tiles);
}

}  // namespace rope
