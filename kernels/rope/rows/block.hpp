// Blocks of rows as the two movers see them: where a row comes from and goes to, and where it waits in L1.
#pragma once

#include <cstring>

#include "rows.hpp"

namespace rope {

#if ROPE_ELEMENT_BYTES == 4
using Element = uint32_t;
#else
using Element = uint16_t;
#endif
#if defined(ROPE_TARGET_BYTES)
constexpr bool same_format = false;
#if ROPE_TARGET_BYTES == 4
using TargetElement = uint32_t;
#else
using TargetElement = uint16_t;
#endif
#else
constexpr bool same_format = true;
using TargetElement = Element;
#endif

// A row as the host describes it, in words. With caches the first position is the row of the caches.
struct Row {
    uint32_t source_page, source_offset, target_page, target_offset;
    int32_t positions[4];
};

struct Block {
    uint32_t rows;
    uint32_t turns;           // else its rows are copied
    uint32_t source, target;  // tensors
    uint32_t weight;
    uint32_t same_position;  // all rows have those of the first
    uint32_t unused[10];
    Row row[rows_of_block];
};
constexpr uint32_t read_alignment = 64, write_alignment = 16;
static_assert(sizeof(Block) % read_alignment == 0);

// Arguments that both movers have, from 0 on: the address of the blocks, the first and the last but one of this core's,
// elements of a row, its pairs, the first element that begins a pair, from there to the other. Then an address and the
// bytes of a page for each tensor.
struct Work {
    uint32_t blocks = get_arg_val<uint32_t>(0);
    uint32_t begin = get_arg_val<uint32_t>(1), end = get_arg_val<uint32_t>(2);
    uint32_t width = get_arg_val<uint32_t>(3);
    uint32_t pairs = get_arg_val<uint32_t>(4);
    uint32_t first = get_arg_val<uint32_t>(5);
    uint32_t distance = get_arg_val<uint32_t>(6);

    static constexpr uint32_t first_tensor = 7;
    uint32_t units() const { return (pairs + pairs_of_unit - 1) / pairs_of_unit; }
    uint32_t pairs_of(uint32_t unit) const { return std::min(pairs - unit * pairs_of_unit, pairs_of_unit); }
    // Rows lie so far apart in L1 that any alignment of the first byte has room.
    uint32_t pitch() const {
        return (width * sizeof(Element) + read_alignment - 1) / read_alignment * read_alignment + read_alignment;
    }
    uint32_t target_pitch() const {
        return (width * sizeof(TargetElement) + write_alignment - 1) / write_alignment * write_alignment +
               write_alignment;
    }
};

// All tensors are interleaved over the banks of DRAM, so that one accessor's kind serves them.
template <class Args>
auto tensor(const Args& args, uint32_t index) {
    return TensorAccessor(args, get_arg_val<uint32_t>(Work::first_tensor + 2 * index),
                          get_arg_val<uint32_t>(Work::first_tensor + 2 * index + 1));
}

// Of row `i` of a block whose description lies at `block`: where it was read to.
inline uint32_t place_of(const Work& work, uint32_t block, uint32_t i, const volatile tt_l1_ptr Row& row) {
    return block + sizeof(Block) + i * work.pitch() + row.source_offset % read_alignment;
}

// Zeros for the next tiles of a buffer that rows will not fill, since nothing may be unpacked that never was written.
inline void clear(uint32_t cb, uint32_t tiles) {
    const uint32_t l1 = get_write_ptr(cb);
    for (uint32_t at = 0; at < tiles * get_tile_size(cb); at += MEM_ZEROS_SIZE)
        noc_async_read(get_noc_addr(MEM_ZEROS_BASE), l1 + at, MEM_ZEROS_SIZE);
    noc_async_read_barrier();
}

// Calls `copy(element of the row, element of the tile, how many)` for the runs of a unit's row: 16 columns of a face,
// and those of the face beside it.
template <class Copy>
void for_each_run(const Work& work, uint32_t unit, uint32_t row, Copy copy) {
    using tt::constants::FACE_HEIGHT, tt::constants::FACE_WIDTH, tt::constants::FACE_HW;
    const uint32_t count = work.pairs_of(unit), first = work.first + unit * pairs_of_unit * ROPE_STEP;
    const uint32_t at = row / FACE_HEIGHT * 2 * FACE_HW + row % FACE_HEIGHT * FACE_WIDTH;
    copy(first, at, std::min(count, FACE_WIDTH));
    if (count > FACE_WIDTH) copy(first + FACE_WIDTH * ROPE_STEP, at + FACE_HW, count - FACE_WIDTH);
}

}  // namespace rope
