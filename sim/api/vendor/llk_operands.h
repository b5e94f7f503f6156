// Formats and shapes of circular buffers by the names of the tree's headers.
#pragma once

#include "tessera/cb.h"

namespace tessera {

// What the unpackers make of a buffer's tiles, which the host chooses (kernel-api.md 3.2).
inline constexpr uint8_t cb_unpacked_formats[TESSERA_CIRCULAR_BUFFERS] = {TESSERA_CB_UNPACKED_FORMATS};

}  // namespace tessera

inline constexpr const uint8_t* unpack_src_format = tessera::cb_formats;
inline constexpr const uint8_t* unpack_dst_format = tessera::cb_unpacked_formats;
inline uint32_t get_operand_id(uint32_t operand) { return operand; }
inline uint32_t get_operand_src_format(uint32_t operand) { return unpack_src_format[operand]; }
inline uint32_t get_operand_dst_format(uint32_t operand) { return unpack_dst_format[operand]; }
// Tiles have 32 rows of 32 datums, in four faces.
inline uint32_t get_operand_num_faces(uint32_t) { return 4; }
inline uint32_t get_operand_face_r_dim(uint32_t) { return 16; }
inline uint32_t get_operand_tile_r_dim(uint32_t) { return 32; }
inline uint32_t get_operand_tile_c_dim(uint32_t) { return 32; }
inline uint32_t get_operand_partial_face(uint32_t) { return 0; }
inline uint32_t get_operand_narrow_tile(uint32_t) { return 0; }
// Trees since spring 2026 hand shapes around as one value.
#if __has_include("tensor_shape.h")
#include "tensor_shape.h"
inline ckernel::TensorShape get_operand_tensor_shape(uint32_t) { return ckernel::DEFAULT_TENSOR_SHAPE; }
template <uint32_t operand>
constexpr ckernel::TensorShape get_operand_tensor_shape() {
    return ckernel::DEFAULT_TENSOR_SHAPE;
}
#endif
