// Formats and shapes of the circular buffers by the names of the arrays that the vendor's build writes for every
// kernel: unpack_* of what is taken from a buffer, pack_* of what is put into one (kernel-api.md 3.2).
#pragma once

#include "tessera/cb.h"

namespace tessera {

// The same of every buffer: tiles have 32 rows of 32 datums, in four faces.
struct OfEveryBuffer {
    uint8_t value;
    constexpr uint8_t operator[](uint32_t) const { return value; }
};
struct TileBytes {
    constexpr uint16_t operator[](uint32_t cb) const { return tile_bytes(static_cast<::DataFormat>(cb_formats[cb])); }
};

#if defined(COMPILE_FOR_TRISC)
// What the unpackers make of a buffer's tiles, and what Dst becomes on its way to a format, which the host chooses
// (tensix-core.md 1.8).
inline constexpr uint8_t cb_unpacked_formats[TESSERA_CIRCULAR_BUFFERS] = {TESSERA_CB_UNPACKED_FORMATS};
inline constexpr uint8_t cb_pack_sources[TESSERA_CIRCULAR_BUFFERS] = {TESSERA_CB_PACK_SOURCES};
#endif

}  // namespace tessera

inline constexpr const uint8_t* unpack_src_format = tessera::cb_formats;
inline constexpr const uint8_t* pack_dst_format = tessera::cb_formats;
#if defined(COMPILE_FOR_TRISC)
inline constexpr const uint8_t* unpack_dst_format = tessera::cb_unpacked_formats;
inline constexpr const uint8_t* pack_src_format = tessera::cb_pack_sources;
#endif
inline constexpr tessera::TileBytes unpack_tile_size{}, pack_tile_size{};
inline constexpr tessera::OfEveryBuffer unpack_tile_r_dim{32}, unpack_tile_c_dim{32}, unpack_tile_face_r_dim{16},
    unpack_tile_num_faces{4}, unpack_num_faces_r_dim{2}, unpack_num_faces_c_dim{2}, unpack_partial_face{0},
    unpack_narrow_tile{0};
inline constexpr tessera::OfEveryBuffer pack_tile_r_dim{32}, pack_tile_c_dim{32}, pack_tile_face_r_dim{16},
    pack_tile_num_faces{4}, pack_num_faces_r_dim{2}, pack_num_faces_c_dim{2}, pack_partial_face{0}, pack_narrow_tile{0};
