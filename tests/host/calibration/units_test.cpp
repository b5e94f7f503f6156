// The units in steady state take what their instructions and bandwidths add up to, and stay below what silicon needed
// for whole operations (spec/timing.md 2.3, 2.9).
#include "host/calibration/units.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "host/calibration/requests.hpp"
#include "host/calibration/tile_loop.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::calibration {
namespace {

using tensix::DataFormat;

class Units : public testing::Test {
    host::test::Variable cache_{"XDG_CACHE_HOME", TESSERA_TEST_CACHE};
};

double cycles_a_product(const arch::Arch& arch, int phases, DataFormat format) {
    TileLoop loop{.start = "mm_block_init(0, 1, 16, 0, 2, 4, 1);",
                  .round = "matmul_block(0, 1, 0, 0, 0, 0, 2, 4, 1);",
                  .tiles = 8,
                  .in = format,
                  .pages = {4, 2}};
    loop.mode.fidelity_phases = phases;
    return cost_of_a_tile(arch, loop).whole;
}

// The matrix unit never waits: neither for the next tile to stream past nor for the next to be kept.
TEST_F(Units, BlackholeMultipliesWithoutABubble) {
    const arch::Arch& arch = arch::blackhole();
    EXPECT_DOUBLE_EQ(cycles_a_product(arch, 4, DataFormat::bf16), 66.25);
    EXPECT_DOUBLE_EQ(cycles_a_product(arch, 2, DataFormat::bf16), 34.25);
    EXPECT_DOUBLE_EQ(cycles_a_product(arch, 1, DataFormat::bfp8), 17.25);
}

// The vendor's own loop of products, instruction by instruction, keeps to the published 67.7 and 33.6 (timing.md 2.9)
// as the call does, and is no call in disguise.
TEST_F(Units, TheLowLevelKernelsMultiplyAsFastAsTheCall) {
    const std::string tree = tessera::test::vendor_tree().string();
    if (!std::filesystem::is_directory(tree)) GTEST_SKIP() << "no tree of the vendor's at hand";
    const host::test::Variable home("TT_METAL_HOME", tree), level("TESSERA_LIBRARY", "vendor");
    EXPECT_NEAR(cycles_a_product(arch::blackhole(), 4, DataFormat::bf16), 67.7, 0.1 * 67.7);
    EXPECT_NEAR(cycles_a_product(arch::blackhole(), 2, DataFormat::bfp8), 33.6, 0.1 * 33.6);
    EXPECT_NE(cycles_a_product(arch::blackhole(), 4, DataFormat::bf16), 66.25);
}

// Threads by themselves, as they were published (timing.md 2.9): those of unpackers have no other to wait for, those of
// packers pack again what lies in Dst.
class Threads : public Units {
  protected:
    Threads() : home_("TT_METAL_HOME", tessera::test::vendor_tree().string()), level_("TESSERA_LIBRARY", "vendor") {}
    void SetUp() override {
        if (!std::filesystem::is_directory(tessera::test::vendor_tree()))
            GTEST_SKIP() << "no tree of the vendor's at hand";
    }
    static TileLoop unpacks(const char* start, const std::string& unpack, std::uint32_t count) {
        return {.start = start,
                .round = "UNPACK((" + unpack +
                         ")); for (uint32_t i = 0; i < TILES; ++i) { "
                         "MATH((llk_math_eltwise_unary_datacopy<A2D, DST_ACCUM_MODE, BroadcastType::NONE>(i))); }",
                .tiles = count,
                .pages = {count, 0}};
    }
    static TileLoop packs(TileLoop loop, const char* pack) {
        loop.round = "if (round == 0) {" + loop.round + "}";
        loop.packed = std::string("PACK((") + pack + "));";
        return loop;
    }
    static void expect(const arch::Arch& arch, const TileLoop& loop, double published) {
        EXPECT_NEAR(cost_of_a_tile(arch, loop).whole, published, published / 10) << arch.name << ": " << loop.start;
    }
    const TileLoop copies =
        unpacks("init_sfpu(0, 16);", "[] { for (uint32_t i = 0; i < TILES; ++i) llk_unpack_A(0, 0); }()", 4);
    const TileLoop untilizes =
        unpacks("compute_kernel_hw_startup(0, 16); untilize_init(0);", "llk_unpack_untilize(0, TILES)", 4);
    static TileLoop tilizes(std::uint32_t count) {
        return unpacks("compute_kernel_hw_startup(0, 16); tilize_init(0, TILES, 16);",
                       "llk_unpack_tilize_block(0, TILES)", count);
    }
    static constexpr const char* tiles =
        "[] { for (uint32_t i = 0; i < TILES; ++i) llk_pack<DST_ACCUM_MODE, true>(i, 16, i); }()";

