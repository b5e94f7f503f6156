// Formats of circular buffers by the names of the tree's headers, whose calls for the matrix unit stay unused.
#pragma once

#include "tessera/cb.h"

inline constexpr const uint8_t* unpack_src_format = tessera::cb_formats;
inline constexpr const uint8_t* unpack_dst_format = tessera::cb_formats;
inline uint32_t get_operand_id(uint32_t operand) { return operand; }
inline uint32_t get_operand_src_format(uint32_t operand) { return unpack_src_format[operand]; }
inline uint32_t get_operand_dst_format(uint32_t operand) { return unpack_dst_format[operand]; }
