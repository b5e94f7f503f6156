// C = alpha * A * B + beta * C, unit by unit (gemm.hpp).
//
// Roundings of a result, each of the sum of magnitudes S = |A| |B| at most. By the matrix unit: in each group of eight
// products seven lose half a unit of 11 bits against the largest, in four phases of which the first counts; SrcA's
// lowest bit of eleven does not count; operands in fp32 are cut to TF32; then 8 Kt additions to an fp32 sum. With
// parts: what parts leave out, 2^-19 for B, 2^-20 for A and 1.5 * 2^-20 for the products left out, of the largest
// magnitudes of rows in their tiles (split.hpp), and 18 Kt additions to an fp32 sum. By the vector unit: a product and
// its addition round once in fp32, 4 Kt + 8 times in a row. Either way the sum is then multiplied by alpha, added to
// beta * C and rounded once to the format of C, to nearest with ties to even. With a norm it is multiplied twice
// instead, by a factor whose relative error is that of the squares and a few units of fp32.
//
// Define GEMM_UNIT, matrix, parts or vector, and GEMM_ROUND_BITS, how many bits of fp32 the format of C lacks: 0, 13
// or 16. Runtime arguments: 0 first unit, 1 how many, 2 alpha and 3 beta, fp32 bits; with GEMM_HEAD_NORM 4 and 5 as
// norm.hpp has them.
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/matmul.h"
#include "compute_kernel_api/pack_untilize.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "compute_kernel_api/tilize.h"
#include "compute_kernel_api/transpose_wh_dest.h"
#include "finish.hpp"
#include "product.hpp"
#include "split.hpp"
#include "tools/profiler/kernel_profiler.hpp"

#if defined(GEMM_HEAD_NORM)
#include "compute_kernel_api/eltwise_unary/rsqrt.h"
#include "norm.hpp"
#endif

