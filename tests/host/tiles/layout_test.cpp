// Transposition, copies in Dst, tile and row-major order, the packer's last stages.
#include <bit>

#include "tests/host/tiles/tiles.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host::tiles {
namespace {

class Layout : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, Layout, ::testing::ValuesIn(modes()), testing::PrintToStringParamName());

enum LayoutCase : std::uint32_t {
    transpose_twice,
    untilize,
    pack_untilize,
    tilize,
    pack_parts,
    copy_in_dst,
    relu_and_l1,
    pack_untilize_short,
    pack_dst_short
};
constexpr const char* layout_kernel = R"(
    const uint32_t tiles = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(0, 0, 16);
    switch (get_arg_val<uint32_t>(3)) {
        case 0:
            transpose_wh_init(0, 16);
            tile_regs_acquire();
            transpose_wh_tile(0, 0, 0);
            tile_regs_commit();
            tile_regs_wait();
            pack_tile(0, 16);
            tile_regs_release();
            break;
        case 1:
            untilize_init(0, 16);
            untilize_block(0, tiles, 16);
            untilize_uninit(0);
            break;
        case 2:
            pack_untilize_init<3>(0, 16);
            pack_untilize_block<3>(0, 1, 16);
            pack_untilize_uninit(16);
            break;
        case 3:
            tilize_init(0, tiles, 16);
            tilize_block(0, tiles, 16);
            tilize_uninit(0, 16);
            break;
        case 4:
            init_sfpu(0, 16);
            pack_untilize_dest_init<2, 4>(16);
            for (uint32_t half = 0; half < 2; ++half) {
                tile_regs_acquire();
                for (uint32_t tile = 0; tile < 2; ++tile) copy_tile(0, 2 * half + tile, tile);
                tile_regs_commit();
                tile_regs_wait();
                pack_untilize_dest<2, 4>(16, 1, half);
                tile_regs_release();
            }
            pack_untilize_uninit(16);
            break;
        case 5:
            init_sfpu(0, 16);
            tile_regs_acquire();
            copy_tile(0, 0, 0);
            copy_dest_values_init();
            copy_dest_values(0, 3);
            tile_regs_commit();
            tile_regs_wait();
            pack_tile(3, 16);
            tile_regs_release();
            break;
        case 6:
            init_sfpu(0, 16);
            tile_regs_acquire();
            copy_tile(0, 0, 0);
            tile_regs_commit();
            tile_regs_wait();
            pack_relu_config(1);
            pack_tile<true>(0, 16, 0);
            pack_relu_config(0);
            pack_reconfig_l1_acc(1);
            pack_tile<true>(0, 16, 0);
            pack_reconfig_l1_acc(0);
            tile_regs_release();
            break;
#if !defined(TESSERA_VENDOR_LIBRARY)
        // By the names of other years.
        case 7:
            init_sfpu(0, 16);
            transpose_wh_init_short(0);
            pack_untilize_init_short<3>(0, 16);
            pack_untilize_block<3>(0, 1, 16);
            pack_untilize_uninit(16);
            break;
        case 8:
            init_sfpu(0, 16);
            pack_untilize_dst_init_short<3>(16);
            pack_untilize_dest_init_short<3>(16);
            tile_regs_acquire();
            copy_block_matmul_partials(0, 0, 0, 3);
            tile_regs_commit();
            tile_regs_wait();
            pack_untilize_dst<3>(16);
            tile_regs_release();
            pack_untilize_uninit(16);
            break;
#endif
    })";

TileRun run_of(const Mode& mode, DataFormat format, std::uint32_t tiles) {
    return {.arch = *mode.arch,
            .mode = {.fp32_dest_acc = mode.fp32},
            .inputs = {{format, tiles_of(format, random_reals(tiles, 9))}},
            .out = format,
            .tiles = tiles,
            .body = layout_kernel};
}

