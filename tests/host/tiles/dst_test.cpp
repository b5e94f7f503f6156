// What goes from Dst through SrcB and back, what only a part of a tile takes part in, and one unit's half of a call.
#include <algorithm>
#include <bit>

#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

class DstTile : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, DstTile, ::testing::ValuesIn(modes()), testing::PrintToStringParamName());
class WideDstTile : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, WideDstTile,
                         ::testing::Values(Mode{&arch::wormhole_b0(), true}, Mode{&arch::blackhole(), true}),
                         testing::PrintToStringParamName());

enum DstCase : std::uint32_t {
    transpose,
    first_rows,
    block_maximum,
    whole_sums,
    gathered,
    chosen_row,
    half_call,
    reshuffled,
    small_faces
};
constexpr const char* dst_kernel = R"(
#define PACKED(n) tile_regs_commit(); tile_regs_wait(); for (uint32_t t = 0; t < n; ++t) pack_tile(t, 16); tile_regs_release()
    switch (get_arg_val<uint32_t>(3)) {
        case 0:
            init_sfpu(0, 16);
            tile_regs_acquire();
            copy_tile(0, 0, 0);
            transpose_wh_dest_init_short<DST_ACCUM_MODE>();
            transpose_wh_dest<DST_ACCUM_MODE>(0);
            PACKED(1);
            break;
        case 1:
            init_sfpu(0, 16);
            tile_regs_acquire();
            copy_tile(0, 0, 0);
            copy_tile(0, 1, 1);
            tile_regs_commit();
            tile_regs_wait();
            pack_tile<true>(0, 16, 0);
            pack_rows_init(5);
            pack_rows(1, 16);
            pack_rows_uninit();
#if defined(TESSERA_VENDOR_LIBRARY)
            // The tree leaves the packers the loop of its rows.
            PACK((llk_pack_init(16)));
#else
            pack_rows_init(3);
            pack_init(16);
#endif
            pack_tile<true>(0, 16, 1);
            pack_untilize_dest_init<1>(16, 1, 2);
            cb_push_back(16, 1);
            pack_untilize_dest<1>(16, 1, 0, 1, 2);
            pack_untilize_uninit(16);
            cb_push_back(16, 1);
            tile_regs_release();
            return;
        case 2:
            binary_op_init_common(0, 1, 16);
            tile_regs_acquire();
            reduce_block_max_row_init<2>();
            reduce_block_max_row<2>(0, 1, 0, 0);
            PACKED(1);
            reduce_block_max_row_uninit(0);
            break;
        case 3:
            compute_kernel_hw_startup(0, 1, 16);
            reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW, DST_ACCUM_MODE>(0, 1, 16);
            tile_regs_acquire();
            for (uint32_t t = 0; t < 2; ++t)
                reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW, DST_ACCUM_MODE>(0, 1, t, 0, 0);
            PACKED(1);
            reduce_uninit();
            break;
        case 4:
            tilizeA_B_reduce_init<true>(0, 1, 2, 16, 2, 9);
            tile_regs_acquire();
            unpack_tilizeA_B_block<true>(0, 1, 2, 0, 2, 9);
            for (uint32_t t = 0; t < 2; ++t) reduce_tile_math(t, 2);
            PACKED(2);
            unpack_tilizeA_B_uninit(0);
            break;
        case 5:
            init_bcast<EltwiseBinaryType::ELWADD, BroadcastType::ROW>(0, 1, 16);
            tile_regs_acquire();
            for (uint32_t t = 0; t < 2; ++t) add_tiles_bcast_rows(0, 1, t, 0, t, t == 0 ? 7 : 21);
            PACKED(2);
            break;
        case 6: {
            mm_init(0, 1, 16);
            tile_regs_acquire();
            // T2 names the tile that T0 multiplies, one value through a mailbox each.
            PACK(mailbox_write(UnpackThreadId, 1); mailbox_write(MathThreadId, 0);)
            uint32_t index = 0;
            UNPACK(index = mailbox_read(PackThreadId); tensix_sync();)
            MATH(index = mailbox_read(PackThreadId);)
            UNPACK(matmul_tiles(0, 1, index, 0, 0);)
            matmul_tiles_math(index);
            PACKED(1);
            break;
        }
        case 7: {
            init_sfpu(0, 16);
            const uint32_t rows = get_tile_address(1, 0);
            tile_regs_acquire();
            for (uint32_t t = 0; t < 2; ++t) copy_tile(0, t, t);
            reshuffle_rows_tile_init();
            reshuffle_rows_tile(0, rows);
            tile_regs_commit();
            tile_regs_wait();
            // The second page first, by the pointer and the count that the packer goes by.
            PACK(LocalCBInterface& cb = get_local_cb_interface(16); const auto copied = cb;
                 cb.fifo_wr_ptr += copied.fifo_page_size;)
            pack_tile(1, 16);
            PACK(cb.fifo_wr_ptr = cb.fifo_limit - cb.fifo_size; cb.fifo_wr_tile_ptr = 0;)
            pack_tile(0, 16);
            tile_regs_release();
            break;
        }
#if !defined(TESSERA_VENDOR_LIBRARY)
        // Two tiles at once, then one after the other, whose rows do not follow each other.
        case 8:
            init_sfpu(0, 16);
            tile_regs_acquire();
            for (uint32_t t = 0; t < 2; ++t) copy_tile(0, t, t);
            tile_regs_commit();
            tile_regs_wait();
            pack_untilize_dest_init<2>(16, 4, 4);
            pack_untilize_dest<2>(16, 1, 0, 4, 4);
            cb_push_back(16, 1);
            pack_untilize_uninit(16);
            pack_untilize_dest_init<1, 2>(16, 4, 4);
            for (uint32_t t = 0; t < 2; ++t) pack_untilize_dest<1, 2>(16, 1, t, 4, 4, t);
            pack_untilize_uninit(16);
            cb_push_back(16, 1);
            tile_regs_release();
            return;
#endif
    })";

