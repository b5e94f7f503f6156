// Parts of tiles for DPRINT (kernel-api.md 1.5): rows h0, h0 + hs, .. below h1 and columns likewise of one tile at the
// front or the back of a circular buffer. The machine reads and prints the values.
#pragma once

#include "tessera/cb.h"
#include "tessera/debug.h"

struct SliceRange {
    uint8_t h0, h1, hs, w0, w1, ws;
    static constexpr SliceRange hw0_32_16() { return {0, 32, 16, 0, 32, 16}; }
    static constexpr SliceRange hw0_32_8() { return {0, 32, 8, 0, 32, 8}; }
    static constexpr SliceRange hw0_32_4() { return {0, 32, 4, 0, 32, 4}; }
    static constexpr SliceRange h0_w0_32() { return {0, 1, 1, 0, 32, 1}; }
    static constexpr SliceRange h0_32_w0() { return {0, 32, 1, 0, 1, 1}; }
    static constexpr SliceRange h0_32_w1() { return {0, 32, 1, 1, 2, 1}; }
    static constexpr SliceRange hw041() { return {0, 4, 1, 0, 4, 1}; }
};

using dprint_tslice_ptr_t = bool;
using dprint_tslice_cb_t = bool;
#define TSLICE_RD_PTR true
#define TSLICE_WR_PTR false
#define TSLICE_INPUT_CB true
#define TSLICE_OUTPUT_CB false

// Bytes of a circular buffer, wherever the kernel runs.
#define CB_RD_PTR(id) (get_read_ptr(id))
#define CB_WR_PTR(id) (get_write_ptr(id))
#define CB_RD_SZ(id) (get_local_cb_interface(id).fifo_size * ::tessera::cb_unit)
#define CB_PAGE_COUNT(id) (get_local_cb_interface(id).fifo_num_pages)
#define CB_PAGE_SIZE(id) (get_local_cb_interface(id).fifo_page_size * ::tessera::cb_unit)

// At most MAX_BYTES of values are printed, as the vendor's print buffer holds no more.
template <int MAX_BYTES = 64>
class TileSlice {
  public:
    using TileSliceTag = void;
#if defined(COMPILE_FOR_TRISC)
    // T0 looks at the front, T2 at the back; T1 knows no circular buffer.
    TileSlice(uint8_t cb, int tile, const SliceRange& range, bool endl_rows = true, bool print_untilized = true)
        : TileSlice(Where{COMPILE_FOR_TRISC == 0}, cb, tile, range, endl_rows, print_untilized) {}
#else
    TileSlice(uint8_t cb, int tile, const SliceRange& range, dprint_tslice_cb_t,
              dprint_tslice_ptr_t pointer = TESSERA_RISC == 0 ? TSLICE_RD_PTR : TSLICE_WR_PTR, bool endl_rows = true,
              bool print_untilized = true)
        : TileSlice(Where{pointer == TSLICE_RD_PTR}, cb, tile, range, endl_rows, print_untilized) {}
#endif
    void print() const {
        tessera::call<tessera::Call::print_tile>(cb_, tile_, tessera::abi::pack_range(range_.h0, range_.h1, range_.hs),
                                                 tessera::abi::pack_range(range_.w0, range_.w1, range_.ws),
                                                 (at_front_ ? tessera::abi::tile_front : 0) |
                                                     (endl_rows_ ? tessera::abi::tile_ends_rows : 0) |
                                                     (tiled_ ? tessera::abi::tile_of_faces : 0),
                                                 MAX_BYTES, 0, 0);
    }

  private:
    struct Where {
        bool at_front;
    };
    TileSlice(Where where, uint8_t cb, int tile, const SliceRange& range, bool endl_rows, bool tiled)
        : cb_(cb), tile_(tile), range_(range), at_front_(where.at_front), endl_rows_(endl_rows), tiled_(tiled) {}

    uint32_t cb_;
    int tile_;
    SliceRange range_;
    bool at_front_, endl_rows_, tiled_;
};
using TSLICE = TileSlice<64>;
