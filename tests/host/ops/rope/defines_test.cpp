// Only the terms that change anything are compiled in, and the kernel gets them in columns.
#include "host/ops/rope/defines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tessera::host {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> variant_defines(const RopeOptions& options) {
    std::vector<std::string> names;
    for (const auto& [name, value] : rope_compute_defines(plan_rope(options)))
        if (name != "FREQ_BASE_LOG" && name != "ROPE_EXP") names.push_back(name);
    return names;
}

double value(const RopeOptions& options, const std::string& name) {
    return std::stod(rope_compute_defines(plan_rope(options)).at(name));
}

TEST(RopeDefines, IdentitiesAreLeftOut) {
    EXPECT_THAT(variant_defines({}), IsEmpty());
    EXPECT_THAT(rope_mover_defines(plan_rope({})), IsEmpty());
    EXPECT_THAT(variant_defines({.rung = Rung::y}), IsEmpty());
    // A ramp from 1 to 1, and the logarithm of 1.
    EXPECT_THAT(variant_defines({.yarn = {.ext_factor = 0.7, .ctx_orig = 4096}}), IsEmpty());
    EXPECT_THAT(variant_defines({.yarn = {.freq_scale = 0.25}}), UnorderedElementsAre("ROPE_FREQ_SCALE"));
    EXPECT_THAT(variant_defines({.yarn = {.attn_factor = 2}}), UnorderedElementsAre("ROPE_MAGNITUDE"));
    EXPECT_THAT(variant_defines({.pairing = RopePairing::normal, .backward = true}),
                UnorderedElementsAre("ROPE_NORMAL", "ROPE_BACKWARD"));
    EXPECT_THAT(variant_defines({.factors = std::vector<float>(128, 1.5f)}), UnorderedElementsAre("ROPE_FACTORS"));
    EXPECT_THAT(variant_defines({.yarn = {.freq_scale = 0.25, .ext_factor = 1, .ctx_orig = 4096}}),
                UnorderedElementsAre("ROPE_FREQ_SCALE", "ROPE_RAMP_FIRST", "ROPE_RAMP_STEP", "ROPE_EXT_FACTOR",
                                     "ROPE_MAGNITUDE"));
}

// The golden vectors name the dims of n_dims 128, base 10000, 4096 positions: 20 and 46 (rope_ggml, yarn_x16_neox).
TEST(RopeDefines, RampIsInColumns) {
    RopeOptions options{.rotary_dim = 128, .yarn = {.freq_scale = 0.0625, .ext_factor = 1, .ctx_orig = 4096}};
    EXPECT_EQ(value(options, "ROPE_RAMP_FIRST"), 20);
    EXPECT_EQ(value(options, "ROPE_RAMP_STEP"), 1.0 / 26);
    options.pairing = RopePairing::normal;
    EXPECT_EQ(value(options, "ROPE_RAMP_FIRST"), 40);
    EXPECT_EQ(value(options, "ROPE_RAMP_STEP"), 1.0 / 52);
}

// Scale, ramp, factors and direction are in the table; what multiplies sines and cosines is not.
TEST(RopeDefines, PhasesNeedLittle) {
    RopeOptions options{.per_row = true,
                        .phase = RopePhase::split,
                        .backward = true,
                        .yarn = {.freq_scale = 0.25, .ext_factor = 1, .ctx_orig = 4096},
                        .factors = std::vector<float>(128, 1.5f)};
    EXPECT_THAT(variant_defines(options), UnorderedElementsAre("ROPE_SPLIT", "ROPE_MAGNITUDE"));
    EXPECT_FALSE(rope_compute_defines(plan_rope(options)).contains("FREQ_BASE_LOG"));
    options.phase = RopePhase::turns;
    EXPECT_THAT(variant_defines(options), UnorderedElementsAre("ROPE_TURNS", "ROPE_PER_ROW", "ROPE_MAGNITUDE"));
    options.per_row = false;
    EXPECT_THAT(variant_defines(options), UnorderedElementsAre("ROPE_TURNS", "ROPE_MAGNITUDE"));
}

TEST(RopeDefines, MoversOfRungXTakeTurns) {
    EXPECT_THAT(rope_mover_defines(plan_rope({.rung = Rung::x})),
                UnorderedElementsAre(std::pair<const std::string, std::string>("ROPE_INTERLEAVED", "1")));
}

}  // namespace
}  // namespace tessera::host
