#include <fmt/format.h>

#include "host/calibration/unit_loops.hpp"

namespace tessera::calibration {
namespace {

TileLoop vectors(int slots) {
    return {.start = "init_sfpu(0, 16);",
            .round = fmt::format("copy_tile(0, 0, 0); vectors<{}>();", slots),
            .own_vectors = true};
}
TileLoop pairs(int slots) {
    return {.start = "init_sfpu(0, 16);",
            .round = fmt::format("copy_tile(0, 0, 0); pairs<{}>();", slots),
            .own_vectors = true};
}
TileLoop function(const char* init, const char* call) {
    return {.start = fmt::format("init_sfpu(0, 16); {}();", init),
            .round = fmt::format("copy_tile(0, 0, 0); {};", call)};
}
// In a loop of its own, as the exponentials of silicon were.
TileLoop repeated(const char* init, const char* call, bool fp32) {
    TileLoop loop{.start = fmt::format("init_sfpu(0, 16); {}();", init),
                  .round = fmt::format("if (round == 0) copy_tile(0, 0, 0); {};", call)};
    loop.mode.fp32_dest_acc = fp32;
    return loop;
}
TileLoop short_softplus() {
    return {.start = "init_sfpu(0, 16); softplus_tile_init();",
            .round =
                "copy_tile(0, 0, 0); MATH((tessera::math::over_tile<short_softplus>(0, VectorMode::RC, 1.0f, 1.0f, "
                "20.0f)));",
            .own_vectors = true};
}
// As it was measured: four faces of tile after tile, each with the two steps to the next.
TileLoop exponentials() {
    return {.start = "init_sfpu(0, 16); exp_tile_init<true, true>();",
            .round =
                "MATH(if (round == 0) tessera::math::begin_sfpu(0); for (int face = 0; face < 4; ++face) { "
                "tessera::vectors::exp_by_macros(); math::clear_dst_reg_addr(); math::clear_dst_reg_addr(); })",
            .own_vectors = true};
}

}  // namespace

std::vector<LoopRows> rows_of_vectors() {
    const auto only = [](Published published = {}) { return std::vector<Reading>{{&TileCost::whole, published}}; };
    return {
        {"copy_tile and 3 vector instructions", vectors(3), only({0, 124.06, "timing.md 2.8"})},
        {"copy_tile and 4 vector instructions", vectors(4), only()},
        {"copy_tile and 5 vector instructions", vectors(5), only({261.7, 0, "timing.md 2.6"})},
        {"copy_tile and 8 for each pair of vectors", pairs(8), only({197.8, 0, "timing.md 2.6"})},
        {"copy_tile and 16 vector instructions", vectors(16), only()},
        // Totals over 128 tiles, and cycles of each of 32 vectors, before the vendor's functions were made shorter.
        {"copy_tile and relu_max_tile", function("relu_max_tile_init", "relu_max_tile(0, 0x3F800000)"),
         only({62850 / 128.0, 0, "timing.md 2.8"})},
        {"copy_tile and i0_tile", function("i0_tile_init", "i0_tile(0)"), only({181428 / 128.0, 0, "timing.md 2.8"})},
        {"copy_tile and softplus_tile",
         function("softplus_tile_init", "softplus_tile(0, 0x3F800000, 0x3F800000, 0x41A00000)"), only()},
        {"copy_tile and softplus of degree 6", short_softplus(), only({198231 / 128.0, 0, "timing.md 2.8"})},
        {"copy_tile and sinh_tile", function("sinh_tile_init", "sinh_tile(0)"),
         only({63 * 32, 61 * 32, "timing.md 2.8"})},
        {"copy_tile and cosh_tile", function("cosh_tile_init", "cosh_tile(0)"),
         only({63 * 32, 59 * 32, "timing.md 2.8"})},
        {"copy_tile and sigmoid_tile, fast",
         function("sigmoid_tile_init<true>", "sigmoid_tile<VectorMode::RC, true>(0)"),
         only({255.8, 221.2, "timing.md 2.6, 2.8"})},
        {"copy_tile and tanh_tile, fast", function("tanh_tile_init<true>", "tanh_tile<true>(0)"),
         only({0, 160.2, "timing.md 2.8"})},
        {"copy_tile and gelu_tile, fast", function("gelu_tile_init<true>", "gelu_tile<true>(0)"),
         only({0, 221.1, "timing.md 2.8"})},
        {"copy_tile and sigmoid_tile", function("sigmoid_tile_init", "sigmoid_tile(0)"),
         only({0, 1247.2, "timing.md 2.8"})},
        {"copy_tile and tanh_tile", function("tanh_tile_init", "tanh_tile(0)"), only({791.9, 764.2, "timing.md 2.8"})},
        {"copy_tile and recip_tile, legacy", function("recip_tile_init", "recip_tile(0)"),
         only({139707 / 128.0, 0, "timing.md 2.8"})},
        {"exp_tile", repeated("exp_tile_init", "exp_tile(0)", false), only({1125, 1094, "timing.md 2.8"})},
        {"exp_tile fp32", repeated("exp_tile_init", "exp_tile(0)", true), only({2533, 2548, "timing.md 2.8"})},
        {"exp_tile, fast", exponentials(), only({106.7, 104.5, "timing.md 2.8"})},
    };
}

}  // namespace tessera::calibration
