// o = sum_j p_j v_j with p = softmax(scale q.k_j), for one token or causal for many, any head dimension (work.hpp).
//
// A unit stays in Dst from its first key to its last: only K and V pass, block by block, so L1 never holds scores and
// nothing is rounded but the result, once, at its store. Full sync: a unit needs more tiles than half of Dst.
//
// Runtime arguments: Work (work.hpp), then the scale, fp32. Define ATTENTION_EXP to choose e^x (exponentials.hpp);
// ATTENTION_FORMAT is that of O, fp32, bf16 or fp16.
#include <cstdint>

#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
#include "compute_kernel_api/tile_move_copy.h"
#include "tools/profiler/kernel_profiler.hpp"
#include "work.hpp"

#ifdef TRISC_MATH
#include "../four_rows.hpp"
#include "online.hpp"
#endif

namespace attention {

// Tiles of Dst (online.hpp).
constexpr uint32_t keys_tile = 0, values_tile = block_tiles, o_tile = 2 * block_tiles + 1;

ALWI void copy_block(uint32_t cb, uint32_t first) {
    cb_wait_front(cb, block_tiles);
    for (uint32_t tile = 0; tile < block_tiles; ++tile) copy_tile(cb, tile, first + tile);
    cb_pop_front(cb, block_tiles);
}

#ifdef TRISC_MATH
inline void begin_unit(const Unit& unit) {
    tile::on_dst([&] { begin_rows(unit.rows, get_arg_val<float>(Work::next_arg)); });
}
// `key`: the first key of the block in Dst.
inline void attend_block(const Work& work, const Unit& unit, uint32_t key) {
    tile::on_dst([&] {
        for (uint32_t row = 0; row < unit.rows; ++row) {
            const uint32_t visible = work.visible(unit.first + row);
            if (visible > key) attend_row(row, static_cast<int>(visible - key));
        }
    });
}
inline void finish_unit(const Unit& unit) {
    sfpu::_init_sfpu_reciprocal_<false>();
    tile::on_dst([&] {
        for (uint32_t row = 0; row < unit.rows; ++row) finish_row(row);
    });
}
#endif

ALWI void attend(const Work& work, const Unit& unit) {
    tile_regs_acquire();
    cb_wait_front(cb_q, 1);
    copy_tile_to_dst_init_short_with_dt(cb_k, cb_q);
    copy_tile(cb_q, 0, keys_tile);
    copy_tile_to_dst_init_short_with_dt(cb_q, cb_k);
    cb_pop_front(cb_q, 1);
    MATH(begin_unit(unit);)
    const uint32_t keys = work.keys(unit);
    for (uint32_t key = 0; key < keys; key += block_keys) {
        copy_block(cb_k, keys_tile);
        copy_block(cb_v, values_tile);
        MATH(attend_block(work, unit, key);)
    }
    MATH(finish_unit(unit);)
    tile_regs_commit();
    cb_reserve_back(cb_o, 1);
    tile_regs_wait();
    pack_tile(o_tile, cb_o);
    tile_regs_release();
    cb_push_back(cb_o, 1);
}

}  // namespace attention

namespace NAMESPACE {
void MAIN {
    DeviceZoneScopedN("ATTENTION-COMPUTE");
    using namespace attention;
    const Work work;
    init_sfpu(cb_k, cb_o);
    copy_tile_init(cb_k);
    for (uint32_t id = work.begin; id < work.end; ++id) attend(work, work.unit(id));
}
}  // namespace NAMESPACE