// Row-major order of 32 rows of tiles, from tiles, for datums of whole bytes.
Bytes row_major(const Bytes& tiles, DataFormat format) {
    const int bits = tensix::datum_bits(format);
    const int count = static_cast<int>(tiles.size() / tensix::tile_bytes(format)), width = 32 * count;
    Bytes out(tiles.size());
    for (int r = 0; r < 32; ++r)
        for (int c = 0; c < width; ++c)
            tensix::write_datum(out.data(), r * width + c, bits,
                                tensix::read_datum(tiles.data(), static_cast<int>(at(c / 32, r, c % 32)), bits));
    return out;
}

TEST_P(Layout, TransposesATileAndBackAgain) {
    TileRun run = run_of(GetParam(), DataFormat::bf16, 1);
    run.args = {transpose_twice};
    const Bytes once = run.result();
    for (int r = 0; r < 32; ++r)
        for (int c = 0; c < 32; ++c)
            ASSERT_EQ(tensix::read_datum(once.data(), static_cast<int>(at(0, r, c)), 16),
                      tensix::read_datum(run.inputs[0].bytes.data(), static_cast<int>(at(0, c, r)), 16));
    const Bytes original = run.inputs[0].bytes;
    run.inputs[0].bytes = once;
    EXPECT_EQ(run.result(), original);
}

// By the unpacker and by the packer, three tiles wide; what a 16-bit Src keeps of fp32 is not tested here.
TEST_P(Layout, TilesBecomeRowsAndRowsTiles) {
    for (const DataFormat format : {DataFormat::bf16, DataFormat::fp16}) {
        TileRun run = run_of(GetParam(), format, 3);
        run.mode.fp16_by_fp32 = true;  // what the host configures for a 32-bit Dst leaves 7 bits of mantissa
        run.args = {untilize};
        const Bytes tiles = run.inputs[0].bytes, rows = row_major(tiles, format);
        EXPECT_EQ(run.result(), rows);
        for (const LayoutCase by_packer : {pack_untilize, pack_untilize_short, pack_dst_short}) {
            if (by_vendor_library() && by_packer != pack_untilize) continue;
            run.args = {by_packer};
            EXPECT_EQ(run.result(), rows) << by_packer;
        }
        run.inputs[0].bytes = rows;
        run.args = {tilize};
        EXPECT_EQ(run.result(), tiles);
    }
}

// Straight into Dst every bit of fp32 survives.
TEST(LayoutThroughDst, KeepsEveryBit) {
    test::Variable cache("XDG_CACHE_HOME", TESSERA_TEST_CACHE);
    TileRun run = run_of({&arch::wormhole_b0(), true}, DataFormat::fp32, 2);
    run.mode.unpack_to_dst[0] = true;
    const Bytes tiles = run.inputs[0].bytes;
    run.args = {untilize};
    // The tree's untilize has no way past Src.
    if (!by_vendor_library()) {
        EXPECT_EQ(run.result(), row_major(tiles, DataFormat::fp32));
    }
    run.inputs[0].bytes = row_major(tiles, DataFormat::fp32);
    run.args = {tilize};
    EXPECT_EQ(run.result(), tiles);
}

// Half of a row of four tiles at a time, from Dst.
TEST_P(Layout, PacksPartsOfARow) {
    TileRun run = run_of(GetParam(), DataFormat::bf16, 4);
    run.args = {pack_parts};
    EXPECT_EQ(run.result(), row_major(run.inputs[0].bytes, DataFormat::bf16));
}

TEST_P(Layout, CopiesInDst) {
    TileRun run = run_of(GetParam(), DataFormat::bf16, 1);
    run.args = {copy_in_dst};
    EXPECT_EQ(run.result(), run.inputs[0].bytes);
}

TEST_P(Layout, PacksThroughReluAndOntoL1) {
    TileRun run = run_of(GetParam(), DataFormat::bf16, 1);
    run.out = DataFormat::fp32;
    run.args = {relu_and_l1};
    const Bytes result = run.result();
    for (int i = 0; i < tensix::tile_datums; ++i) {
        const float x = std::bit_cast<float>(tensix::read_datum(run.inputs[0].bytes.data(), i, 16) << 16);
        const float got = std::bit_cast<float>(tensix::read_datum(result.data(), i, 32));
        ASSERT_EQ(got, x < 0 ? x : 2 * x) << i;
    }
}

}  // namespace
}  // namespace tessera::host::tiles
