// Blocks of rows whose target is a KV cache of fewer bits than the rows have. The format is that of c_17; the define
// ROPE_KV names it for all three kernels alike: bf16, fp16 or bfp8.
//
// A block's rows come in sequence at a pitch of 64, 128 or 256 elements, as kernels/attention reads them: 16 elements
// of a row are then 16 in sequence of the tile, and share their exponent in a block float.
//
//   c_8    writer -> compute   a block's rows, turned or not, fp32
//   c_17   compute -> writer   the same rows narrowed; of fp16 two elements in each of two words
//   c_9    writer's own        with bfp8 exponents of rows, aligned as their targets are
//
// Define ROPE_KV_PITCH, and ROPE_KV_TILES, tiles of a block's rows at that pitch.
#pragma once

#include "rows.hpp"

namespace rope {

constexpr uint32_t cb_wide = tt::CBIndex::c_8, cb_narrow = tt::CBIndex::c_17, cb_exponents = tt::CBIndex::c_9;
constexpr uint32_t kv_pitch = ROPE_KV_PITCH, kv_tiles = ROPE_KV_TILES;

enum class Kv { bf16, fp16, bfp8 };
constexpr Kv kv = Kv::ROPE_KV;

}  // namespace rope
