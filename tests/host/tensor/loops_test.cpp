// Loops over tensors give the bits of their definitions at the highest level of this processor and the lowest, whatever
// part of a tensor they are asked for (host/tensor/random_word.hpp).
#include "host/tensor/loops.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "host/tensor/random_word.hpp"

namespace tessera::host {
namespace baseline {
extern const Loops tensor_loops;
}
namespace {

double step(std::uint64_t seed, std::uint64_t index) {
    return static_cast<double>(random_word(seed, index) >> 40) * 0x1p-24;
}

void expect_numbers(const Loops& loops, std::uint64_t first, std::size_t count) {
    std::vector<float> out(count + 1, 7.0f);
    loops.normal(11, first, out.data(), count);
    for (std::size_t i = 0; i < count; ++i) {
        double sum = -6;
        for (std::uint64_t k = 0; k < 12; ++k) sum += step(11, 12 * (first + i) + k);
        ASSERT_EQ(out[i], static_cast<float>(sum)) << first + i;
    }
    loops.uniform({12, -0.3, 1.7}, first, out.data(), count);
    for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(out[i], static_cast<float>(-0.3 + 1.7 * step(12, first + i))) << first + i;
    EXPECT_EQ(out[count], 7.0f) << "nothing beyond the end";
}

TEST(TensorLoops, AreThoseOfTheirWords) {
    for (const Loops* loops : {&loops(), &baseline::tensor_loops})
        for (const std::size_t count : {0u, 1u, 63u, 64u, 65u, 1000u})
            for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{77}, std::uint64_t{1} << 40})
                expect_numbers(*loops, first, count);
}

TEST(TensorLoops, ProductsAreSummedInTheOrderOfTheInnerDimension) {
    constexpr std::size_t rows = 35, inner = 70, columns = 1030;
    std::vector<double> left(rows * inner), right(inner * columns), expected(rows * columns, 0.25);
    const auto fill = [](std::vector<double>& all, std::uint64_t seed) {
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::sqrt(step(seed, i)) - 0.5;
    };
    fill(left, 1);
    fill(right, 2);
    std::vector<double> once(expected), lowest(expected);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            for (std::size_t i = 0; i < inner; ++i)
                expected[r * columns + c] += left[r * inner + i] * right[i * columns + c];
    loops().add_products({rows, inner, columns, left.data(), right.data(), once.data()});
    baseline::tensor_loops.add_products({rows, inner, columns, left.data(), right.data(), lowest.data()});
    EXPECT_EQ(once, expected);
    EXPECT_EQ(lowest, expected);
}

}  // namespace
}  // namespace tessera::host
