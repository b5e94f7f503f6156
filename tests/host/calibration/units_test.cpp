// The units in steady state take what their instructions and bandwidths add up to, and stay below what silicon needed
// for whole operations (spec/timing.md 2.3, 2.9).
#include "host/calibration/units.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "host/calibration/requests.hpp"
#include "host/calibration/tile_loop.hpp"
#include "sim/arch/figures.hpp"
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

// The matrix unit waits neither for the next tile to stream past nor for the next to be kept (timing.md 2.9): a phase
// of a tile is 16 cycles.
TEST_F(Units, BlackholeMultipliesWithoutABubble) {
    const arch::Arch& arch = arch::blackhole();
    EXPECT_NEAR(cycles_a_product(arch, 4, DataFormat::bf16), 67.7, 0.02 * 67.7);
    EXPECT_NEAR(cycles_a_product(arch, 2, DataFormat::bf16), 35.5, 0.02 * 35.5);
    EXPECT_NEAR(cycles_a_product(arch, 1, DataFormat::bfp8), 18.3, 0.02 * 18.3);
}

// The vendor's loop of products keeps to the published 67.7 and 33.6 (timing.md 2.9).
TEST_F(Units, TheVendorsKernelsMultiplyAsFast) {
    const std::string tree = tessera::test::vendor_tree().string();
    if (!std::filesystem::is_directory(tree)) GTEST_SKIP() << "no tree of the vendor's at hand";
    const host::test::Variable home("TT_METAL_HOME", tree), level("TESSERA_LIBRARY", "vendor");
    EXPECT_NEAR(cycles_a_product(arch::blackhole(), 4, DataFormat::bf16), 67.7, 0.1 * 67.7);
    EXPECT_NEAR(cycles_a_product(arch::blackhole(), 2, DataFormat::bfp8), 33.6, 0.1 * 33.6);
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

// The first tiles of a block are unpacked while the products before it are still made.
TEST_F(Units, WormholeMultipliesWithoutABubbleWhereUnpackingIsFastEnough) {
    EXPECT_NEAR(cycles_a_product(arch::wormhole_b0(), 4, DataFormat::bf16), 64, 4);
    EXPECT_NEAR(cycles_a_product(arch::wormhole_b0(), 2, DataFormat::bfp8), 32, 4);
}

TileLoop tilizes(int tiles) {
    return {.start = "tilize_init(0, TILES, 16);",
            .block = "tilize_block(0, TILES, 16);",
            .tiles = static_cast<std::uint32_t>(tiles),
            .pages = {static_cast<std::uint32_t>(tiles), 0}};
}

// Two rows of a bf16 face are read in a cycle unless they lie in the same banks: as many cycles more as a tile has rows
// of two.
TEST_F(Units, TilizeIsHalfAsFastWhereRowsMeetInTheBanksOfL1) {
    const auto unpacker = [](const arch::Arch& arch, int tiles) {
        return cost_of_a_tile(arch, tilizes(tiles)).unpacker;
    };
    EXPECT_DOUBLE_EQ(unpacker(arch::wormhole_b0(), 4) - unpacker(arch::wormhole_b0(), 3), 32);
    EXPECT_DOUBLE_EQ(unpacker(arch::blackhole(), 8) - unpacker(arch::blackhole(), 4), 16);
}

// Blackhole's packer takes its rows from two of four interfaces then.
TEST_F(Units, BlackholePacksHalfAsFastBehindTilize) {
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::blackhole(), tilizes(3)).packer, 32);
    TileLoop copies{.start = "tilize_init(0, 1, 16); tilize_uninit(0, 16);",
                    .round = "copy_tile(0, 0, 0);",
                    .packed = "pack_tile<true>(0, 16, 0);"};
    EXPECT_DOUBLE_EQ(cost_of_a_tile(arch::blackhole(), copies).packer, 16);
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
// moves (timing.md 2.9: 58.06).
TEST_F(Units, AReductionWaitsForWhatItReadsOfDst) {
    EXPECT_NEAR(cost_of_a_tile(arch::blackhole(), reduces_rows_by_maximum()).whole, 28 + 2 * (4 + 3 + 3 + 3), 3);
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

// What reports say of the model's nearness is what comes out here: all units of both chips, which takes its time.
TEST_F(Units, ReportsSayHowNearTheModelComes) {
    const std::vector<UnitSummary> came = summaries(
        measure_units(arch::all(), {}, [](const UnitRow& row) { return row.published && row.unit == "cycles/tile"; }));
    ASSERT_EQ(came.size(), arch::all().size());
    for (const arch::Arch* arch : arch::all()) {
        const arch::Nearness& said = arch->nearness[static_cast<std::size_t>(arch::Part::sfpu)];
        const UnitSummary& own = *std::ranges::find(came, arch->name, &UnitSummary::arch);
        EXPECT_EQ(said.points, own.errors.points) << arch->name;
        EXPECT_NEAR(said.mean_percent, own.errors.mean_percent, 0.01) << arch->name;
        EXPECT_NEAR(said.worst_percent, own.errors.worst_percent, 0.1) << arch->name << ": " << own.worst;
    }
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