  private:
    host::test::Variable home_, level_;
};

TEST_F(Threads, ThoseOfUnpackersKeepToThePublishedCycles) {
    expect(arch::wormhole_b0(), copies, 38);
    expect(arch::wormhole_b0(), tilizes(3), 52);
    expect(arch::wormhole_b0(), tilizes(8), 1.4 * 52);
    expect(arch::wormhole_b0(), untilizes, 393);
    expect(arch::blackhole(), tilizes(8), 1.4 * 25);
    expect(arch::blackhole(), untilizes, 512);
}

TEST_F(Threads, ThoseOfPackersKeepToThePublishedCycles) {
    expect(arch::wormhole_b0(), packs(tilizes(3), tiles), 45);
    expect(arch::wormhole_b0(), packs(untilizes, tiles), 47);
    expect(arch::blackhole(), packs(untilizes, tiles), 25);
}

// A call unpacks its first tiles while the products before it are still made.
TEST_F(Units, WormholeMultipliesWithoutABubbleWhereUnpackingIsFastEnough) {
    EXPECT_DOUBLE_EQ(cycles_a_product(arch::wormhole_b0(), 4, DataFormat::bf16), 67.125);
    EXPECT_DOUBLE_EQ(cycles_a_product(arch::wormhole_b0(), 2, DataFormat::bfp8), 35.125);
}

TileLoop tilizes(int tiles) {
    return {.start = "tilize_init(0, TILES, 16);",
            .block = "tilize_block(0, TILES, 16);",
            .tiles = static_cast<std::uint32_t>(tiles),
            .pages = {static_cast<std::uint32_t>(tiles), 0}};
}

// Two rows of a bf16 face are read in a cycle unless they lie in the same banks.
TEST_F(Units, TilizeIsHalfAsFastWhereRowsMeetInTheBanksOfL1) {
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::wormhole_b0(), tilizes(3)).unpacker, 32 + 4 * 2);
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::wormhole_b0(), tilizes(4)).unpacker, 64 + 4 * 2);
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::blackhole(), tilizes(4)).unpacker, 16 + 4 * 2);
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::blackhole(), tilizes(8)).unpacker, 32 + 4 * 2);
}

// Blackhole's packer takes its rows from two of four interfaces then.
TEST_F(Units, BlackholePacksHalfAsFastBehindTilize) {
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::blackhole(), tilizes(3)).packer, 32 + 9);
    TileLoop copies{.start = "tilize_init(0, 1, 16); tilize_uninit(0, 16);",
                    .round = "copy_tile(0, 0, 0);",
                    .packed = "pack_tile<true>(0, 16, 0);"};
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::blackhole(), copies).packer, 16 + 9);
}

// 48 + 17/n and 64 + 352/n beside the packer's fill.
TEST_F(Units, PackUntilizeTakesItsInstructions) {
    const TileLoop loop{.start = "pack_untilize_init<TILES>(0, 16);",
                        .block = "pack_untilize_block<TILES>(0, 1, 16);",
                        .tiles = 4,
                        .pages = {4, 0}};
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::wormhole_b0(), loop).packer, 48 + (17 + 12) / 4.0);
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::blackhole(), loop).packer, 64 + (352 + 4) / 4.0);
}

TileLoop reduces_rows_by_maximum() {
    return {.start = "reduce_init<PoolType::MAX, ReduceDim::REDUCE_ROW>(0, 1, 16);",
            .round =
                "for (uint32_t i = 0; i < TILES; ++i) "
                "reduce_tile<PoolType::MAX, ReduceDim::REDUCE_ROW>(0, 1, 0, 0, i);",
            .tiles = 4,
            .pages = {1, 1}};
}

// 28 instructions; for each half of the tile 4 cycles to the second pool, 3 to the move of its row, and 3 behind both
// moves. Unpacking is faster, and a call begins a cycle behind the one before.
TEST_F(Units, AReductionWaitsForWhatItReadsOfDst) {
    const TileCost cost = cost_of_a_tile(arch::blackhole(), reduces_rows_by_maximum());
    EXPECT_DOUBLE_EQ(cost.whole, 28 + 2 * (4 + 3 + 3 + 3) + 1);
    EXPECT_LT(cost.unpacker, cost.whole);
}

// Of each of four banks eight pairs of rows and handing over, of each of 32 rows a quarter of the way back.
TEST_F(Units, UntilizeTakesItsInstructions) {
    const TileLoop loop{
        .start = "untilize_init(0, 16);", .block = "untilize_block(0, TILES, 16);", .tiles = 4, .pages = {4, 0}};
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::wormhole_b0(), loop).unpacker, 4 * (8 * 11 + 5) + 32 * 7 / 4);
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::blackhole(), loop).unpacker, 4 * (8 * 14 + 4) + 32 * 8 / 4);
}

// A torus that turns one way: there and back are one round of each axis on which the cores differ (spec/timing.md 1).
TEST_F(Units, AReadTakesAsLongWhereverOnAnAxisTheOtherCoreIs) {
    const auto read = [](std::size_t x, std::size_t y) {
        return run_requests(arch::wormhole_b0(), {.to = {x, y}, .bytes = 64});
    };
    EXPECT_EQ(read(1, 0), read(5, 0));
    EXPECT_EQ(read(0, 1), read(0, 5));
    EXPECT_GT(read(1, 1), read(1, 0));
}

TEST_F(Units, ARowWithoutAPublishedFigureHasNoError) {
    UnitRow row{.arch = "blackhole", .what = "x", .unit = "cycles", .simulated = 50};
    EXPECT_FALSE(row.error_percent());
    row.published = 40;
    EXPECT_DOUBLE_EQ(*row.error_percent(), 25);
    row.simulated.reset();
    EXPECT_FALSE(row.error_percent());
}

}  // namespace
}  // namespace tessera::calibration