TileRun run_of(const Mode& mode, DstCase what, std::uint32_t tiles_in, std::uint32_t tiles_out) {
    return {.arch = *mode.arch,
            .mode = {.fidelity_phases = 4, .fp32_dest_acc = mode.fp32},
            .inputs = {{DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(tiles_in, 11))},
                       {DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(1, 12))}},
            .out = mode.fp32 ? DataFormat::fp32 : DataFormat::bf16,
            .tiles = tiles_out,
            .body = dst_kernel,
            .args = {what},
            .defines = {{"REDUCE_OP", "PoolType::MAX"}, {"REDUCE_DIM", "ReduceDim::REDUCE_COL"}},
            .header = "reshuffle.h"};
}

float float_at(const Buffer& buffer, std::size_t datum) {
    const auto bits = tensix::datum_bits(buffer.format);
    const std::uint32_t x = tensix::read_datum(buffer.bytes.data(), static_cast<int>(datum), bits);
    return std::bit_cast<float>(bits == 16 ? x << 16 : x);
}
Buffer result_of(const TileRun& run) { return {run.out, run.result()}; }
Buffer ones() { return {DataFormat::bf16, tiles_of(DataFormat::bf16, Words(tensix::tile_datums, 0x3F800000))}; }

TEST_P(DstTile, IsTransposedWhereItLies) {
    TileRun run = run_of(GetParam(), transpose, 1, 1);
    if (GetParam().fp32) {  // every bit of 32
        run.inputs[0] = {DataFormat::fp32, tiles_of(DataFormat::fp32, random_reals(1, 13))};
        run.mode.unpack_to_dst[0] = true;
    }
    const Buffer result = result_of(run);
    for (int r = 0; r < 32; ++r)
        for (int c = 0; c < 32; ++c) ASSERT_EQ(float_at(result, at(0, r, c)), float_at(run.inputs[0], at(0, c, r)));
}

// pack_rows takes five rows of sixteen of the second tile, pack_untilize the first row of its two upper faces.
TEST_P(DstTile, IsPackedInPart) {
    const TileRun run = run_of(GetParam(), first_rows, 2, 2);
    const Buffer result = result_of(run);
    for (std::size_t i = 0; i < 1024; ++i)
        ASSERT_EQ(float_at(result, i), float_at(run.inputs[0], i + (i < 80 ? 1024 : 0))) << i;
    for (std::size_t i = 0; i < 1024; ++i)
        ASSERT_EQ(float_at(result, 1024 + i), float_at(run.inputs[0], i < 32 ? at(0, 0, static_cast<int>(i)) : i)) << i;
}

// Four rows of each of the four faces, of two tiles at once and of one after the other.
TEST_P(DstTile, IsPackedFromSmallFaces) {
    if (by_vendor_library()) GTEST_SKIP() << "the tree packs whole faces";
    const TileRun run = run_of(GetParam(), small_faces, 2, 2);
    const Buffer result = result_of(run);
    for (int r = 0; r < 8; ++r)
        for (int c = 0; c < 64; ++c)
            for (const std::size_t page : {0, 1024})
                ASSERT_EQ(float_at(result, page + static_cast<std::size_t>(64 * r + c)),
                          float_at(run.inputs[0], at(c / 32, r / 4 * 16 + r % 4, c % 32)))
                    << page << " " << r << " " << c;
}

TEST_P(DstTile, TakesTheMaximaOfRowsOfABlock) {
    TileRun run = run_of(GetParam(), block_maximum, 2, 1);
    run.inputs[1] = ones();
    const Buffer result = result_of(run);
    for (int r = 0; r < 32; ++r) {
        float most = -1e30f;
        for (int c = 0; c < 64; ++c) most = std::max(most, float_at(run.inputs[0], at(c / 32, r, c % 32)));
        for (int c = 0; c < 32; ++c) ASSERT_EQ(float_at(result, at(0, r, c)), c == 0 ? most : 0.0f) << r;
    }
}

