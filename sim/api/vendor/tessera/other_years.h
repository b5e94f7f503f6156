// Calls in the forms that the vendor's library had in other years than the tree's. A function of the tree comes
// before a template here, so that what the tree has is what is called.
#pragma once

#if defined(TRISC_MATH) && defined(TESSERA_NO_TILE_LAYOUT)
namespace ckernel {

enum DstTileLayout : uint8_t { Default, Interleaved };

namespace math {

template <DstTileLayout layout, DstTileShape shape>
inline void set_dst_write_addr(uint32_t tile) {
    set_dst_write_addr<shape, UnpackDestination::SrcRegs>(tile);
}

}  // namespace math

}  // namespace ckernel
#endif

namespace ckernel {

template <class Mode>
inline void acquire_dst(Mode) {
    acquire_dst();
}
template <class Mode>
inline void release_dst(Mode) {
    release_dst();
}
// The inits alone say now whether the tiles of the second operand are turned.
template <class Turned>
inline void matmul_tiles(uint32_t a, uint32_t b, uint32_t a_tile, uint32_t b_tile, uint32_t dst, Turned) {
    matmul_tiles(a, b, a_tile, b_tile, dst);
}
template <class = void>
inline void add_tiles_init() {
    add_tiles_init(0, 1);
}

}  // namespace ckernel
