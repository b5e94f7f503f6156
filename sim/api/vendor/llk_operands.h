// Formats and shapes of circular buffers by the names of the tree's headers.
#pragma once

#include "tessera/descriptors.h"

inline uint32_t get_operand_id(uint32_t operand) { return operand; }
inline uint32_t get_operand_src_format(uint32_t operand) { return unpack_src_format[operand]; }
inline uint32_t get_operand_dst_format(uint32_t operand) { return unpack_dst_format[operand]; }
inline uint32_t get_operand_num_faces(uint32_t operand) { return unpack_tile_num_faces[operand]; }
inline uint32_t get_operand_face_r_dim(uint32_t operand) { return unpack_tile_face_r_dim[operand]; }
inline uint32_t get_operand_tile_r_dim(uint32_t operand) { return unpack_tile_r_dim[operand]; }
inline uint32_t get_operand_tile_c_dim(uint32_t operand) { return unpack_tile_c_dim[operand]; }
inline uint32_t get_operand_partial_face(uint32_t operand) { return unpack_partial_face[operand]; }
inline uint32_t get_operand_narrow_tile(uint32_t operand) { return unpack_narrow_tile[operand]; }
// Trees since spring 2026 hand shapes around as one value.
#if __has_include("tensor_shape.h")
#include "tensor_shape.h"
inline ckernel::TensorShape get_operand_tensor_shape(uint32_t) { return ckernel::DEFAULT_TENSOR_SHAPE; }
template <uint32_t operand>
constexpr ckernel::TensorShape get_operand_tensor_shape() {
    return ckernel::DEFAULT_TENSOR_SHAPE;
}
#endif
