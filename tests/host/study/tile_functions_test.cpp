// What `tessera list functions` says of the errors of tile functions is what they are, on both architectures.
#include "host/study/tile_functions.hpp"

#include <gtest/gtest.h>

#include "host/study/function.hpp"
#include "host/study/sweep.hpp"

namespace tessera::accuracy {

static void PrintTo(const TileAccuracy& tile, std::ostream* out) { *out << tile.function; }

namespace {

class TileFunctions : public ::testing::TestWithParam<TileAccuracy> {};

// fp32: 2^17 numbers of the function's range by their size; bf16: all of them there.
double worst_ulp(const TileAccuracy& tile, const arch::Arch& arch) {
    const Function& function = *find_builtin(tile.function);
    const Inputs some{
        .count = 1 << 17, .kind = Inputs::Kind::bits, .low = function.low, .high = function.high, .seed = 1};
    const Built built = build(function, {.arch = arch, .dst = tile.dst});
    return sweep(built.recorded, *function.reference, tile.dst == bf16 ? all_bf16 : some,
                 {.low = function.low, .high = function.high})
        .max_ulp();
}

TEST_P(TileFunctions, AreOffByWhatIsSaid) {
    const TileAccuracy& tile = GetParam();
    ASSERT_NE(find_builtin(tile.function), nullptr);
    const double wormhole = worst_ulp(tile, arch::wormhole_b0()), blackhole = worst_ulp(tile, arch::blackhole());
    EXPECT_NEAR(wormhole, tile.ulp_wormhole, 0.01 * wormhole) << "wormhole_b0";
    EXPECT_NEAR(blackhole, tile.ulp_blackhole, 0.01 * blackhole) << "blackhole";
}

INSTANTIATE_TEST_SUITE_P(Function, TileFunctions, ::testing::ValuesIn(tile_functions()),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace tessera::accuracy
