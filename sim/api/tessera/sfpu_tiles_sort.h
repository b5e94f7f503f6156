// SFPU functions of values with indices: sorting and pooling (kernel-api.md 3.5). Signatures are the vendor's.
#pragma once

// A data movement kernel has none of these.
#if defined(COMPILE_FOR_TRISC)

#include "tessera/sfpu_tiles_rows.h"

#if defined(TRISC_MATH)
#include "tessera/sfpu/pool.h"
#include "tessera/sfpu/topk.h"
#endif

namespace ckernel {

// How max_reduce_with_indices finds its rows: as those of a tile, or sticks of 32 one after the other. Where sfpi has a
// DataLayout it is the same type, so that a kernel that uses both namespaces can name either.
#if defined(TRISC_MATH)
using sfpi::DataLayout;
#else
enum class DataLayout : uint32_t { TILE, ROW_MAJOR };
#endif

template <auto... options>
ALWI void topk_tile_init() {
    MATH(tessera::math::init_sfpu();)
}
template <bool stable_sort = false>
ALWI void topk_local_sort([[maybe_unused]] uint32_t idst, [[maybe_unused]] int idir, [[maybe_unused]] int i_end_phase,
                          [[maybe_unused]] int i_start_phase = 0, [[maybe_unused]] int i_end_step = 0,
                          [[maybe_unused]] int i_start_step = 0) {
    MATH((tessera::math::once(idst, tessera::vectors::calculate_topk_sort<DST_ACCUM_MODE, stable_sort>, idst, idir != 0,
                              i_end_phase, i_start_phase, i_end_step, i_start_step));)
}
template <bool idir = false, bool stable_sort = false>
ALWI void topk_merge([[maybe_unused]] uint32_t idst, [[maybe_unused]] int m_iter, [[maybe_unused]] int k) {
    MATH((tessera::math::once(idst, tessera::vectors::calculate_topk_merge<DST_ACCUM_MODE, stable_sort, idir>, idst,
                              m_iter, k));)
}
template <bool stable_sort = false>
ALWI void topk_rebuild([[maybe_unused]] uint32_t idst, [[maybe_unused]] bool idir, [[maybe_unused]] int m_iter,
                       [[maybe_unused]] int k, [[maybe_unused]] int logk, [[maybe_unused]] int skip_second) {
    MATH((tessera::math::once(idst, tessera::vectors::calculate_topk_rebuild<DST_ACCUM_MODE, stable_sort>, idst, idir,
                              m_iter, k, logk, (skip_second & 1) != 0));)
}

template <DataLayout layout = DataLayout::TILE>
ALWI void max_reduce_with_indices_init() {
    MATH(tessera::math::init_sfpu();)
}
template <int num_rows = 9, DataLayout layout = DataLayout::TILE, bool accumulate = false, int iterations = 8>
ALWI void max_reduce_with_indices([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t idst_idx,
                                  [[maybe_unused]] uint32_t chunk = 0) {
    static_assert(num_rows <= 32, "max_reduce_with_indices takes at most 32 rows");
    static_assert(num_rows <= 9 || layout == DataLayout::ROW_MAJOR,
                  "max_reduce_with_indices takes more than 9 rows in ROW_MAJOR only");
    static_assert(layout == DataLayout::ROW_MAJOR || !accumulate,
                  "max_reduce_with_indices accumulates in ROW_MAJOR only");
    MATH(tessera::math::once(
             0,
             [](uint32_t values, uint32_t indices, [[maybe_unused]] uint32_t chunks) {
                 tessera::vectors::raw::track_indices();
                 if constexpr (num_rows > 9)
                     tessera::vectors::pool_sticks<DST_ACCUM_MODE, accumulate>(values, indices, chunks);
                 else if constexpr (layout == DataLayout::ROW_MAJOR)
                     tessera::vectors::pool_nine_sticks<DST_ACCUM_MODE>(values, indices);
                 else
                     tessera::vectors::pool_nine_rows<DST_ACCUM_MODE>(values, indices);
                 tessera::vectors::raw::untrack_indices();
             },
             idst * tessera::vectors::raw::tile_rows, idst_idx * tessera::vectors::raw::tile_rows, chunk);)
}

}  // namespace ckernel

#endif
