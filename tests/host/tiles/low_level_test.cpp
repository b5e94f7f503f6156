// The calls of unpackers and matrix unit at two levels: as calls, and with T0 and T1 running the low-level kernels of a
// tree of the vendor's, instruction by instruction (spec/tensix-core.md 7.1, unpack-instructions.md 3). The bits are
// equal; the cycles stand side by side. By instructions a run of two tiles takes longer for the inits, which are the
// tree's own code on T0 and not the estimate of a call.
#include <cstdio>
#include <filesystem>

#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

std::filesystem::path vendor_tree() {
    const char* shared = std::getenv("TESSERA_SHARED");
    return std::filesystem::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "clients/vendor-tree";
}

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
    if (!std::filesystem::is_directory(vendor_tree())) GTEST_SKIP() << "no tree of the vendor's at hand";
    const auto [arch, fp32] = GetParam();
    const test::Variable home("TT_METAL_HOME", vendor_tree().string());
    Words ones(2 * tensix::tile_datums, 0x3F800000);
    for (const int phases : {1, 4}) {
        for (const Call& call : calls) {
            const bool reduces = call.number >= 10 && call.number <= 14;
            const bool multiplies =
                (call.number >= 5 && call.number <= 12 && call.number != 6) || call.number == 3 || call.number == 17;
            if (phases == 1 && !multiplies) continue;
            // Blackhole's packer puts the rows of a tilized tile into their order, and is a call.
            if (call.number == 18 && arch->name == "blackhole") continue;
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

}  // namespace
}  // namespace tessera::host::tiles