// A sum along rows with enforce_fp32_accumulation goes through SrcB in halves and keeps every bit of an fp32 Dst.
TEST_P(WideDstTile, KeepsWholeSums) {
    TileRun run = run_of(GetParam(), whole_sums, 2, 1);
    run.inputs[1] = ones();
    const Words a = src_words(run.inputs[0], true);
    tensix::Fpu fpu = fpu_of(run);
    Words d(tensix::tile_datums, 0);
    for (int tile = 0; tile < 2; ++tile)
        for (int r = 0; r < 32; ++r)
            for (const int half : {0, 16}) {
                std::array<std::uint32_t, 256> values{};
                for (int i = 0; i < 16; ++i) values[static_cast<std::size_t>(16 * i)] = a[at(tile, r, half + i)];
                std::array<std::uint32_t, 16> scale, sum{d[at(0, r, 0)]};
                scale.fill(0x3F80 << 3);
                for (fpu.phase = 0; fpu.phase < 4; ++fpu.phase) tensix::mvmul(fpu, values, scale, sum);
                d[at(0, r, 0)] = sum[0];
            }
    EXPECT_EQ(run.result(), packed(d, run.out, run));
}

// Nine rows of a row-major block, two tiles wide; what is missing of a face is below everything.
TEST_P(DstTile, ReducesRowsThatWereNeverTilized) {
    TileRun run = run_of(GetParam(), gathered, 2, 2);
    run.inputs[1] = ones();
    const Buffer result = result_of(run);
    for (int c = 0; c < 64; ++c) {
        float most = -1e30f;
        for (std::size_t r = 0; r < 9; ++r)
            most = std::max(most, float_at(run.inputs[0], 64 * r + static_cast<std::size_t>(c)));
        ASSERT_EQ(float_at(result, at(c / 32, 0, c % 32)), most) << c;
    }
}

TEST_P(DstTile, AddsTheRowThatIsNamed) {
    const TileRun run = run_of(GetParam(), chosen_row, 2, 2);
    const Words a = src_words(run.inputs[0], GetParam().fp32), b = src_words(run.inputs[1], GetParam().fp32);
    Words d(2 * tensix::tile_datums);
    for (int tile = 0; tile < 2; ++tile)
        for (int r = 0; r < 32; ++r)
            for (int c = 0; c < 32; ++c)
                d[at(tile, r, c)] = tensix::elw_add(fpu_of(run), a[at(tile, r, c)], b[at(0, tile == 0 ? 7 : 21, c)], 0);
    EXPECT_EQ(run.result(), packed(d, run.out, run));
}

// Rows 0 to 31 of the first tile added to those that the bytes name, none where a byte is 32 or more.
TEST_P(DstTile, HasRowsAddedToChosenOnes) {
    TileRun run = run_of(GetParam(), reshuffled, 2, 2);
    Numbers numbers(14);
    Words small(2 * tensix::tile_datums);
    for (std::uint32_t& x : small) x = std::bit_cast<std::uint32_t>(static_cast<float>(numbers.next() % 16));
    run.inputs[0].bytes = tiles_of(DataFormat::bf16, small);
    const auto to = [](int row) { return row * 5 % 40; };
    for (int r = 0; r < 32; ++r)
        run.inputs[1].bytes[static_cast<std::size_t>(16 + r)] = static_cast<std::uint8_t>(to(r));
    const Buffer result = result_of(run);
    for (int r = 0; r < 32; ++r)
        for (int c = 0; c < 32; ++c) {
            float sum = float_at(run.inputs[0], at(1, r, c));
            for (int i = 0; i < 32; ++i) sum += to(i) == r ? float_at(run.inputs[0], at(0, i, c)) : 0;
            ASSERT_EQ(float_at(result, at(1, r, c)), sum) << r << " " << c;
            ASSERT_EQ(float_at(result, at(0, r, c)), float_at(run.inputs[0], at(0, r, c)));
        }
}

// T0 and T1 each called by itself make the product that matmul_tiles makes.
TEST_P(DstTile, IsMultipliedByTwoHalvesOfACall) {
    const TileRun run = run_of(GetParam(), half_call, 2, 1);
    const Buffer result = result_of(run);
    for (int r = 0; r < 32; r += 5)
        for (int c = 0; c < 32; c += 3) {
            double sum = 0, size = 0;
            for (int i = 0; i < 32; ++i) {
                const double product =
                    double{float_at(run.inputs[0], at(1, r, i))} * float_at(run.inputs[1], at(0, i, c));
                sum += product;
                size += std::abs(product);
            }
            ASSERT_NEAR(float_at(result, at(0, r, c)), sum, size / 64) << r << " " << c;
        }
}

}  // namespace
}  // namespace tessera::host::tiles
