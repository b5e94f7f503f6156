// SFPU functions that reach across the rows of tiles: running sums and averages, Welford's, sums, sorting
// (kernel-api.md 3.5). Signatures are the vendor's.
#pragma once

// A data movement kernel has none of these.
#if defined(COMPILE_FOR_TRISC)

#include "tessera/sfpu_tile.h"
#include "tessera/tile_dims.h"

#if defined(TRISC_MATH)
#include "tessera/sfpu/column_reduce.h"
#include "tessera/sfpu/rows.h"
#include "tessera/sfpu/running.h"
#include "tessera/sfpu/welford.h"
#else
// T1's build sets LaneConfig; those of the other cores would set it to the same.
namespace tessera::vectors {
template <auto... options>
ALWI void _init_sfpu_config_reg() {}
}  // namespace tessera::vectors

namespace ckernel::sfpu {  // by the library's names

using tessera::vectors::_init_sfpu_config_reg;

}  // namespace ckernel::sfpu
#endif

namespace ckernel {

#if defined(TRISC_MATH)
}  // namespace ckernel

namespace tessera::math {
// What acts once on the tile and those after it.
template <class F, class... A>
ALWI void once(uint32_t idst, F&& function, const A&... arguments) {
    begin_sfpu(idst);
    function(arguments...);
    end_sfpu();
}
}  // namespace tessera::math

namespace ckernel {
#endif

TESSERA_TILE_INIT(cumsum)
template <auto... options>
ALWI void cumsum_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] bool first = true) {
    MATH(tessera::math::once(idst, tessera::vectors::calculate_cumulative_sum, first);)
}

// alpha weighs the average so far, beta the input; averages go to the tile after.
template <auto... options>
ALWI void ema_init([[maybe_unused]] uint32_t alpha, [[maybe_unused]] uint32_t beta) {
    MATH(tessera::math::init_sfpu(); tessera::vectors::exponential_average_init(alpha, beta);)
}
template <auto... options>
ALWI void ema_clear_previous_output() {
    MATH(tessera::vectors::exponential_average_clear();)
}
template <auto... options>
ALWI void ema_tile([[maybe_unused]] uint32_t idst) {
    MATH(tessera::math::once(idst, tessera::vectors::calculate_exponential_average);)
}

