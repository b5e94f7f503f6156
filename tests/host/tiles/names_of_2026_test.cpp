// Calls by the names of autumn 2026 do what their elder siblings do, to the bit (spec/kernel-api.md 3.2 to 3.4).
#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

// The third argument is the case, the fourth whether its calls go by the new names.
constexpr const char* either_kernel = R"(
    const bool is_new = get_arg_val<uint32_t>(4) != 0;
    constexpr auto to_a = EltwiseBinaryReuseDestType::DEST_TO_SRCA, to_b = EltwiseBinaryReuseDestType::DEST_TO_SRCB;
    if (get_arg_val<uint32_t>(3) == 0) {
        if (is_new) {
            compute_kernel_hw_startup<SrcOrder::Reverse>(0, 1, 16);
            matmul_init(0, 1);
        } else {
            mm_init(0, 1, 16);
        }
    } else {
        compute_kernel_hw_startup(0, 1, 16);
        init_bcast<ELWADD, BroadcastType::COL>(0, 1, 16);
    }
    tile_regs_acquire();
    switch (get_arg_val<uint32_t>(3)) {
        case 0:
            matmul_tiles(0, 1, 0, 0, 0);
            is_new ? matmul_init(0, 1, 1) : mm_init_short(0, 1, 1);
            matmul_tiles(0, 1, 1, 0, 1, true);
            is_new ? matmul_block_init(0, 1, 0, 1, 2, 1) : mm_block_init_short(0, 1, 0, 1, 2, 1);
            matmul_block(0, 1, 0, 1, 2, false, 1, 2, 1);
            break;
        case 1:
            is_new ? add_init(0, 1) : add_tiles_init(0, 1);
            add_tiles(0, 1, 0, 0, 0);
            is_new ? sub_init(0, 1) : sub_tiles_init(0, 1);
            sub_tiles(0, 1, 0, 0, 1);
            is_new ? mul_init(0, 1) : mul_tiles_init(0, 1);
            mul_tiles(0, 1, 0, 0, 2);
            is_new ? add_init(0, 1, true) : add_tiles_init(0, 1, true);
            add_tiles(0, 1, 1, 1, 2);
            if (is_new) bcast_init<ELWSUB, BroadcastType::ROW>(0, 1);
            else sub_bcast_rows_init_short(0, 1);
            sub_tiles_bcast<BroadcastType::ROW>(0, 1, 0, 1, 3);
            break;
        case 2:
            is_new ? add_bcast_rows_init(0, 1) : add_bcast_rows_init_short(0, 1);
            add_tiles_bcast_rows(0, 1, 0, 0, 0);
            is_new ? sub_bcast_cols_init(0, 1) : sub_bcast_cols_init_short(0, 1);
            sub_tiles_bcast_cols(0, 1, 0, 0, 1);
            is_new ? mul_bcast_scalar_init(0, 1) : mul_bcast_scalar_init_short(0, 1);
            mul_tiles_bcast_scalar(0, 1, 0, 0, 2);
            if (is_new) unary_bcast_init<BroadcastType::COL>(0);
            else unary_bcast_init<BroadcastType::COL>(0, 16);
            unary_bcast<BroadcastType::COL>(0, 1, 3);
            break;
        case 5:
            is_new ? add_bcast_cols_init(0, 1) : add_bcast_cols_init_short(0, 1);
            add_tiles_bcast_cols(0, 1, 0, 0, 0);
            is_new ? add_bcast_scalar_init(0, 1) : add_bcast_scalar_init_short(0, 1);
            add_tiles_bcast_scalar(0, 1, 0, 0, 1);
            is_new ? sub_bcast_rows_init(0, 1) : sub_bcast_rows_init_short(0, 1);
            sub_tiles_bcast_rows(0, 1, 0, 0, 2);
            is_new ? sub_bcast_scalar_init(0, 1) : sub_bcast_scalar_init_short(0, 1);
            sub_tiles_bcast_scalar(0, 1, 0, 0, 3);
            break;
        case 6:
            is_new ? mul_bcast_rows_init(0, 1) : mul_bcast_rows_init_short(0, 1);
            mul_tiles_bcast_rows(0, 1, 0, 0, 0);
            is_new ? mul_bcast_cols_init(0, 1) : mul_bcast_cols_init_short(0, 1);
            mul_tiles_bcast_cols(0, 1, 0, 0, 1);
            copy_tile_to_dst_init_short(0);
            copy_block_matmul_partials(0, 0, 2, 2);
            break;
        case 3:
            is_new ? copy_init(0) : copy_tile_to_dst_init_short(0);
            is_new ? copy_block(0, 0, 0, 2) : copy_block_matmul_partials(0, 0, 0, 2);
            copy_tile(0, 1, 2);
            if (is_new) {
                add_reuse_dest_init<to_a>(1);
                add_reuse_dest_tiles<to_a>(1, 0, 0);
                sub_reuse_dest_init<to_b>(1);
                sub_reuse_dest_tiles<to_b>(1, 0, 1);
                mul_reuse_dest_init<to_a>(1);
                mul_reuse_dest_tiles<to_a>(1, 0, 2);
                transpose_init(0);
                transpose_block(0, 1, 3, 1);
            } else {
                binary_dest_reuse_tiles_init<ELWADD, to_a>(1);
                binary_dest_reuse_tiles<ELWADD, to_a>(1, 0, 0);
                binary_dest_reuse_tiles_init<ELWSUB, to_b>(1);
                binary_dest_reuse_tiles<ELWSUB, to_b>(1, 0, 1);
                binary_dest_reuse_tiles_init<ELWMUL, to_a>(1);
                binary_dest_reuse_tiles<ELWMUL, to_a>(1, 0, 2);
                transpose_wh_init_short(0);
                transpose_wh_tile(0, 1, 3);
            }
            break;
        case 4:
            if (is_new) {
                reconfig_data_format<SrcOrder::Reverse>(1, 0);
                reconfig_data_format_skip_int8(0, 0, 1, 1);
                reconfig_data_format_srca_skip_int8(1, 0);
                reconfig_data_format_srcb_skip_int8(1);
                copy_init(0);
                copy_tile(0, 0, 0);
                transpose_dest_init<DST_ACCUM_MODE>();
                transpose_dest<DST_ACCUM_MODE>(0);
                transpose_init(0);
                transpose_tile(0, 1, 1);
            } else {
                reconfig_data_format(0, 1);
                copy_tile_to_dst_init_short(0);
                copy_tile(0, 0, 0);
                transpose_wh_dest_init_short<DST_ACCUM_MODE>();
                transpose_wh_dest<DST_ACCUM_MODE>(0);
                transpose_wh_init_short(0);
                transpose_wh_tile(0, 1, 1);
            }
            copy_tile_to_dst_init_short(0);
            copy_tile(0, 0, 2);
            copy_tile(0, 1, 3);
            break;
    }
    tile_regs_commit();
    tile_regs_wait();
    is_new ? pack_block(0, 16, 4) : pack_tile_block(0, 16, 4);
    tile_regs_release();
)";
constexpr std::uint32_t renamed_cases = 7;

TileRun run_of(const Mode& mode, std::uint32_t which, bool is_new) {
    return {.arch = *mode.arch,
            .mode = {.fp32_dest_acc = mode.fp32},
            .inputs = {{DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(2, 3))},
                       {DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(2, 4))}},
            .out = DataFormat::bf16,
            .tiles = 4,
            .body = either_kernel,
            .args = {which, is_new ? 1u : 0u}};
}

class NamesOf2026 : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, NamesOf2026,
                         ::testing::Values(Mode{&arch::wormhole_b0(), false}, Mode{&arch::blackhole(), true}),
                         testing::PrintToStringParamName());

TEST_P(NamesOf2026, DoWhatTheElderOnesDo) {
    if (by_vendor_library()) GTEST_SKIP() << "the vendor's tree is of February 2026";
    for (std::uint32_t which = 0; which < renamed_cases; ++which) {
        const Bytes elder = run_of(GetParam(), which, false).result();
        EXPECT_EQ(run_of(GetParam(), which, true).result(), elder) << "case " << which;
        EXPECT_NE(elder, Bytes(elder.size())) << "case " << which;
    }
}

}  // namespace
}  // namespace tessera::host::tiles
