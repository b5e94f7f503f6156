// Two arrays bit by bit: what counts as a difference, and how far apart numbers of a format lie.
#include "host/tensor/same_bits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using testing::HasSubstr;

template <class T>
SameBits compared(std::vector<T> here, std::vector<T> there, const SameBitsOptions& options = {}) {
    return same_bits(npy_array(std::span<const T>(here), {here.size()}),
                     npy_array(std::span<const T>(there), {there.size()}), options);
}

TEST(SameBits, CountsNumbersBetweenTwoOfTheirFormat) {
    const float next = std::nextafter(1.0f, 2.0f), least = std::numeric_limits<float>::denorm_min();
    EXPECT_EQ(compared<float>({1, next}, {1, 1}).most_ulp, 1);
    EXPECT_EQ(compared<float>({least}, {-least}).most_ulp, 2);
    EXPECT_EQ(compared<float>({2}, {1}).most_ulp, 1 << 23);
    EXPECT_EQ(compared<float>({std::numeric_limits<float>::infinity()}, {std::numeric_limits<float>::max()}).most_ulp,
              1);
    EXPECT_EQ(compared<double>({1}, {std::nextafter(1.0, 0.0)}).most_ulp, 1);
    EXPECT_EQ(compared<std::int8_t>({-128}, {127}).most_ulp, 255);
    EXPECT_EQ(compared<std::uint32_t>({0}, {~0u}).most_ulp, 4294967295.0);
    EXPECT_EQ(compared<std::uint16_t>({0x3f80}, {0xbf80}).most_ulp, 0x8000);
    EXPECT_EQ(compared<std::uint16_t>({0x3f80}, {0xbf80}, {.bfloat16 = true}).most_ulp, 2 * 0x3f80);
    EXPECT_EQ(compared<std::uint16_t>({0x3f80}, {0x3f81}, {.bfloat16 = true}).largest.at(0).there_value, 1.0078125);
}

TEST(SameBits, EqualNumbersOfOtherBitsDiffer) {
    const SameBits zeros = compared<float>({0.0f}, {-0.0f});
    EXPECT_EQ(zeros.differ, 1u);
    EXPECT_EQ(zeros.most_ulp, 0);
    EXPECT_FALSE(zeros.same());
    EXPECT_TRUE(compared<float>({0.0f}, {-0.0f}, {.max_ulp = 1}).same());
}

TEST(SameBits, NaNsAreTheSameByTheirBitsAlone) {
    const float one = std::bit_cast<float>(0x7fc00000u), other = std::bit_cast<float>(0x7fc00001u);
    EXPECT_TRUE(compared<float>({one}, {one}).same());
    EXPECT_EQ(compared<float>({one}, {other}, {.max_ulp = 1e9}).beyond, 1u);
    EXPECT_EQ(compared<float>({1, one}, {1, 2}, {.max_ulp = 1e9}).most_ulp, std::numeric_limits<double>::infinity());
}

TEST(SameBits, SaysWhereAndByHowMuch) {
    std::vector<float> here(64 * 64, 1.5f), there = here;
    for (std::size_t row = 48; row < 64; ++row)
        for (std::size_t column = 0; column < 64; ++column) there[row * 64 + column] = 1.25f;
    const std::vector<std::size_t> shape{64, 64};
    const SameBits result =
        same_bits(npy_array(std::span<const float>(here), shape), npy_array(std::span<const float>(there), shape), {});
    const std::string text = to_text(result, {});
    EXPECT_THAT(text, HasSubstr("1024 of 4096 elements (25 %)"));
    EXPECT_THAT(text, HasSubstr("by at most 2097152 ULP"));
    EXPECT_THAT(text, HasSubstr("2 of 4 tiles; faces 0: 0, 1: 0, 2: 512, 3: 512"));
    EXPECT_THAT(text, HasSubstr("[48, 0] is 1.5 (0x3fc00000) here, 1.25 (0x3fa00000) there"));
    const nlohmann::ordered_json json = to_json(result);
    EXPECT_EQ(json.at("differ"), 1024);
    EXPECT_EQ(json.at("where").at("tiles"), (std::vector<int>{2, 4}));
    EXPECT_EQ(json.at("largest").size(), views::Failures::most_listed);
    EXPECT_THAT(to_text(compared<float>({1}, {1}), {}), HasSubstr("all 1 elements, f4 of (1,), bit for bit"));
}

TEST(SameBits, RefusesWhatHasNoPairs) {
    EXPECT_THROW(compared<float>({1}, {1, 2}), fault::InputError);
    EXPECT_THROW(compared<float>({1}, {1}, {.bfloat16 = true}), fault::InputError);
    const std::vector<std::uint32_t> bits{1};
    const std::vector<float> numbers{1};
    EXPECT_THROW(same_bits(npy_array(std::span(bits), {1}), npy_array(std::span(numbers), {1}), {}), fault::InputError);
}

}  // namespace
}  // namespace tessera::host
