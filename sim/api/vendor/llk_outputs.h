// Formats and shapes of the circular buffers that are packed to, by the names of the tree's headers.
#pragma once

#include "tessera/descriptors.h"

inline uint32_t get_output_id(uint32_t output) { return output; }
inline uint32_t get_output_base_id() { return 16; }
inline uint8_t get_output_src_format(uint32_t output) { return pack_src_format[output]; }
inline uint8_t get_output_dst_format(uint32_t output) { return pack_dst_format[output]; }
inline uint32_t get_output_num_faces(uint32_t output) { return pack_tile_num_faces[output]; }
inline uint32_t get_output_face_r_dim(uint32_t output) { return pack_tile_face_r_dim[output]; }
inline uint32_t get_output_tile_r_dim(uint32_t output) { return pack_tile_r_dim[output]; }
inline uint32_t get_output_tile_c_dim(uint32_t output) { return pack_tile_c_dim[output]; }
inline uint32_t get_output_partial_face(uint32_t output) { return pack_partial_face[output]; }
inline uint32_t get_output_narrow_tile(uint32_t output) { return pack_narrow_tile[output]; }
