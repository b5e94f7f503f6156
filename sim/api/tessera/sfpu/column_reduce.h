// Sums, averages and extremes of the 32 columns of a tile in Dst on the SFPU. The results are row 0; rows 1 to 3 hold
// what the steps leave there.
#pragma once

#include "sim/api/tessera/sfpu/raw.h"

namespace tessera::vectors {

namespace raw {

constexpr bool is_int(DataFormat format) {
    return format == DataFormat::Int32 || format == DataFormat::UInt32 || format == DataFormat::UInt16;
}
constexpr uint32_t reduce_format(DataFormat format, PoolType pool) {
    if (format == DataFormat::UInt16) return uint16;
    if (!is_int(format)) return as_dst;
    const bool orders = pool == PoolType::MAX || pool == PoolType::MIN;
    return format == DataFormat::UInt32 || orders ? int32_converted : int32;
}

// Sixteen rows of even or odd columns of a face, four in each register.
template <uint32_t first, uint32_t format>
ALWI void load_face(uint32_t row) {
    TT_SFPLOAD(first, format, still, row);
    TT_SFPLOAD(first + 1, format, still, row + 4);
    TT_SFPLOAD(first + 2, format, still, row + 8);
    TT_SFPLOAD(first + 3, format, still, row + 12);
}
template <bool ints, uint32_t from, uint32_t to>
ALWI void accumulate() {
    if constexpr (ints) {
        add_int<from, to>();
    } else {
        TTI_SFPADD(to, p_sfpu::LCONST_1, from, to, 0);
        settle();
    }
}
// Each group of four registers into its first, from the last on.
template <bool ints>
ALWI void accumulate_groups() {
    accumulate<ints, 3, 2>();
    accumulate<ints, 2, 1>();
    accumulate<ints, 1, 0>();
    accumulate<ints, 7, 6>();
    accumulate<ints, 6, 5>();
    accumulate<ints, 5, 4>();
}

// L0 / 32, towards zero where it is signed.
template <DataFormat format, uint32_t loaded_as>
ALWI void average_of_column() {
    if constexpr (!is_int(format)) {
        constant<1>(0x3D000000);
        TTI_SFPMUL(0, 1, p_sfpu::LCONST_0, 0, 0);
        settle();
    } else if constexpr (loaded_as == int32) {
        move<0, 1>();
        TTI_SFPABS(0, 0, 0, 0);
        TTI_SFPSHFT(-5, 0, 0, 1);
        TTI_SFPSETCC(0, 1, 0, 0);
        TTI_SFPIADD(0, p_sfpu::LCONST_0, 0, 6);
        TTI_SFPENCC(0, 0, 0, 0);
    } else {
        TTI_SFPSHFT(-5, 0, 0, 1);
    }
}

}  // namespace raw

// Upper and lower face at once: turned, the rows of a register are added, and again what four registers gave.
template <PoolType pool, DataFormat format>
inline void calculate_column_sums() {
    constexpr uint32_t as = raw::reduce_format(format, pool);
    constexpr bool ints = raw::is_int(format);
#pragma GCC unroll 1
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t row = (i >> 1) * 16 + (i & 1) * 2;
        raw::load_face<0, as>(row);
        raw::load_face<4, as>(row + 32);
        raw::transpose();
        raw::accumulate_groups<ints>();
        raw::transpose();
        raw::accumulate_groups<ints>();
        raw::accumulate<ints, 4, 0>();
        if constexpr (pool == PoolType::AVG) raw::average_of_column<format, as>();
        TT_SFPSTORE(0, as, raw::still, row);
    }
}

namespace raw {

// Blackhole's loads leave two's complement, which SFPSWAP would order wrongly below 0.
template <bool casts, uint32_t first>
ALWI void cast_rows() {
    if constexpr (casts) {
        TTI_SFPCAST(first, first, 3);
        TTI_SFPCAST(first + 1, first + 1, 3);
        TTI_SFPCAST(first + 2, first + 2, 3);
        TTI_SFPCAST(first + 3, first + 3, 3);
    }
}
template <uint32_t greater, uint32_t less>
ALWI void order() {
    TTI_SFPSWAP(0, greater, less, 1);
    settle();
}

}  // namespace raw

// SFPSWAP keeps the greater in its source operand; LaneConfig bit 8 turns that round for the least.
template <PoolType pool, DataFormat format>
inline void calculate_column_extremes() {
    constexpr uint32_t as = raw::reduce_format(format, pool);
    constexpr bool casts = sfpi::tessera_detail::has_extensions && format == DataFormat::Int32;
    if constexpr (pool == PoolType::MIN) TTI_SFPCONFIG(0x100, 15, 1);
    raw::load_rows<4, as>(0);
    raw::cast_rows<casts, 4>();
#pragma GCC unroll 1
    for (uint32_t block = 1; block < 8; ++block) {
        raw::load_rows<0, as>(raw::block_of_rows(block));
        raw::cast_rows<casts, 0>();
        raw::order<4, 0>();
        raw::order<5, 1>();
        raw::order<6, 2>();
        raw::order<7, 3>();
    }
    raw::transpose();
    raw::order<6, 7>();
    raw::order<5, 6>();
    raw::order<4, 5>();
    raw::transpose();
    raw::cast_rows<casts, 4>();
    raw::store_rows<4, as>(0);
    if constexpr (pool == PoolType::MIN) TTI_SFPCONFIG(0, 15, 1);
}

template <PoolType pool, DataFormat format>
inline void calculate_column_reduce() {
    if constexpr (pool == PoolType::MAX || pool == PoolType::MIN)
        calculate_column_extremes<pool, format>();
    else
        calculate_column_sums<pool, format>();
}

}  // namespace tessera::vectors
