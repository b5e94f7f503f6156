// What the three attention kernels agree on.
//
// Rows of Q, K, V and O stay as they lie in DRAM: in L1 one follows the other at a pitch of 64, 128 or 256 elements,
// and 1024 elements of them are what the unpacker takes for a tile. In Dst each 64 elements of a row then are two
// vectors, its even and its odd elements, so no head dimension needs another arrangement and no element passes a scalar
// core.
//
// A row is one query of one query head. The rows of a KV head are numbered query by query, the heads that share it
// within each: one token's heads are neighbours and so read K and V once, and so do neighbouring queries of a prompt.
// A unit is up to one tile of such rows, and the keys that its last row sees. T1 takes longer for a row than the movers
// for a block of keys, so smaller units, which read K and V more often, are the faster where there are cores for them.
//
//   c_0   reader -> compute   a unit's rows of Q, a tile
//   c_1   reader -> compute   blocks of `block_keys` rows of K, `block_tiles` tiles each
//   c_2   writer -> compute   the same of V
//   c_3   reader's own        rows of Q that the head's offset leaves misaligned
//   c_4   writer's own        rows of O, likewise
//   c_16  compute -> writer   a unit's rows of O
//
// Named compile-time argument: head_dim, even, up to 256.
#pragma once

#include <algorithm>
#include <cstdint>

namespace attention {

constexpr uint32_t cb_q = tt::CBIndex::c_0, cb_k = tt::CBIndex::c_1, cb_v = tt::CBIndex::c_2;
constexpr uint32_t cb_q_row = tt::CBIndex::c_3, cb_o_row = tt::CBIndex::c_4, cb_o = tt::CBIndex::c_16;

constexpr uint32_t head_dim = get_named_compile_time_arg_val("head_dim");
static_assert(head_dim % 2 == 0 && head_dim >= 2 && head_dim <= 256);

constexpr uint32_t tile_elements = tt::constants::TILE_HW;
constexpr uint32_t pitch = head_dim <= 64 ? 64 : head_dim <= 128 ? 128 : 256;
constexpr uint32_t most_rows = tile_elements / pitch;
// Dst has a block of K and one of V beside the unit's own tiles (online.hpp).
constexpr uint32_t block_keys = pitch <= 128 ? 16 : 8, block_tiles = block_keys * pitch / tile_elements;

// Rows of one KV head, of which the first is row `first` of that head's.
struct Unit {
    uint32_t kv_head, first, rows;
};

// Runtime arguments 0 to 5 of all three kernels: the first unit and how many; queries; keys; query heads of a KV head;
// rows of a unit, `most_rows` at most.
struct Work {
    uint32_t begin = get_arg_val<uint32_t>(0), end = begin + get_arg_val<uint32_t>(1);
    uint32_t seq_len = get_arg_val<uint32_t>(2), kv_seq_len = get_arg_val<uint32_t>(3);
    uint32_t group = get_arg_val<uint32_t>(4), unit_rows = get_arg_val<uint32_t>(5);
    static constexpr uint32_t next_arg = 6;

    Unit unit(uint32_t id) const {
        const uint32_t rows = seq_len * group, units = (rows + unit_rows - 1) / unit_rows;
        const uint32_t first = id % units * unit_rows;
        return {id / units, first, std::min(unit_rows, rows - first)};
    }
    // Keys that a row sees: the last query sees all of them, each query before it one less.
    uint32_t visible(uint32_t row) const { return kv_seq_len - seq_len + row / group + 1; }
    uint32_t keys(const Unit& unit) const { return visible(unit.first + unit.rows - 1); }
};

}  // namespace attention
