// The calls of unpackers, matrix unit and packers at two levels: as calls, and with the compute cores running the
// low-level kernels of a tree of the vendor's, instruction by instruction (spec/tensix-core.md 7.1,
// unpack-instructions.md 3, pack-instructions.md 3). The bits are equal; the cycles stand side by side. By instructions
// a run of two tiles takes longer for the inits, which are the tree's own code and not the estimate of a call.
#include <cstdio>
#include <filesystem>

#include "tests/host/tiles/tiles.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::host::tiles {
namespace {

// One kernel for all, since compiling takes most of the time: which call, by its argument.
constexpr const char* calls_kernel = R"(
#define TWO(init, call)                    \
    binary_op_init_common(0, 1, 16);       \
    init;                                  \
    tile_regs_acquire();                   \
    call(0, 1, 0, 0, 0);                   \
    call(0, 1, 1, 1, 1);                   \
    break;
#define REDUCE(op, dim)                                                                                    \
    binary_op_init_common(0, 1, 16);                                                                       \
    reduce_init<PoolType::op, ReduceDim::dim>(0, 1, 16);                                                   \
    tile_regs_acquire();                                                                                   \
    for (uint32_t tile = 0; tile < 2; ++tile) reduce_tile<PoolType::op, ReduceDim::dim>(0, 1, tile, 0, 0); \
    copied = false;                                                                                        \
    break;
    bool copied = true;
    const uint32_t which = get_arg_val<uint32_t>(3);
    if (which == 21) {
        unary_op_init_common(0, 16);
        copy_tile_to_dst_init_short(0);
        const uint32_t rounds = get_arg_val<uint32_t>(4);
        for (uint32_t round = 0; round < rounds; ++round) {
            tile_regs_acquire();
            for (uint32_t i = 0; i < 4; ++i) copy_tile(0, i % 2, i);
            tile_regs_commit();
            tile_regs_wait();
            for (uint32_t i = 0; i < 4; ++i) pack_tile<true>(i, 16, i % 2);
            tile_regs_release();
        }
        return cb_push_back(16, 2);
    }
    if (which >= 18) compute_kernel_hw_startup(0, 0, 16);
    if (which == 18) {
        tilize_init(0, 2, 16);
        tilize_block(0, 2, 16);
        tilize_uninit(0, 16);
    } else if (which == 19) {
        untilize_init(0);
        untilize_block(0, 2, 16);
        untilize_uninit(0);
    } else if (which == 20) {
        pack_untilize_init<2>(0, 16);
        pack_untilize_block<2>(0, 1, 16);
        pack_untilize_uninit(16);
    }
    if (which >= 18) {
        cb_push_back(16, 2);
        return;
    }
    switch (which) {
        case 0:
            unary_op_init_common(0, 16);
            copy_tile_to_dst_init_short(0);
            tile_regs_acquire();
            copy_tile(0, 0, 0);
            copy_tile(0, 1, 1);
            break;
        case 1: TWO(add_tiles_init(0, 1), add_tiles)
        case 2: TWO(sub_tiles_init(0, 1), sub_tiles)
        case 3: TWO(mul_tiles_init(0, 1), mul_tiles)
        case 4: TWO(add_bcast_rows_init_short(0, 1), add_tiles_bcast_rows)
        case 5: TWO(mul_bcast_cols_init_short(0, 1), mul_tiles_bcast_cols)
        case 6: TWO(sub_bcast_cols_init_short(0, 1), sub_tiles_bcast_cols)
        case 7: TWO(mul_tiles_bcast_scalar_init_short(0, 1), mul_tiles_bcast_scalar)
        case 8: TWO(mul_bcast_rows_init_short(0, 1), mul_tiles_bcast_rows)
        case 9:
            mm_init(0, 1, 16);
            tile_regs_acquire();
            for (uint32_t tile = 0; tile < 2; ++tile) {
                matmul_tiles(0, 1, 0, tile, tile);
                matmul_tiles(0, 1, 1, tile, tile);
            }
            break;
        case 10: REDUCE(SUM, REDUCE_ROW)
        case 11: REDUCE(SUM, REDUCE_COL)
        case 12: REDUCE(SUM, REDUCE_SCALAR)
        case 13: REDUCE(MAX, REDUCE_ROW)
        case 14: REDUCE(MAX, REDUCE_COL)
        case 15:
            transpose_wh_init(0, 16);
            tile_regs_acquire();
            transpose_wh_tile(0, 0, 0);
            transpose_wh_tile(0, 1, 1);
            break;
        case 16:
            binary_op_init_common(0, 1, 16);
            copy_tile_to_dst_init_short(0);
            tile_regs_acquire();
            copy_tile(0, 0, 0);
            copy_tile(0, 1, 1);
            binary_dest_reuse_tiles_init<EltwiseBinaryType::ELWADD, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(1);
            binary_dest_reuse_tiles<EltwiseBinaryType::ELWADD, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(1, 0, 0);
            binary_dest_reuse_tiles<EltwiseBinaryType::ELWADD, EltwiseBinaryReuseDestType::DEST_TO_SRCA>(1, 1, 1);
            break;
        case 17:
            mm_block_init(0, 1, 16, 0, 2, 1, 1);
            tile_regs_acquire();
            matmul_block(0, 1, 0, 0, 0, 0, 2, 1, 1);
            break;
    }
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    if (copied)
        pack_tile(1, 16);
    else
        pack_tile(0, 16);
    tile_regs_release();
)";