namespace gemm {

// Strips of `width` tiles in `pages` pages each, to tiles one behind the other.
ALWI void tilize(uint32_t rows, uint32_t tiles, uint32_t strips, uint32_t width, uint32_t pages, uint32_t at) {
    tilize_init(rows, width, tiles);
    for (uint32_t strip = 0; strip < strips; ++strip, at += width) {
        cb_wait_front(rows, pages);
        tilize_block(rows, width, tiles, 0, at);
        cb_pop_front(rows, pages);
    }
    tilize_uninit(rows, tiles);
}

// A strip of `width` tiles to the parts of its tiles, from page `at` on.
template <uint32_t parts, uint32_t bits>
ALWI void take_parts(uint32_t rows, uint32_t width, uint32_t to, uint32_t at, uint32_t apart) {
    cb_reserve_back(cb_whole, Kb);
    pack_reconfig_data_format(cb_whole);
    reconfig_data_format_srca(rows);
    tilize(rows, cb_whole, 1, width, Kb, 0);
    cb_push_back(cb_whole, Kb);
    split_tiles<parts, bits>(cb_whole, width, to, at, apart);
}

ALWI void take_group_of_a() {
    cb_reserve_back(cb_a, parts_of_a * Mb * Kt);
    if constexpr (by_parts) {
        for (uint32_t k = 0; k < Kt; k += Kb)
            for (uint32_t strip = 0; strip < Mb; ++strip)
                take_parts<parts_of_a, bits_of_a>(cb_a_rows, lesser(Kt - k, Kb), cb_a, strip * Kt + k, Mb * Kt);
        cb_push_back(cb_a, parts_of_a * Mb * Kt);
        cb_wait_front(cb_a, parts_of_a * Mb * Kt);
        return;
    }
    pack_reconfig_data_format(cb_a);
    tilize_init(cb_a_rows, Kb, cb_a);
    for (uint32_t k = 0; k < Kt; k += Kb)
        for (uint32_t strip = 0; strip < Mb; ++strip) {
            cb_wait_front(cb_a_rows, Kb);
            tilize_block(cb_a_rows, lesser(Kt - k, Kb), cb_a, 0, strip * Kt + k);
            cb_pop_front(cb_a_rows, Kb);
        }
    tilize_uninit(cb_a_rows, cb_a);
    pack_reconfig_data_format(cb_result);
    cb_push_back(cb_a, Mb * Kt);
    cb_wait_front(cb_a, Mb * Kt);
}

ALWI void take_c() {
    cb_reserve_back(cb_c, tiles_of_unit);
    tilize(cb_c_rows, cb_c, Mb, Nb, Nb, 0);
    cb_push_back(cb_c, tiles_of_unit);
}

ALWI void take_weights_of_head() {
    cb_reserve_back(cb_c, blocks_of_part);
    tilize(cb_c_rows, cb_c, blocks_of_part, 1, 1, 0);
    cb_push_back(cb_c, blocks_of_part);
    cb_wait_front(cb_c, blocks_of_part);
}

ALWI void take_block_of_b(uint32_t tiles) {
    constexpr uint32_t to = by_vectors ? cb_b_vector : cb_b;
    if constexpr (b_is_tiles && !by_parts) {
        cb_wait_front(to, Kb * Nb);
        return;
    }
    cb_reserve_back(to, parts_of_b * Kb * Nb);
    if constexpr (b_is_tiles)
        split_tiles<parts_of_b, bits_of_b>(cb_b_read, tiles, to, 0, Kb);
    else if constexpr (by_parts)
        take_parts<parts_of_b, bits_of_b>(cb_b_rows, tiles, to, 0, Kb);
    else if constexpr (transposed)
        tilize(cb_b_rows, to, 1, tiles, Kb, 0);
    else
        tilize(cb_b_rows, to, tiles, Nb, Nb, 0);
    cb_push_back(to, parts_of_b * Kb * Nb);
    cb_wait_front(to, parts_of_b * Kb * Nb);
}

// Sums of the blocks so far, back to Dst.
ALWI void take_sums() {
    cb_wait_front(cb_sums, tiles_of_unit);
    reconfig_data_format_srca(cb_sums);
    copy_tile_to_dst_init_short(cb_sums);
    for (uint32_t tile = 0; tile < tiles_of_unit; ++tile) copy_tile(cb_sums, tile, tile);
    cb_pop_front(cb_sums, tiles_of_unit);
}

ALWI void push_sums() {
    cb_reserve_back(cb_sums, tiles_of_unit);
    tile_regs_wait();
    pack_reconfig_data_format(cb_sums);
    for (uint32_t tile = 0; tile < tiles_of_unit; ++tile) pack_tile(tile, cb_sums);
    tile_regs_release();
    cb_push_back(cb_sums, tiles_of_unit);
}

ALWI void push_result() {
    cb_reserve_back(cb_result, tiles_of_unit);
    tile_regs_wait();
    pack_untilize_dest_init<Nb>(cb_result);
    pack_untilize_dest<Nb>(cb_result, Mb);
    pack_untilize_uninit(cb_result);
    tile_regs_release();
    cb_push_back(cb_result, tiles_of_unit);
}

ALWI void multiply_block(uint32_t k, const Place& place, float alpha, float beta) {
    const uint32_t tiles = lesser(Kt - k, Kb);
    const bool last = k + tiles == Kt;
    take_block_of_b(tiles);
    if constexpr (by_vectors) spread_rows(place.rows, tiles);
    tile_regs_acquire();
    if (k != 0) take_sums();
    if constexpr (by_vectors)
        add_vector_products(place.rows, tiles, k == 0);
    else
        add_matrix_products(k, tiles);
    if (last && !norms_heads) finish(alpha, beta);
    tile_regs_commit();
    if (!last)
        push_sums();
    else
#if defined(GEMM_HEAD_NORM)
        push_tile(0, cb_head);
#else
        push_result();
#endif
}

}  // namespace gemm

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("GEMM-COMPUTE");
    using namespace gemm;
    const uint32_t first = get_arg_val<uint32_t>(0), last = first + get_arg_val<uint32_t>(1);
    const float alpha = get_arg_val<float>(2), beta = get_arg_val<float>(3);
    if (first == last) return;
    if constexpr (by_vectors)
        init_sfpu(cb_b_vector, cb_result);
    else
        mm_init(cb_a, cb_b, cb_result, transposed);
#if defined(GEMM_HEAD_NORM)
    rsqrt_tile_init();
    take_weights_of_head();
#else
    MATH(set_factors(alpha, beta);)
#endif

    for (uint32_t unit = first; unit < last; ++unit) {
        const Place place(unit);
        if (!by_vectors && place.begins_group(first, unit)) {
            if (unit != first) cb_pop_front(cb_a, parts_of_a * Mb * Kt);
            take_group_of_a();
        }
        if (beta != 0) take_c();
        for (uint32_t k = 0; k < Kt; k += Kb) multiply_block(k, place, alpha, beta);
#if defined(GEMM_HEAD_NORM)
        if ((unit + 1) % blocks_of_part == 0) normalise_head(blocks_of_part, push_result);
#endif
    }
    if (!by_vectors) cb_pop_front(cb_a, parts_of_a * Mb * Kt);
    if (norms_heads) cb_pop_front(cb_c, blocks_of_part);
}
}  // namespace NAMESPACE
