// What tessera's low-level kernels of unpackers and packers have in common with those of a tree of the vendor's
// (spec/tensix-core.md 7.1, unpack-instructions.md 3, pack-instructions.md 3), beyond the bits of tile functions: for
// these all tests of this folder run a second time (tests/CMakeLists.txt).
#include <cstdio>
#include <filesystem>

#include "tests/host/tiles/tiles.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::host::tiles {
namespace {

// Four tiles a round, out of the two pages that are there and back onto them.
constexpr const char* copies_kernel = R"(
    unary_op_init_common(0, 16);
    copy_tile_to_dst_init_short(0);
    const uint32_t rounds = get_arg_val<uint32_t>(3);
    for (uint32_t round = 0; round < rounds; ++round) {
        tile_regs_acquire();
        for (uint32_t i = 0; i < 4; ++i) copy_tile(0, i % 2, i);
        tile_regs_commit();
        tile_regs_wait();
        for (uint32_t i = 0; i < 4; ++i) pack_tile<true>(i, 16, i % 2);
        tile_regs_release();
    }
)";

class LowLevel : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, LowLevel, ::testing::ValuesIn(modes()), testing::PrintToStringParamName());

// A tile that follows others: inits, transfers and what is only at the ends have no part in it.
TEST_P(LowLevel, CopiesTilesAtTheRateOfTheUnits) {
    if (!std::filesystem::is_directory(tessera::test::vendor_tree())) GTEST_SKIP() << "no tree of the vendor's at hand";
    const auto [arch, fp32] = GetParam();
    const test::Variable home("TT_METAL_HOME", tessera::test::vendor_tree().string());
    const auto cycles = [arch = arch, fp32 = fp32](std::uint32_t rounds) {
        const TileRun run{.arch = *arch,
                          .mode = {.fp32_dest_acc = fp32},
                          .inputs = {{DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(2, 3))},
                                     {DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(2, 4))}},
                          .out = fp32 ? DataFormat::fp32 : DataFormat::bf16,
                          .tiles = 2,
                          .body = copies_kernel,
                          .args = {rounds}};
        return run.outcome().cycles;
    };
    const auto steady = [&] { return static_cast<double>(cycles(16) - cycles(8)) / 32; };
    const double by_ours = steady();
    const test::Variable level("TESSERA_LIBRARY", "vendor");
    const double by_vendors = steady();
    std::printf("%-12s %-5s copy and pack, a tile: %.1f cycles by ours, %.1f by the vendor's\n",
                std::string(arch->name).c_str(), fp32 ? "fp32" : "16bit", by_ours, by_vendors);
    const double stream = (fp32 ? 4096 : 2048) / arch->tensix.pack_bytes_per_cycle;
    EXPECT_GE(by_vendors, stream);
    EXPECT_LE(by_vendors, 2 * by_ours);
}

// A tile in Dst that the packers have, and have packed once.
const std::string packed_once = R"(
    unary_op_init_common(0, 16);
    copy_tile_to_dst_init_short(0);
)" + packed_copy;

// One tile in every format that the packer has, with a sum in L1, a limit and masks on the way.
const std::string formats_kernel = packed_once + R"(
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
const std::string small_kernel = packed_once + R"(
    cb_reserve_back(17, 1);
    pack_reconfig_data_format(17);
    pack_tile(0, 17);
    cb_push_back(17, 1);
    tile_regs_release();
)";

// A 16-bit Dst has no such exponents.
class LowLevelOfWideDst : public LowLevel {};
INSTANTIATE_TEST_SUITE_P(Modes, LowLevelOfWideDst,
                         ::testing::Values(Mode{&arch::wormhole_b0(), true}, Mode{&arch::blackhole(), true}),
                         testing::PrintToStringParamName());
TEST_P(LowLevelOfWideDst, DropsTheSmallExponentsThatOursDrop) {
    if (!std::filesystem::is_directory(tessera::test::vendor_tree())) GTEST_SKIP() << "no tree of the vendor's at hand";
    const arch::Arch* arch = GetParam().arch;
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
    const Bytes by_ours = run.result();
    const test::Variable level("TESSERA_LIBRARY", "vendor");
    EXPECT_EQ(by_ours, run.result());
    const auto half = static_cast<std::ptrdiff_t>(by_ours.size() / 2);
    EXPECT_EQ(std::equal(by_ours.begin(), by_ours.begin() + half, by_ours.begin() + half),
              arch != &arch::wormhole_b0());
}

TEST_P(LowLevel, PacksTheFormatsOfOurs) {
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
    const Bytes by_ours = run.result();
    const test::Variable level("TESSERA_LIBRARY", "vendor");
    EXPECT_EQ(by_ours, run.result());
}

}  // namespace
}  // namespace tessera::host::tiles
