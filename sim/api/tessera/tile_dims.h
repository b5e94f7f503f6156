// The sizes of tiles and faces, and the directions of sorts, by their names in ckernel; the sizes are those of
// tt::constants, so that a kernel that uses both namespaces can name them.
#pragma once

#include "tessera/types.h"

namespace ckernel {

using tt::constants::FACE_HEIGHT;
using tt::constants::FACE_WIDTH;
using tt::constants::TILE_HEIGHT;
using tt::constants::TILE_WIDTH;
constexpr uint32_t FACE_R_DIM = FACE_HEIGHT, FACE_C_DIM = FACE_WIDTH;
constexpr uint32_t TILE_R_DIM = TILE_HEIGHT, TILE_C_DIM = TILE_WIDTH;
constexpr uint32_t FACE_SIZE = FACE_R_DIM * FACE_C_DIM, TILE_NUM_FACES = TILE_R_DIM * TILE_C_DIM / FACE_SIZE;

enum SortDir : bool { ArgMax = false, ArgMin = true };

}  // namespace ckernel
