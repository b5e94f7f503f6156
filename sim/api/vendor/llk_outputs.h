// Formats and shapes of the circular buffers that are packed to, by the names of the tree's headers.
#pragma once

#include "llk_operands.h"
#include "tessera/cb.h"

namespace tessera {

// What Dst becomes on its way to a format, which the host chooses (tensix-core.md 1.8).
inline constexpr uint8_t cb_pack_sources[TESSERA_CIRCULAR_BUFFERS] = {TESSERA_CB_PACK_SOURCES};

}  // namespace tessera

inline constexpr const uint8_t* pack_src_format = tessera::cb_pack_sources;
inline constexpr const uint8_t* pack_dst_format = tessera::cb_formats;
inline uint32_t get_output_id(uint32_t output) { return output; }
inline uint32_t get_output_base_id() { return 16; }
inline uint8_t get_output_src_format(uint32_t output) { return pack_src_format[output]; }
inline uint8_t get_output_dst_format(uint32_t output) { return pack_dst_format[output]; }
// Tiles have 32 rows of 32 datums, in four faces.
inline uint32_t get_output_num_faces(uint32_t) { return 4; }
inline uint32_t get_output_face_r_dim(uint32_t) { return 16; }
inline uint32_t get_output_tile_r_dim(uint32_t) { return 32; }
inline uint32_t get_output_tile_c_dim(uint32_t) { return 32; }
inline uint32_t get_output_partial_face(uint32_t) { return 0; }
inline uint32_t get_output_narrow_tile(uint32_t) { return 0; }
