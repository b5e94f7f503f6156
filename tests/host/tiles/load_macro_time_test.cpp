// The fast exponential by SFPLOADMACRO costs what silicon measured (spec/timing.md 2.8): an instruction a cycle,
// whatever its sub-units do beside it.
#include <gtest/gtest.h>

#include <string>

#include "host/device/device.hpp"
#include "sim/arch/arch.hpp"
#include "tests/host/tiles/tiles.hpp"

namespace tessera::host {
namespace {

// Cycles a tile of what stands in the loop over tiles, between `before` and `after`.
double cycles_per_tile(const arch::Arch& arch, const std::string& before, const std::string& each,
                       const std::string& after) {
    const auto cycles = [&](std::uint32_t tiles) {
        Device device(arch);
        Program program;
        KernelSpec spec;
        spec.path = "exp.cpp";
        spec.cores = CoreRangeSet{CoreCoord{0, 0}};
        spec.compute = ComputeKernel{};
        spec.text = R"(
#include "compute_kernel_api/common.h"
#include "compute_kernel_api/eltwise_unary/exp.h"
namespace NAMESPACE {
void MAIN {
    const uint32_t tiles = get_arg_val<uint32_t>(0);
    exp_tile_init<true, true>();
    tile_regs_acquire();
    )" + before + "for (uint32_t i = 0; i < tiles; ++i) { " +
                    each + "}\n" + after + R"(
    tile_regs_commit();
}
}
)";
        const auto kernel = program.add(std::move(spec));
        program.set_args(kernel, {0, 0}, {tiles});
        return static_cast<double>(device.run(program).cycles);
    };
    return (cycles(64) - cycles(32)) / 32;
}

// What was measured: four faces of tile after tile, each with the two steps to the next, and nothing else in the loop.
TEST(LoadMacroTime, TheFastExponentialTakesWhatSiliconMeasured) {
    if (tiles::by_vendor_library()) GTEST_SKIP() << "the cycles are those of tessera's library";
    const auto faces = [](const arch::Arch& arch) {
        return cycles_per_tile(arch, "MATH(tessera::math::begin_sfpu(0);)\n",
                               "MATH(for (int face = 0; face < 4; ++face) { tessera::vectors::exp_by_macros(); "
                               "math::clear_dst_reg_addr(); "
                               "math::clear_dst_reg_addr(); })",
                               "MATH(tessera::math::end_sfpu();)");
    };
    EXPECT_NEAR(faces(arch::wormhole_b0()), 106.7, 1);
    EXPECT_NEAR(faces(arch::blackhole()), 104.5, 1.5);
}

// A call for each tile also names the tile, waits for the matrix unit and leaves: twelve words and instructions on
// Wormhole, ten on Blackhole, of which six go with others, and there a cycle until the gate is open.
TEST(LoadMacroTime, ACallForEachTileCostsWhatItPushesBeside) {
    if (tiles::by_vendor_library()) GTEST_SKIP() << "the cycles are those of tessera's library";
    EXPECT_EQ(cycles_per_tile(arch::wormhole_b0(), "", "exp_tile<true, true>(0);", ""), 116);
    EXPECT_EQ(cycles_per_tile(arch::blackhole(), "", "exp_tile<true, true>(0);", ""), 109);
}

}  // namespace
}  // namespace tessera::host