struct Call {
    const char* name;
    std::uint32_t number;
};
constexpr Call calls[] = {{"copy_tile", 0},
                          {"add_tiles", 1},
                          {"sub_tiles", 2},
                          {"mul_tiles", 3},
                          {"add_tiles_bcast_rows", 4},
                          {"mul_tiles_bcast_cols", 5},
                          {"sub_tiles_bcast_cols", 6},
                          {"mul_tiles_bcast_scalar", 7},
                          {"mul_tiles_bcast_rows", 8},
                          {"matmul_tiles", 9},
                          {"reduce_tile sum row", 10},
                          {"reduce_tile sum column", 11},
                          {"reduce_tile sum scalar", 12},
                          {"reduce_tile max row", 13},
                          {"reduce_tile max column", 14},
                          {"transpose_wh_tile", 15},
                          {"binary_dest_reuse_tiles", 16},
                          {"matmul_block 1x2", 17},
                          {"tilize_block", 18},
                          {"untilize_block", 19},
                          {"pack_untilize_block", 20}};

class LowLevel : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, LowLevel, ::testing::ValuesIn(modes()), name_of_mode);

TEST_P(LowLevel, HasTheBitsOfTheCalls) {
    if (!std::filesystem::is_directory(tessera::test::vendor_tree())) GTEST_SKIP() << "no tree of the vendor's at hand";
    const auto [arch, fp32] = GetParam();
    const test::Variable home("TT_METAL_HOME", tessera::test::vendor_tree().string());
    Words ones(2 * tensix::tile_datums, 0x3F800000);
    for (const int phases : {1, 4}) {
        for (const Call& call : calls) {
            const bool reduces = call.number >= 10 && call.number <= 14;
            const bool multiplies =
                (call.number >= 5 && call.number <= 12 && call.number != 6) || call.number == 3 || call.number == 17;
            if (phases == 1 && !multiplies) continue;
            TileRun run{.arch = *arch,
                        .mode = {.fidelity_phases = phases, .fp32_dest_acc = fp32},
                        .inputs = {{DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(2, 3))},
                                   {DataFormat::bf16, tiles_of(DataFormat::bf16, reduces ? ones : random_reals(2, 4))}},
                        .out = fp32 ? DataFormat::fp32 : DataFormat::bf16,
                        .tiles = 2,
                        .body = calls_kernel,
                        .args = {call.number}};
            const TileRun::Outcome as_call = run.outcome();
            const test::Variable level("TESSERA_LOW_LEVEL", "vendor");
            const TileRun::Outcome by_instruction = run.outcome();
            EXPECT_EQ(as_call.bytes, by_instruction.bytes) << call.name << ", " << phases << " phase(s)";
            std::printf("%-12s %-5s %-24s %d phase(s): %5llu cycles as calls, %5llu by instructions\n",
                        std::string(arch->name).c_str(), fp32 ? "fp32" : "16bit", call.name, phases,
                        static_cast<unsigned long long>(as_call.cycles),
                        static_cast<unsigned long long>(by_instruction.cycles));
        }
    }
}

// A tile that follows others: inits, transfers and what is only at the ends have no part in it.
TEST_P(LowLevel, CopiesTilesAtTheRateOfTheUnits) {
    if (!std::filesystem::is_directory(tessera::test::vendor_tree())) GTEST_SKIP() << "no tree of the vendor's at hand";
    const auto [arch, fp32] = GetParam();
    const test::Variable home("TT_METAL_HOME", tessera::test::vendor_tree().string());
    const auto cycles = [&](std::uint32_t rounds) {
        const TileRun run{.arch = *arch,
                          .mode = {.fp32_dest_acc = fp32},
                          .inputs = {{DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(2, 3))},
                                     {DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(2, 4))}},
                          .out = fp32 ? DataFormat::fp32 : DataFormat::bf16,
                          .tiles = 2,
                          .body = calls_kernel,
                          .args = {21, rounds}};
        return run.outcome().cycles;
    };
    const auto steady = [&] { return static_cast<double>(cycles(16) - cycles(8)) / 32; };
    const double as_calls = steady();
    const test::Variable level("TESSERA_LOW_LEVEL", "vendor");
    const double by_instructions = steady();
    std::printf("%-12s %-5s copy and pack, a tile: %.1f cycles as calls, %.1f by instructions\n",
                std::string(arch->name).c_str(), fp32 ? "fp32" : "16bit", as_calls, by_instructions);
    const double stream = (fp32 ? 4096 : 2048) / arch->tensix.pack_bytes_per_cycle;
    EXPECT_GE(by_instructions, stream);
    EXPECT_LE(by_instructions, 2 * as_calls);
}

