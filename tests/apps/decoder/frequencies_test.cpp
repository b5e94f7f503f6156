#include "apps/examples/decoder/frequencies.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/apps/decoder/small_models.hpp"

namespace tessera {
namespace {

using decoder::Model, decoder::RopeScaling;

Model with_pairs(std::size_t pairs, std::size_t context) {
    Model model;
    model.rotated = 2 * pairs;
    model.context = context;
    return model;
}
// What multiplies the frequency of a pair.
double scale_of(const Model& model, std::size_t pair) {
    const double plain = std::pow(model.theta, -2.0 * static_cast<double>(pair) / static_cast<double>(model.rotated));
    return static_cast<double>(decoder::frequencies(model).at(pair)) / plain;
}

TEST(DecoderFrequencies, LinearScalingSlowsAllPairsAlike) {
    Model model = with_pairs(32, 512);
    rescale(model, RopeScaling::linear, 4);
    for (std::size_t pair = 0; pair < 32; ++pair) EXPECT_NEAR(scale_of(model, pair), 0.25, 1e-12) << pair;
    EXPECT_EQ(magnitude(model), 1);
}

// 4096 positions are 32 turns of pair 10.5 and one turn of pair 22.5, so the ramp falls from pair 10 to pair 23.
TEST(DecoderFrequencies, YarnKeepsFastPairs) {
    Model model = with_pairs(32, 4096);
    rescale(model, RopeScaling::yarn, 4);
    EXPECT_NEAR(scale_of(model, 0), 1, 1e-12);
    EXPECT_NEAR(scale_of(model, 10), 1, 1e-12);
    EXPECT_NEAR(scale_of(model, 16), 0.25 * 6 / 13 + 7.0 / 13, 1e-12);
    EXPECT_NEAR(scale_of(model, 23), 0.25, 1e-12);
    EXPECT_NEAR(scale_of(model, 31), 0.25, 1e-12);
    EXPECT_NEAR(magnitude(model), 1 + 0.1 * std::log(4.0), 1e-12);
}

TEST(DecoderFrequencies, KeysOfAFileAreThoseOfYarn) {
    const Model model = decoder::load_model(test::file_of(test::small_gguf()
                                                              .string("llama.rope.scaling.type", "yarn")
                                                              .f32("llama.rope.scaling.factor", 8)
                                                              .u32("llama.rope.scaling.original_context_length", 2)
                                                              .f32("llama.rope.scaling.attn_factor", 0.5f)
                                                              .text()));
    ASSERT_TRUE(model.yarn);
    EXPECT_EQ(model.frequency_scale, 0.125);
    EXPECT_EQ(model.yarn->original_context, 2u);
    EXPECT_EQ(model.yarn->beta_fast, 32);
    EXPECT_NEAR(magnitude(model), 0.5 * (1 + 0.1 * std::log(8.0)), 1e-12);
}

TEST(DecoderFrequencies, OptionsReplaceWhatTheFileHas) {
    Model model = with_pairs(4, 512);
    rescale(model, RopeScaling::yarn, 2);
    rescale(model, RopeScaling::as_in_file, 0);
    EXPECT_TRUE(model.yarn);
    rescale(model, RopeScaling::none, 0);
    EXPECT_FALSE(model.yarn);
    EXPECT_EQ(scale_of(model, 3), 1);
    EXPECT_NE(test::error_of([&] { rescale(model, RopeScaling::yarn, 0); }), "");
}

}  // namespace
}  // namespace tessera
