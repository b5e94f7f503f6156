// Formats and shapes of circular buffers by the names of the tree's headers.
#pragma once

#include "tessera/cb.h"

namespace tessera {

// What the unpacker makes of a format: fp32 loses bits on its way to Src unless the tile goes to Dst (kernel-api.md
// 3.2).
struct UnpackedFormats {
    uint8_t of[abi::most_circular_buffers];
    constexpr uint8_t operator[](uint32_t cb) const { return of[cb]; }
};
constexpr UnpackedFormats unpacked_formats() {
    constexpr uint64_t to_dst = TESSERA_CBS_TO_DST;
    UnpackedFormats formats{};
    for (uint32_t cb = 0; cb < sizeof(cb_formats); ++cb) {
        const bool narrows =
            cb_formats[cb] == static_cast<uint8_t>(abi::DataFormat::Float32) && (to_dst >> cb & 1) == 0;
        formats.of[cb] = !narrows         ? cb_formats[cb]
                         : DST_ACCUM_MODE ? static_cast<uint8_t>(abi::DataFormat::Tf32)
                                          : static_cast<uint8_t>(abi::DataFormat::Float16_b);
    }
    return formats;
}

}  // namespace tessera

inline constexpr const uint8_t* unpack_src_format = tessera::cb_formats;
inline constexpr tessera::UnpackedFormats unpack_dst_format = tessera::unpacked_formats();
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
