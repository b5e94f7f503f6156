// A kernel that programs T0, T1 and T2 apart, by names of the vendor's low-level library, computes what the compute API
// does (spec/kernel-api.md 3.2, 3.3).
#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

// The third argument is the case, the fourth whether its units are named apart.
constexpr const char* apart_kernel = R"(
    const uint32_t which = get_arg_val<uint32_t>(3);
    const bool is_apart = get_arg_val<uint32_t>(4) != 0;
    if (is_apart) {
        UNPACK((llk_unpack_hw_configure<DST_ACCUM_MODE>(0, 1)));
        MATH((llk_math_pack_sync_init<DST_ACCUM_MODE>()));
        MATH((llk_math_hw_configure<DST_ACCUM_MODE>(0, 1)));
        PACK((llk_pack_hw_configure<DST_ACCUM_MODE>(16)));
        PACK((llk_pack_init(16)));
        PACK((llk_pack_dest_init<DST_ACCUM_MODE, false>(16)));
        MATH((llk_math_wait_for_dest_available()));
        if (which == 0) {
            UNPACK((llk_unpack_AB_init<BroadcastType::NONE>(0, 1)));
            MATH((llk_math_eltwise_binary_init<ELWMUL, BroadcastType::NONE, MATH_FIDELITY>()));
            UNPACK((llk_unpack_AB(0, 1, 0, 0)));
            MATH((llk_math_eltwise_binary<ELWMUL, BroadcastType::NONE, DST_ACCUM_MODE, MATH_FIDELITY>(0)));
        } else if (which == 1) {
            UNPACK((llk_unpack_AB_reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1)));
            MATH((llk_math_reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW, DST_ACCUM_MODE, MATH_FIDELITY>()));
            UNPACK((llk_unpack_AB_reduce<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, 0, 0)));
            MATH((llk_math_reduce<PoolType::SUM, ReduceDim::REDUCE_ROW, DST_ACCUM_MODE, MATH_FIDELITY>(0)));
        } else {
            UNPACK((llk_unpack_reconfig_data_format_srca<DST_ACCUM_MODE>(0, 1)));
            MATH((llk_math_reconfig_data_format_srca<DST_ACCUM_MODE>(0, 1)));
            UNPACK((llk_unpack_A_init<BroadcastType::NONE, false>(false, false, 1)));
            MATH((llk_math_eltwise_unary_datacopy_init<A2D, DST_ACCUM_MODE>(1)));
            UNPACK((llk_unpack_A<BroadcastType::NONE, false>(1, 0)));
            MATH((llk_math_eltwise_unary_datacopy<A2D, DST_ACCUM_MODE>(0, 1)));
        }
        MATH((llk_math_dest_section_done<DST_ACCUM_MODE>()));
        PACK((llk_packer_wait_for_math_done()));
        PACK((llk_pack<DST_ACCUM_MODE, false, false>(0, 16)));
        PACK((llk_pack_dest_section_done<DST_ACCUM_MODE>()));
    } else {
        binary_op_init_common(0, 1, 16);
        tile_regs_acquire();
        if (which == 0) {
            mul_tiles_init(0, 1);
            mul_tiles(0, 1, 0, 0, 0);
        } else if (which == 1) {
            reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, 16);
            reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 1, 0, 0, 0);
            reduce_uninit();
        } else {
            reconfig_data_format_srca(0, 1);
            copy_tile_to_dst_init_short(1);
            copy_tile(1, 0, 0);
        }
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
    }
)";

class UnitsApart : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, UnitsApart, ::testing::ValuesIn(modes()), testing::PrintToStringParamName());

// Of a reduction by single names the packer lets the whole tile pass, so that only its first column is looked at.
TEST_P(UnitsApart, ComputeTheSame) {
    if (by_vendor_library()) GTEST_SKIP() << "its own names, and older ones";
    for (std::uint32_t which = 0; which < 3; ++which) {
        TileRun run{.arch = *GetParam().arch,
                    .mode = {.fp32_dest_acc = GetParam().fp32},
                    .inputs = {{DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(1, 3))},
                               {DataFormat::bfp8, tiles_of(DataFormat::bfp8, random_reals(1, 4))}},
                    .out = DataFormat::fp32,
                    .body = apart_kernel,
                    .args = {which, 0}};
        Bytes together = run.result();
        run.args[1] = 1;
        Bytes apart = run.result();
        ASSERT_EQ(apart.size(), together.size());
        if (which == 1)
            for (int row = 0; row < 32; ++row)
                for (int column = 1; column < 32; ++column)
                    for (std::size_t byte = 0; byte < 4; ++byte)
                        apart[4 * at(0, row, column) + byte] = together[4 * at(0, row, column) + byte];
        EXPECT_EQ(apart, together) << "case " << which;
    }
}

}  // namespace
}  // namespace tessera::host::tiles
