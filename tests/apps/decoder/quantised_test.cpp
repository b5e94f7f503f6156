#include "apps/examples/decoder/quantised.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <stdexcept>

#include "sim/num/fp16.hpp"
#include "tests/apps/decoder/bytes.hpp"

namespace tessera {
namespace {

using decoder::WeightType;

template <class Real>
std::vector<Real> weights_of(WeightType type, std::string_view bytes) {
    const decoder::WeightBlock block = decoder::block_of(type);
    std::vector<Real> out(bytes.size() / block.bytes * block.weights);
    decoder::dequantise(type, std::as_bytes(std::span(bytes)), std::span(out));
    return out;
}

// A block of random bytes with half-precision scales d (and dmin) at their places.
std::string random_block(WeightType type, std::mt19937& random, std::uint16_t d, std::uint16_t dmin = 0) {
    std::string out(decoder::block_of(type).bytes, '\0');
    for (char& c : out) c = static_cast<char>(random());
    std::memcpy(out.data() + (type == WeightType::q6_k ? 208 : 0), &d, 2);
    if (type == WeightType::q4_k) std::memcpy(out.data() + 2, &dmin, 2);
    return out;
}
unsigned at(std::string_view bytes, std::size_t i) { return static_cast<unsigned char>(bytes[i]); }

constexpr std::uint16_t half_of_one = 0x3800, quarter = 0x3400, least_subnormal = 0x0001;

TEST(QuantisedWeights, EveryHalfIsExact) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const float value =
            weights_of<float>(WeightType::f16, test::Bytes().put(static_cast<std::uint16_t>(bits)).text())[0];
        if ((bits & 0x7FFF) > 0x7C00)
            ASSERT_TRUE(std::isnan(value)) << bits;
        else
            ASSERT_EQ(std::bit_cast<std::uint32_t>(value), num::ieee_fp16_to_fp32(bits)) << bits;
    }
}

TEST(QuantisedWeights, PlainNumbers) {
    EXPECT_EQ(weights_of<float>(WeightType::f32, test::Bytes().put(1.1f).put(-0.0f).text())[0], 1.1f);
    EXPECT_EQ(weights_of<double>(WeightType::f32, test::Bytes().put(1.1f).text())[0], 1.1f);
    EXPECT_EQ(weights_of<float>(WeightType::bf16, test::Bytes().put<std::uint16_t>(0xC049).text())[0], -3.140625f);
}

TEST(QuantisedWeights, EightBits) {
    std::mt19937 random{1};
    const std::string block = random_block(WeightType::q8_0, random, half_of_one);
    const auto weights = weights_of<float>(WeightType::q8_0, block);
    for (std::size_t i = 0; i < 32; ++i)
        EXPECT_EQ(weights[i], 0.5f * static_cast<float>(static_cast<std::int8_t>(block[2 + i])));
}

TEST(QuantisedWeights, FourBitsLowNibblesFirst) {
    std::mt19937 random{2};
    const std::string block = random_block(WeightType::q4_0, random, half_of_one);
    const auto weights = weights_of<float>(WeightType::q4_0, block);
    for (std::size_t i = 0; i < 32; ++i) {
        const unsigned q = i < 16 ? at(block, 2 + i) & 15 : at(block, 2 + i - 16) >> 4;
        EXPECT_EQ(weights[i], 0.5f * (static_cast<float>(q) - 8)) << i;
    }
}

// In the order in which ggml walks a block: 64 weights of 32 bytes, two scales and minimums.
TEST(QuantisedWeights, FourBitsWithMinimums) {
    std::mt19937 random{3};
    for (const std::uint16_t d : {half_of_one, least_subnormal}) {
        const std::string block = random_block(WeightType::q4_k, random, d, quarter);
        const std::string_view b = std::string_view(block).substr(4, 12), q = std::string_view(block).substr(16);
        std::vector<double> expected;
        for (unsigned j = 0; j < 8; ++j) {
            const unsigned s = j < 4 ? at(b, j) & 63 : (at(b, j + 4) & 15) | (at(b, j - 4) >> 6) << 4;
            const unsigned m = j < 4 ? at(b, j + 4) & 63 : (at(b, j + 4) >> 4) | (at(b, j) >> 6) << 4;
            for (unsigned l = 0; l < 32; ++l) {
                const unsigned byte = at(q, j / 2 * 32 + l);
                expected.push_back((d == half_of_one ? 0.5 : 0x1p-24) * s * (j % 2 ? byte >> 4 : byte & 15) - 0.25 * m);
            }
        }
        EXPECT_EQ(weights_of<double>(WeightType::q4_k, block), expected);
        const auto rounded = weights_of<float>(WeightType::q4_k, block);
        for (std::size_t i = 0; i < 256; ++i) EXPECT_EQ(rounded[i], static_cast<float>(expected[i]));
    }
}

TEST(QuantisedWeights, SixBits) {
    std::mt19937 random{4};
    const std::string block = random_block(WeightType::q6_k, random, half_of_one);
    std::vector<double> expected(256);
    for (unsigned n = 0; n < 2; ++n) {
        const std::string_view ql = std::string_view(block).substr(n * 64),
                               qh = std::string_view(block).substr(128 + n * 32);
        const char* sc = block.data() + 192 + n * 8;
        for (unsigned l = 0; l < 32; ++l) {
            const unsigned is = l / 16;
            const unsigned q[4]{(at(ql, l) & 15) | (at(qh, l) & 3) << 4,
                                (at(ql, l + 32) & 15) | (at(qh, l) >> 2 & 3) << 4,
                                at(ql, l) >> 4 | (at(qh, l) >> 4 & 3) << 4, at(ql, l + 32) >> 4 | at(qh, l) >> 6 << 4};
            for (unsigned k = 0; k < 4; ++k)
                expected[n * 128 + k * 32 + l] =
                    0.5 * static_cast<std::int8_t>(sc[is + 2 * k]) * (static_cast<int>(q[k]) - 32);
        }
    }
    EXPECT_EQ(weights_of<double>(WeightType::q6_k, block), expected);
}

TEST(QuantisedWeights, SizesThatDisagreeAreRefused) {
    std::vector<float> out(33);
    EXPECT_THROW(decoder::dequantise(WeightType::q8_0, std::vector<std::byte>(34), out), std::invalid_argument);
    EXPECT_FALSE(decoder::weight_type(3).has_value());
    EXPECT_EQ(decoder::weight_type(14), WeightType::q6_k);
    EXPECT_EQ(decoder::byte_count(WeightType::q6_k, 512), 420u);
}

}  // namespace
}  // namespace tessera
