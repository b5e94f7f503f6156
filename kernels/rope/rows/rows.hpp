// What the kernels that rotate rows agree on. A tensor is row-major, and a row is any run of its elements within a
// page. Rows come in blocks of at most 32, alike in what is done to them: turned, or copied.
//
// A unit is 32 pairs of each row of a block, as two tiles. Of halves (pair k is elements k and k + distance) the first
// tile has those that begin a pair, the second the others; neighbours stand beside each other in both, 16 pairs each.
// So either pairing turns within a unit, wherever the elements are in the row.
//
//   c_0   reader -> compute   units, two tiles each
//   c_1   reader -> writer    blocks: their description, then the rows as they were read
//   c_2   writer -> compute   what turns a unit: a tile of angles in turns (phase.hpp), or two of cosines and sines
//   c_3   reader -> compute   with ROPE_NORM the weights of all units, two tiles each
//   c_4   writer's own        frequencies, or rows of the caches
//   c_5   reader's own        with ROPE_NORM a row of weights
//   c_16  compute -> writer   the units, turned
//   c_24  compute's own       with ROPE_NORM a factor for each row
//
// Define, for all three alike: ROPE_ELEMENT_BYTES, 4 or 2, of the elements of a row; ROPE_TARGET_BYTES where those of
// the target differ; ROPE_STEP, from a pair to the next, 1 of halves, 2 of neighbours; ROPE_CACHES where cosines and
// sines are the user's; ROPE_NORM where rows are normalised first, and then ROPE_STILL, how many pairs behind those
// that turn are only normalised: neighbours, or as far apart as there are of them; ROPE_KV where some blocks go to
// narrower caches (narrow.hpp); ROPE_PHASE, split or computed, where the vector unit multiplies positions and
// frequencies instead of taking turns (phase.hpp): then rows of a block must share their position.
#pragma once

#include <cstdint>

namespace rope {

constexpr uint32_t cb_unit = tt::CBIndex::c_0, cb_block = tt::CBIndex::c_1, cb_angles = tt::CBIndex::c_2;
constexpr uint32_t cb_weights = tt::CBIndex::c_3, cb_own = tt::CBIndex::c_4;
constexpr uint32_t cb_weight_row = tt::CBIndex::c_5;
constexpr uint32_t cb_turned = tt::CBIndex::c_16, cb_scale = tt::CBIndex::c_24;

constexpr uint32_t pairs_of_unit = 32, rows_of_block = 32;
#if defined(ROPE_CACHES)
constexpr uint32_t angle_tiles = 2;
#else
constexpr uint32_t angle_tiles = 1;
#endif
constexpr uint32_t angle_pages = 4;  // of c_2
#if defined(ROPE_STILL)
constexpr uint32_t still_pairs = ROPE_STILL;
#else
constexpr uint32_t still_pairs = 0;
#endif
constexpr uint32_t still_units = (still_pairs + pairs_of_unit - 1) / pairs_of_unit;

}  // namespace rope
