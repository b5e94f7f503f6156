// mul_reduce_scalar_tile against its steps in the order of the vendor's library, bit for bit: products in Dst, columns
// of their faces pooled onto one row, that row pooled (spec/kernel-api.md 3.4).
#include <cmath>

#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

constexpr int product_tiles = 3;

TileRun run_of(const Mode& mode, std::uint32_t scaler, const char* before = "") {
    TileRun run{.arch = *mode.arch,
                .mode = {.fidelity_phases = 4, .fp32_dest_acc = mode.fp32},
                .inputs = {{DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(product_tiles, 11))},
                           {DataFormat::bf16, tiles_of(DataFormat::bf16, random_reals(product_tiles, 12))}},
                .out = mode.fp32 ? DataFormat::fp32 : DataFormat::bf16,
                .args = {scaler},
                .header = "experimental/mul_reduce_scalar.h"};
    run.body = "binary_op_init_common(0, 1, 16);\n" + std::string(before) + R"(
    mul_reduce_scalar_init(0, 1);
    tile_regs_acquire();
    mul_reduce_scalar_tile(0, 1, 3, __builtin_bit_cast(float, get_arg_val<uint32_t>(3)));
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    mul_reduce_scalar_uninit();)";
    return run;
}

// Src takes the upper half of a 32-bit datum, since the inputs are of bf16.
std::uint32_t to_src(const tensix::Fpu& fpu, std::uint32_t dst) { return (fpu.dst_is_32_bit ? dst >> 16 : dst) << 3; }

class SumOfProducts : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, SumOfProducts,
                         ::testing::Values(Mode{&arch::blackhole(), false}, Mode{&arch::blackhole(), true}),
                         testing::PrintToStringParamName());

TEST_P(SumOfProducts, PoolsProductsThatStayInDst) {
    constexpr std::uint32_t half = 0x3F00 << 3;
    const TileRun run = run_of(GetParam(), 0x3F000000);
    const Words a = src_words(run.inputs[0], run.mode.fp32_dest_acc),
                b = src_words(run.inputs[1], run.mode.fp32_dest_acc);
    tensix::Fpu fpu = fpu_of(run);
    std::array<std::uint32_t, 16> sums{};
    for (int tile = 0; tile < product_tiles; ++tile)
        for (int face = 0; face < 4; ++face)
            for (int c = 0; c < 16; ++c) {
                std::array<std::uint32_t, 16> column;
                for (int r = 0; r < 16; ++r) {
                    const auto i = static_cast<std::size_t>(tensix::tile_datums * tile + 256 * face + 16 * r + c);
                    std::uint32_t product = 0;
                    for (fpu.phase = 0; fpu.phase < 4; ++fpu.phase) product = tensix::elw_mul(fpu, a[i], b[i], product);
                    column[static_cast<std::size_t>(r)] = to_src(fpu, product);
                }
                std::uint32_t& sum = sums[static_cast<std::size_t>(c)];
                sum = pooled(fpu, 4, column, half, sum);
            }
    for (std::uint32_t& sum : sums) sum = to_src(fpu, sum);
    Words d(tensix::tile_datums, 0);
    d[0] = pooled(fpu, 4, sums, half, 0);
    EXPECT_EQ(run.result(), packed(d, run.out, run));
}

// The factor counts twice.
TEST_P(SumOfProducts, IsNearTheSum) {
    const Words a = random_reals(product_tiles, 11), b = random_reals(product_tiles, 12);
    double sum = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto number = [](std::uint32_t x) { return static_cast<double>(std::bit_cast<float>(x & 0xFFFF0000)); };
        sum += number(a[i]) * number(b[i]) / 4;
        size += std::abs(number(a[i]) * number(b[i])) / 4;
    }
    const Bytes out = run_of(GetParam(), 0x3F000000).result();
    const std::uint32_t x =
        GetParam().fp32 ? tensix::read_datum(out.data(), 0, 32) : tensix::read_datum(out.data(), 0, 16) << 16;
    EXPECT_NEAR(static_cast<double>(std::bit_cast<float>(x)), sum, size / 64);
}

// The vendor's library names the first tile of Dst without the half in use. Ours does not.
TEST(SumOfProductsFault, InTheSecondHalfOfDst) {
    test::Variable cache("XDG_CACHE_HOME", TESSERA_TEST_CACHE);
    const Mode mode{&arch::blackhole(), false};
    const TileRun run = run_of(mode, 0x3F800000, R"(
    tile_regs_acquire();
    tile_regs_commit();
    tile_regs_wait();
    tile_regs_release();)");
    if (!by_vendor_library()) {
        EXPECT_EQ(run.result(), run_of(mode, 0x3F800000).result());
        return;
    }
    try {
        (void)run.result();
        FAIL() << "no fault";
    } catch (const fault::Fault& fault) {
        EXPECT_EQ(fault.id(), fault::Id::dst_index);
        EXPECT_NE(fault.detail().find("MOVD2A reads rows of Dst from 0 on"), std::string::npos) << fault.detail();
    }
}

// The vendor has no such function for Wormhole.
TEST(SumOfProductsFault, OnWormhole) {
    if (by_vendor_library()) GTEST_SKIP() << "the tree's headers say so by themselves";
    test::Variable cache("XDG_CACHE_HOME", TESSERA_TEST_CACHE);
    try {
        (void)run_of({&arch::wormhole_b0(), false}, 0x3F800000).result();
        FAIL() << "no fault";
    } catch (const fault::Fault& fault) {
        EXPECT_NE(fault.detail().find("mul_reduce_scalar_init"), std::string::npos) << fault.detail();
    }
}

}  // namespace
}  // namespace tessera::host::tiles