// One tile in every format that the packer has, with a sum in L1, a limit and masks on the way.
constexpr const char* formats_kernel = R"(
#if defined(WIDE)
    constexpr uint32_t outputs = 8;
#else
    constexpr uint32_t outputs = 7;
#endif
    const auto pack_as = [](uint32_t cb, uint32_t before) {
        cb_reserve_back(cb, 1);
        pack_reconfig_data_format(before, cb);
        pack_tile(0, cb);
    };
    unary_op_init_common(0, 16);
    copy_tile_to_dst_init_short(0);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    for (uint32_t i = 1; i < outputs; ++i) {
        if (i == 5) {
            PACK((llk_pack_relu_config(3 | 0x3F80 << 16)));
        }
        pack_as(16 + i, 15 + i);
        if (i == 5) {
            PACK((llk_pack_relu_config(0)));
        }
        if (i == 6) {
            pack_reconfig_l1_acc(1);
            pack_tile<true>(0, 16 + i, 0);
            pack_reconfig_l1_acc(0);
        }
        cb_push_back(16 + i, 1);
    }
    tile_regs_release();
)";

// Exponents that fp16 has not, and the least that it has: dropped from 32 bits by Wormhole's start-up, no more once the
// format was set by another call, and never on Blackhole.
constexpr const char* small_kernel = R"(
    unary_op_init_common(0, 16);
    copy_tile_to_dst_init_short(0);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    cb_reserve_back(17, 1);
    pack_reconfig_data_format(17);
    pack_tile(0, 17);
    cb_push_back(17, 1);
    tile_regs_release();
)";

TEST_P(LowLevel, DropsTheSmallExponentsThatTheCallsDrop) {
    if (!std::filesystem::is_directory(tessera::test::vendor_tree())) GTEST_SKIP() << "no tree of the vendor's at hand";
    const auto [arch, wide] = GetParam();
    if (!wide) GTEST_SKIP() << "a 16-bit Dst has no such exponents";
    const test::Variable home("TT_METAL_HOME", tessera::test::vendor_tree().string());
    Words small(tensix::tile_datums);
    for (std::uint32_t i = 0; i < small.size(); ++i)
        small[i] = (i % 2) << 31 | (105 + i % 12) << 23 | (i * 37 % 128) << 16;
    const TileRun run{.arch = *arch,
                      .mode = {.fp32_dest_acc = true},
                      .inputs = {{DataFormat::bf16, tiles_of(DataFormat::bf16, small)}},
                      .out = DataFormat::fp16,
                      .more_outs = {DataFormat::fp16},
                      .body = small_kernel};
    const Bytes as_calls = run.result();
    const test::Variable level("TESSERA_LOW_LEVEL", "vendor");
    EXPECT_EQ(as_calls, run.result());
    const auto half = static_cast<std::ptrdiff_t>(as_calls.size() / 2);
    EXPECT_EQ(std::equal(as_calls.begin(), as_calls.begin() + half, as_calls.begin() + half),
              arch != &arch::wormhole_b0());
}

TEST_P(LowLevel, PacksTheFormatsOfTheCalls) {
    if (!std::filesystem::is_directory(tessera::test::vendor_tree())) GTEST_SKIP() << "no tree of the vendor's at hand";
    const auto [arch, wide] = GetParam();
    const test::Variable home("TT_METAL_HOME", tessera::test::vendor_tree().string());
    using enum DataFormat;
    TileRun run{.arch = *arch,
                .mode = {.fp32_dest_acc = wide},
                .inputs = {{bf16, tiles_of(bf16, random_reals(1, 5))}},
                .out = DataFormat::fp32,
                .more_outs = {bf16, bfp8, bfp4, bfp2, bf16, bf16},
                .body = formats_kernel};
    if (wide) {
        run.more_outs.push_back(fp16);
        run.defines = {{"WIDE", "1"}};
    }
    const Bytes as_calls = run.result();
    const test::Variable level("TESSERA_LOW_LEVEL", "vendor");
    EXPECT_EQ(as_calls, run.result());
}

}  // namespace
}  // namespace tessera::host::tiles