template <auto... options>
ALWI void welford_clear() {
    MATH(tessera::vectors::welford_clear_registers();)
}
template <auto... options>
ALWI void welford_init() {
    MATH(tessera::math::init_sfpu();)
    welford_clear();
}
template <uint32_t size>
ALWI void welford_update_rows([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t index,
                              [[maybe_unused]] uint32_t first_row, [[maybe_unused]] uint32_t rows,
                              [[maybe_unused]] const std::array<uint32_t, size>& reciprocals) {
    MATH(tessera::math::once(idst, tessera::vectors::calculate_welford<size>, index, first_row, first_row + rows,
                             reciprocals);)
}
template <uint32_t size>
ALWI void welford_update(uint32_t idst, uint32_t index, const std::array<uint32_t, size>& reciprocals) {
    welford_update_rows<size>(idst, index, 0, TILE_HEIGHT, reciprocals);
}
template <auto... options>
ALWI void welford_save_state([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t group) {
    MATH(tessera::math::once(idst, tessera::vectors::welford_store, group);)
}
template <auto... options>
ALWI void welford_save_state(uint32_t idst) {
    welford_save_state(idst, 0);
}
template <auto... options>
ALWI void welford_restore_state([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t group) {
    MATH(tessera::math::once(idst, tessera::vectors::welford_load, group);)
}
template <auto... options>
ALWI void welford_restore_state(uint32_t idst) {
    welford_restore_state(idst, 0);
}
template <std::size_t size>
ALWI void welford_finalize_to_row([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t index,
                                  [[maybe_unused]] const std::array<uint32_t, size>& reciprocals) {
    MATH(tessera::math::once(idst, tessera::vectors::welford_finish_row<size>, index, reciprocals);)
}
template <std::size_t size>
ALWI void welford_finalize_to_face([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t group,
                                   [[maybe_unused]] uint32_t index,
                                   [[maybe_unused]] const std::array<uint32_t, size>& reciprocals) {
    MATH(tessera::math::once(idst, tessera::vectors::welford_finish<size>, group, index, reciprocals);)
}
template <std::size_t size>
ALWI void welford_finalize_to_face(uint32_t idst, uint32_t index, const std::array<uint32_t, size>& reciprocals) {
    welford_finalize_to_face<size>(idst, 0, index, reciprocals);
}

template <DataFormat format>
ALWI void copy_dest_values([[maybe_unused]] uint32_t in, [[maybe_unused]] uint32_t out) {
    MATH(_llk_math_eltwise_binary_sfpu_params_<APPROX>(tessera::vectors::copy_of_format<format>, in, out, 0);)
}

TESSERA_TILE_INIT(tiled_prod)
template <auto... options>
ALWI void tiled_prod_tile([[maybe_unused]] uint32_t idst) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::calculate_tiled_product, idst);)
}
TESSERA_TILE_INIT(reshuffle_rows)
template <auto... options>
ALWI void reshuffle_rows_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t index_address) {
    MATH(tessera::math::once(idst, tessera::vectors::calculate_reshuffled_rows, index_address);)
}

template <auto... options>
ALWI void sfpu_sum_int_init() {
    MATH(tessera::math::init_sfpu();)
}
template <auto... options>
ALWI void sfpu_sum_int_col([[maybe_unused]] uint32_t idst) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::calculate_int_sum_of_columns, idst,
                                                      VectorMode::R);)
}
template <auto... options>
ALWI void sfpu_sum_int_row([[maybe_unused]] uint32_t idst) {
    MATH(
        _llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::calculate_int_sum_of_rows, idst, VectorMode::C);)
}
template <auto... options>
ALWI void sfpu_add_int([[maybe_unused]] uint32_t idst, uint32_t = 2, int32_t = 8) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::calculate_int_sum_with_next, idst);)
}

template <auto... options>
ALWI void sfpu_add_top_row_init() {
    MATH(tessera::math::init_sfpu();)
}
template <DataFormat format>
ALWI void sfpu_add_top_row([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1,
                           [[maybe_unused]] uint32_t out) {
    static_assert(format == DataFormat::Float32 || format == DataFormat::Int32 || format == DataFormat::UInt32,
                  "sfpu_add_top_row takes Float32, Int32 and UInt32");
    MATH(constexpr uint32_t as = format == DataFormat::Float32 ? tessera::vectors::raw::fp32
                                 : format == DataFormat::Int32 ? tessera::vectors::raw::int32
                                                               : tessera::vectors::raw::int32_converted;
         tessera::math::once(0, tessera::vectors::calculate_sum_of_top_rows<as>, in0, in1, out);)
}

template <PoolType pool, DataFormat format>
ALWI void sfpu_reduce_init() {
    MATH(tessera::math::init_sfpu();)
}
template <PoolType pool, DataFormat format, ReduceDim dim = ReduceDim::REDUCE_COL>
ALWI void sfpu_reduce([[maybe_unused]] uint32_t idst) {
    static_assert(dim == ReduceDim::REDUCE_COL, "sfpu_reduce takes REDUCE_COL");
    static_assert(format == DataFormat::Float32 || format == DataFormat::Float16_b || format == DataFormat::Int32 ||
                      format == DataFormat::UInt32 || format == DataFormat::UInt16,
                  "sfpu_reduce takes Float32, Float16_b, Int32, UInt32 and UInt16");
    MATH((tessera::math::once(idst, tessera::vectors::calculate_column_reduce<pool, format>));)
}

}  // namespace ckernel

#endif
