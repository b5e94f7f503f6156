// What functions that name SFPU registers themselves share: for state that outlives a call, and for rows, whose lanes
// only SFPTRANSP brings side by side (tensix-core.md 4.3). T1 only.
#pragma once

#include "sim/api/tessera/sfpu/each.h"
#include "tessera/ops.h"
#include "tessera/types.h"

namespace tessera::vectors::raw {

// The ADDR_MOD that leaves the counters alone, and formats of loads and stores (tensix-core.md 4.2).
inline constexpr uint32_t still = TESSERA_SFPI_ADDR_MOD;
inline constexpr uint32_t as_dst = InstrModLoadStore::DEFAULT, fp32 = InstrModLoadStore::FP32,
                          int32 = InstrModLoadStore::INT32, uint16 = InstrModLoadStore::LO16,
                          int32_converted = InstrModLoadStore::INT32_2S_COMP;
inline constexpr uint32_t tile_rows = 64;

// Wormhole must not read the result of a multiply-add in the next instruction.
ALWI void settle() {
    if constexpr (!sfpi::tessera_detail::has_extensions) TTI_SFPNOP;
}

template <uint32_t lreg>
ALWI void constant(uint32_t bits) {
    TT_SFPLOADI(lreg, 10, bits & 0xFFFF);
    TT_SFPLOADI(lreg, 8, bits >> 16);
}
template <uint32_t from, uint32_t to>
ALWI void move() {
    TTI_SFPMOV(0, from, to, 0);
}
// to = a b + c, c and to the same where it accumulates.
template <uint32_t a, uint32_t b, uint32_t c, uint32_t to>
ALWI void mad() {
    TTI_SFPMAD(a, b, c, to, 0);
}
template <uint32_t from, uint32_t to>
ALWI void add() {
    TTI_SFPADD(p_sfpu::LCONST_1, from, to, to, 0);
}
template <uint32_t from, uint32_t to>
ALWI void add_int() {
    TTI_SFPIADD(0, from, to, 4);
}
// Of L0 to L3 and of L4 to L7.
ALWI void transpose() { TTI_SFPTRANSP(0, 0, 0, 0); }

// Four rows of 32 columns: even and odd columns of the left face, then of the right one, in registers from `first` on.
// Transposed, each register holds a row.
template <uint32_t first, uint32_t format = as_dst>
ALWI void load_rows(uint32_t row) {
    TT_SFPLOAD(first, format, still, row);
    TT_SFPLOAD(first + 1, format, still, row + 2);
    TT_SFPLOAD(first + 2, format, still, row + 16);
    TT_SFPLOAD(first + 3, format, still, row + 18);
}
template <uint32_t first, uint32_t format = as_dst>
ALWI void store_rows(uint32_t row) {
    TT_SFPSTORE(first, format, still, row);
    TT_SFPSTORE(first + 1, format, still, row + 2);
    TT_SFPSTORE(first + 2, format, still, row + 16);
    TT_SFPSTORE(first + 3, format, still, row + 18);
}
// Where rows 4 b to 4 b + 3 of a tile begin in Dst: the lower faces follow both upper ones.
ALWI constexpr uint32_t block_of_rows(uint32_t b) { return (b & 3) * 4 + (b >> 2) * 32; }

// How a format lies in Dst for loads and stores that name it.
constexpr uint32_t format_of(DataFormat format) {
    switch (format) {
        case DataFormat::Float32:
        case DataFormat::Tf32: return fp32;
        case DataFormat::Float16: return InstrModLoadStore::FP16A;
        case DataFormat::Float16_b: return InstrModLoadStore::FP16B;
        case DataFormat::Int32:
        case DataFormat::UInt32: return int32;
        case DataFormat::Int8:
        case DataFormat::UInt8: return InstrModLoadStore::INT8;
        case DataFormat::UInt16: return uint16;
        default: return as_dst;
    }
}

}  // namespace tessera::vectors::raw

namespace tessera::vectors {

// LaneConfig as after reset: kernels call it after functions that change what SFPSWAP does.
ALWI void _init_sfpu_config_reg() { TTI_SFPCONFIG(0, 15, 1); }

// The bits of a tile into another.
template <DataFormat format>
inline void copy_of_format(uint32_t in, uint32_t out, uint32_t) {
    constexpr uint32_t as = raw::format_of(format);
#pragma GCC unroll 1
    for (int i = 0; i < 8; ++i) {
        TT_SFPLOAD(0, as, raw::still, in * raw::tile_rows);
        TT_SFPSTORE(0, as, raw::still, out * raw::tile_rows);
        sfpi::dst_reg++;
    }
}

}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_init_sfpu_config_reg;

}  // namespace ckernel::sfpu
