// Blocks of rows as the two movers see them: where a row comes from and goes to, and where it waits in L1.
#pragma once

#include <cstring>

#include "../../load_back.hpp"
#include "rows.hpp"

namespace rope {

// What TensorAccessor becomes of its arguments.
template <class Args>
using AccessorOf = decltype(TensorAccessor(Args(), 0u, 0u));

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
    uint32_t narrow;         // with ROPE_KV: the target is a cache of fewer bits (narrow.hpp)
    uint32_t unused[9];
    Row row[rows_of_block];
};
constexpr uint32_t read_alignment = 64, write_alignment = 16;
static_assert(sizeof(Block) % read_alignment == 0);

// Arguments that both movers have, from 0 on: the address of the blocks, the first of this core's, how many there are
// and the step from one of its own to the next; elements of a row, its pairs, the first element that begins a pair,
// from there to the other. Then an address and the bytes of a page for each tensor.
struct Work {
    uint32_t blocks = get_arg_val<uint32_t>(0);
    uint32_t begin = get_arg_val<uint32_t>(1), end = get_arg_val<uint32_t>(2), step = get_arg_val<uint32_t>(3);
    uint32_t width = get_arg_val<uint32_t>(4);
    uint32_t pairs = get_arg_val<uint32_t>(5);
    uint32_t first = get_arg_val<uint32_t>(6);
    uint32_t distance = get_arg_val<uint32_t>(7);

    static constexpr uint32_t first_tensor = 8;
    uint32_t turning_units() const { return (pairs + pairs_of_unit - 1) / pairs_of_unit; }
    uint32_t units() const { return turning_units() + still_units; }
    bool is_still(uint32_t unit) const { return still_units != 0 && unit >= turning_units(); }
    uint32_t pairs_of(uint32_t unit) const {
        const uint32_t left =
            is_still(unit) ? still_pairs - (unit - turning_units()) * pairs_of_unit : pairs - unit * pairs_of_unit;
        return std::min(left, pairs_of_unit);
    }
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
inline void clear_l1(uint32_t l1, uint32_t bytes) {
    for (uint32_t at = 0; at < bytes; at += MEM_ZEROS_SIZE)
        noc_async_read(get_noc_addr(MEM_ZEROS_BASE), l1 + at, MEM_ZEROS_SIZE);
    noc_async_read_barrier();
}
inline void clear(uint32_t cb, uint32_t tiles) { clear_l1(get_write_ptr(cb), tiles * get_tile_size(cb)); }

// Where a pair's angle stands among the columns of a tile, as the element of row 0. A load of the vector unit takes the
// even or the odd columns of a face (tensix-core.md 1.4). Halves (ROPE_STEP 1) stand in two tiles, each pair in its
// column. Neighbours (ROPE_STEP 2) stand beside each other in tiles of 16 pairs, so that one load has the ones of eight
// pairs and the next the others: angles of the first tile take even columns, those of the second odd ones.
inline uint32_t column_place(uint32_t pair) {
    using tt::constants::FACE_HW, tt::constants::FACE_WIDTH;
    if constexpr (ROPE_STEP == 1) return pair / FACE_WIDTH * FACE_HW + pair % FACE_WIDTH;
    return pair % 16 / 8 * FACE_HW + pair % 8 * 2 + pair / 16;
}
inline uint32_t row_place(uint32_t row) {
    using tt::constants::FACE_HEIGHT, tt::constants::FACE_HW, tt::constants::FACE_WIDTH;
    return row / FACE_HEIGHT * 2 * FACE_HW + row % FACE_HEIGHT * FACE_WIDTH;
}

// Calls `copy(element of the row, element of the unit's two tiles, how many)` for the runs of a unit's row: 16 columns
// of a face at most.
template <class Copy>
void for_each_run(const Work& work, uint32_t unit, uint32_t row, Copy copy) {
    using tt::constants::FACE_HW, tt::constants::FACE_WIDTH, tt::constants::TILE_HW;
    uint32_t first = work.first + unit * pairs_of_unit * ROPE_STEP, distance = work.distance;
    if (work.is_still(unit)) {
        first = 2 * work.pairs + (unit - work.turning_units()) * pairs_of_unit * ROPE_STEP;
        distance = still_pairs;
    }
    const uint32_t at = row_place(row);
    const uint32_t elements = work.pairs_of(unit) * ROPE_STEP;  // of one tile, or of both
#pragma GCC unroll 1
    for (uint32_t begin = 0; begin < elements; begin += FACE_WIDTH) {
        const uint32_t count = std::min(elements - begin, FACE_WIDTH);
        if constexpr (ROPE_STEP == 1) {
            const uint32_t to = at + begin / FACE_WIDTH * FACE_HW;
            copy(first + begin, to, count);
            copy(first + begin + distance, to + TILE_HW, count);
        } else {
            copy(first + begin, at + begin / FACE_WIDTH * FACE_HW + begin / 32 * (TILE_HW - 2 * FACE_HW), count);
        }
    }
}

// Copies runs of elements within L1: by a transfer of the core to itself where both places are aligned for one, else
// element by element. What it copied is there after `wait`.
class Copier {
  public:
    template <class T>
    void copy(uint32_t from, uint32_t to, uint32_t count) const {
        if (from % write_alignment == to % write_alignment) {
            noc_async_read(self_ + from, to, count * sizeof(T));
            return;
        }
        stored_ = to + (count - 1) * sizeof(T);
        const auto* source = reinterpret_cast<const volatile tt_l1_ptr T*>(from);
        auto* target = reinterpret_cast<volatile tt_l1_ptr T*>(to);
        // Eight are loaded before the first is stored: a load from L1 takes as long as eight instructions and would be
        // waited for each time.
        for (; count >= 8; count -= 8, source += 8, target += 8) {
            T values[8];
#pragma GCC unroll 8
            for (uint32_t i = 0; i < 8; ++i) values[i] = source[i];
#pragma GCC unroll 8
            for (uint32_t i = 0; i < 8; ++i) target[i] = values[i];
        }
        for (uint32_t i = 0; i < count; ++i) target[i] = source[i];
    }
    void wait() const {
        noc_async_read_barrier();
        if (stored_ != 0) load_back<uint16_t>(stored_);
        stored_ = 0;
    }

  private:
    mutable uint32_t stored_ = 0;  // the last element that was not transferred
    uint64_t self_ = get_noc_addr(0);
};

}  // namespace rope
