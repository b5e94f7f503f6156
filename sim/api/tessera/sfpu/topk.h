// The greatest of 64 values by bitonic sorting: values in two tiles of Dst, indices in the two after them. Each column
// is a sequence of its own, 64 rows long; vectors of four rows are ordered four at a time, so that a step of a distance
// below four turns registers into rows first. The steps and what they do to equal values are the vendor's. Kernels call
// these functions in several places, and their text is short: none is inlined.
#pragma once

#include "sim/api/tessera/sfpu/indexed.h"

namespace tessera::vectors {

namespace raw {

inline constexpr uint32_t index_rows = 128;  // from a value to its index

// Rows of Dst from the number of a row of one face column: after 16 rows the other face lies between.
ALWI constexpr uint32_t row_of_sequence(uint32_t n) { return (n & 15) + (n >> 4) * 32; }

template <uint32_t lreg, bool wide>
ALWI void load_sorted(uint32_t row) {
    load_indexed<lreg, wide>(row, row + index_rows);
}
template <uint32_t lreg, bool wide>
ALWI void store_sorted(uint32_t row) {
    store_indexed<lreg, wide>(row, row + index_rows);
}
// Four vectors: two a distance apart, and two more another distance on.
template <bool wide>
[[gnu::noinline]] inline void load_four(uint32_t row, uint32_t near, uint32_t far) {
    load_sorted<0, wide>(row);
    load_sorted<1, wide>(row + near);
    load_sorted<2, wide>(row + far);
    load_sorted<3, wide>(row + far + near);
}
template <bool wide>
[[gnu::noinline]] inline void store_four(uint32_t row, uint32_t near, uint32_t far) {
    store_sorted<0, wide>(row);
    store_sorted<1, wide>(row + near);
    store_sorted<2, wide>(row + far);
    store_sorted<3, wide>(row + far + near);
}

// Two independent pairs; the stable forms order each twice, which puts equal values back.
template <bool stable, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t rows = all_rows>
ALWI void order_pairs() {
    order_indexed<a, b, rows>();
    order_indexed<c, d, rows>();
    if constexpr (stable) {
        order_indexed<a, b, rows>();
        order_indexed<c, d, rows>();
    }
}

// Phases 0 to 3 leave sorted sequences of 2, 4, 8 and 16 rows, every other one the other way round.
template <bool stable>
ALWI void sort_phase_0() {
    transpose();
    order_pairs<stable, 0, 1, 3, 2>();
    transpose();
}
template <bool stable>
ALWI void sort_phase_1() {
    transpose();
    order_pairs<stable, 0, 2, 1, 3, rows_0_and_2>();
    order_pairs<stable, 0, 1, 2, 3, rows_0_and_2>();
    transpose();
}
template <bool stable>
ALWI void sort_phase_2() {
    if constexpr (stable) {
        order_pairs<true, 0, 1, 3, 2>();
    } else {
        order_pairs<false, 0, 1, 2, 3>();
        TTI_SFPSWAP(0, 2, 3, 0);
    }
    transpose();
    order_pairs<stable, 0, 2, 1, 3, rows_0_and_1>();
    order_pairs<stable, 0, 1, 2, 3, rows_0_and_1>();
    transpose();
}
template <bool stable>
ALWI void sort_phase_3(bool least_first) {
    if (least_first) track_indices_reversed();
#pragma GCC unroll 1
    for (int side = 0; side < 2; ++side) {
        order_pairs<stable, 0, 2, 1, 3>();
        if constexpr (stable)
            order_pairs<true, 2, 3, 0, 1>();
        else
            order_pairs<false, 0, 1, 2, 3>();
        transpose();
    }
    if (least_first) track_indices_again();
}
template <bool stable>
ALWI void sort_far_pairs(bool least_first) {
    if (least_first)
        order_pairs<stable, 2, 0, 3, 1>();
    else
        order_pairs<stable, 0, 2, 1, 3>();
}

// Merges sequences of 16 rows to those of 2^steps: steps of 64 and 32 rows between different faces, then the rest as in
// phase 3. The direction turns when 2^steps rows are done.
template <bool wide, bool stable>
[[gnu::noinline]] inline void sort_long_phase(bool least_first, uint32_t steps, uint32_t first_step,
                                              uint32_t last_step) {
    const uint32_t length = 1u << steps;
#pragma GCC unroll 1
    for (uint32_t step = first_step; step > last_step; --step) {
        const uint32_t distance = step == 5 ? 16 : 32;
        bool down = least_first;
        uint32_t done = 0;
#pragma GCC unroll 1
        for (uint32_t block = 0; done < 64; block += 4 * distance) {
#pragma GCC unroll 1
            for (uint32_t i = 0; i < distance / 8; ++i, done += 16) {
                const uint32_t row = block + (i & 1) * 8 + (i >> 1) * 32;
                load_four<wide>(row, 4, 2 * distance);
                sort_far_pairs<stable>(down);
                store_four<wide>(row, 4, 2 * distance);
            }
            if (done == length) down = !down;
        }
    }
    bool down = least_first;
#pragma GCC unroll 1
    for (uint32_t group = 0; group < 4; ++group) {
        load_four<wide>(32 * group, 4, 8);
        sort_phase_3<stable>(down);
        store_four<wide>(32 * group, 4, 8);
        if (16 * (group + 1) == length) down = !down;
    }
}

// What acts on even and odd columns of both upper faces' columns, one after the other.
template <class F>
ALWI void over_columns(uint32_t tile, F&& function) {
#pragma GCC unroll 1
    for (uint32_t i = 0; i < 4; ++i) {
        math::set_dst_row(tile * tile_rows + (i >> 1) * 16 + (i & 1) * 2);
        function();
    }
}

}  // namespace raw

// Phases first_phase to last_phase; where it is one beyond the third, its steps from first_step down to above
// last_step.
template <bool wide, bool stable>
[[gnu::noinline]] inline void calculate_topk_sort(uint32_t tile, bool least_first, int last_phase, int first_phase,
                                                  int last_step, int first_step) {
    raw::track_indices();
    raw::over_columns(tile, [=] {
        bool down = least_first;
#pragma GCC unroll 1
        for (int phase = first_phase; phase <= last_phase; ++phase) {
            if (phase > 3) {
                const bool alone = first_phase == last_phase;
                const auto steps = static_cast<uint32_t>(phase) + 1;
                raw::sort_long_phase<wide, stable>(least_first, steps,
                                                   alone ? static_cast<uint32_t>(first_step) : steps,
                                                   alone ? static_cast<uint32_t>(last_step) : 4);
                continue;
            }
#pragma GCC unroll 1
            for (uint32_t group = 0; group < 4; ++group) {
                raw::load_four<wide>(32 * group, 4, 8);
                if (phase == 0) raw::sort_phase_0<stable>();
                if (phase == 1) raw::sort_phase_1<stable>();
                if (phase == 2) raw::sort_phase_2<stable>();
                if (phase == 3) {
                    raw::sort_phase_3<stable>(down);
                    down = !down;
                }
                raw::store_four<wide>(32 * group, 4, 8);
            }
        }
    });
    raw::untrack_indices();
}

// The greater (least_first: lesser) of sorted sequences of k rows, each with the one that lies k << iteration rows on.
template <bool wide, bool stable, bool least_first>
[[gnu::noinline]] inline void calculate_topk_merge(uint32_t tile, uint32_t iteration, uint32_t k) {
    raw::track_indices();
    raw::over_columns(tile, [=] {
        const uint32_t length = k > 32 ? 32 : k;
        const uint32_t all = std::max<uint32_t>(2 * length, 64u >> iteration);
        const uint32_t distance = std::min<uint32_t>(32, length << iteration);
        const uint32_t rows = distance < 16 ? distance : 2 * distance;
        uint32_t done = 0;
#pragma GCC unroll 1
        for (uint32_t block = 0; done < all; block += 2 * distance)
#pragma GCC unroll 1
            for (uint32_t i = 0; i < length / 4; ++i, done += 8) {
                const uint32_t row = raw::row_of_sequence(block + 4 * i);
                raw::load_sorted<0, wide>(row);
                raw::load_sorted<1, wide>(row + rows);
                constexpr uint32_t greater = least_first ? 1 : 0;
                raw::order_indexed<greater, 1 - greater>();
                if constexpr (stable) raw::order_indexed<greater, 1 - greater>();
                raw::store_sorted<0, wide>(row);
                raw::store_sorted<1, wide>(row + rows);
            }
    });
    raw::untrack_indices();
}

// Sorts what a merge left: sequences of k rows again, the second of them only where it is not skipped.
template <bool wide, bool stable>
[[gnu::noinline]] inline void calculate_topk_rebuild(uint32_t tile, bool least_first, uint32_t iteration, uint32_t k,
                                                     uint32_t log_k, bool skips_second) {
    raw::track_indices();
    raw::over_columns(tile, [=] {
        if (log_k > 4) return raw::sort_long_phase<wide, stable>(least_first, log_k, log_k, 4);
        const uint32_t all = std::max<uint32_t>(2 * k, 64u >> (iteration + 1)) >> (skips_second ? 1 : 0);
        const uint32_t distance = raw::row_of_sequence(std::min<uint32_t>(32, k << (iteration + 1)));
        bool down = least_first;
        if (log_k < 2) return;
#pragma GCC unroll 1
        for (uint32_t done = 0, row = 0; done < all; done += 16, row += 64) {
            if (log_k == 2 && iteration >= 2) {
                raw::load_sorted<0, wide>(row);
                raw::load_sorted<1, wide>(row + distance);
                raw::sort_phase_1<stable>();
                raw::store_sorted<0, wide>(row);
                raw::store_sorted<1, wide>(row + distance);
                continue;
            }
            const uint32_t near = log_k == 2 ? distance : 4;
            const uint32_t far = log_k == 2 ? (distance < 16 ? 4 : 2) * distance : log_k == 3 ? distance : 8;
            raw::load_four<wide>(row, near, far);
            if (log_k == 2) raw::sort_phase_1<stable>();
            if (log_k == 3) raw::sort_phase_2<stable>();
            if (log_k == 4) {
                raw::sort_phase_3<stable>(down);
                down = !down;
            }
            raw::store_four<wide>(row, near, far);
        }
    });
    raw::untrack_indices();
}

}  // namespace tessera::vectors
