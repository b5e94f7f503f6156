#include "apps/examples/decoder/sampler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace tessera {
namespace {

using decoder::Sampler;
using testing::ElementsAre;

std::vector<std::uint32_t> drawn(Sampler sampler, std::span<const float> logits, int count) {
    std::vector<std::uint32_t> out;
    for (int i = 0; i < count; ++i) out.push_back(sampler.next(logits));
    return out;
}

TEST(DecoderSampler, GreedyTakesTheSmallestTokenOnATie) {
    EXPECT_EQ(decoder::greedy(std::array{1.0f, 3.0f, 3.0f, 2.0f}), 1u);
    EXPECT_EQ(decoder::greedy(std::array{NAN, -1.0f, NAN, 0.0f}), 3u);
    EXPECT_EQ(decoder::greedy(std::array{-INFINITY}), 0u);
    EXPECT_THROW(decoder::greedy({}), std::invalid_argument);
    EXPECT_EQ(Sampler({.temperature = 0}).next(std::array{1.0f, 3.0f, 3.0f}), 1u);
}

// Of 64 equal tokens each coin of llama2.c's generator names its own: floor(64 coin), computed apart from this code.
TEST(DecoderSampler, DrawsWithLlama2cGenerator) {
    const std::vector<float> equal(64, 0.5f);
    EXPECT_THAT(drawn(Sampler({.temperature = 1, .top_p = 1, .seed = 1}), equal, 8),
                ElementsAre(17, 42, 46, 19, 3, 50, 52, 43));
    EXPECT_NE(drawn(Sampler({.top_p = 1, .seed = 2}), equal, 8), drawn(Sampler({.top_p = 1, .seed = 3}), equal, 8));
}

TEST(DecoderSampler, FrequenciesFollowTheTemperature) {
    const std::array logits{0.0f, std::log(3.0f)};
    for (const auto& [temperature, expected] : {std::pair{1.0f, 0.75}, {0.5f, 0.9}}) {
        const auto tokens = drawn(Sampler({.temperature = temperature, .top_p = 1, .seed = 7}), logits, 20000);
        const auto ones = std::ranges::count(tokens, 1u);
        EXPECT_NEAR(static_cast<double>(ones) / 20000, expected, 0.015);
    }
}

TEST(DecoderSampler, TopPKeepsTheFewestTokensBeyondIt) {
    const std::array logits{std::log(0.1f), std::log(0.5f), std::log(0.3f), std::log(0.1f)};
    std::array<int, 4> counts{};
    for (const std::uint32_t token : drawn(Sampler({.top_p = 0.7f, .seed = 9}), logits, 20000)) ++counts[token];
    EXPECT_EQ(counts[0] + counts[3], 0);
    EXPECT_NEAR(counts[1] / 20000.0, 0.625, 0.015);
    for (const std::uint32_t token : drawn(Sampler({.top_p = 0.4f, .seed = 9}), logits, 100)) EXPECT_EQ(token, 1u);
}

TEST(DecoderSampler, OptionsAreChecked) {
    EXPECT_THROW(Sampler({.seed = 0}), std::invalid_argument);
    EXPECT_THROW(Sampler({.temperature = -1}), std::invalid_argument);
    EXPECT_THROW(Sampler({.temperature = NAN}), std::invalid_argument);
}

}  // namespace
}  // namespace tessera
