// Loops over the numbers of whole tensors, built once per x86 level and chosen at run time (sim/lane/mad.hpp), with the
// same bits at each.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tessera::host {

// Of the indexes first, first + 1, ...: low + width * u, u one of 2^24 steps from 0 up to 1 without it, as a double
// that is rounded to fp32.
struct UniformNumbers {
    std::uint64_t seed;
    double low, width;
};
// Row-major matrices: to[rows x columns] += left[rows x inner] * right[inner x columns], each sum in the order of
// `inner`, one rounding for a product and one for a sum.
struct Products {
    std::size_t rows, inner, columns;
    const double *left, *right;
    double* to;
};

struct Loops {
    void (*uniform)(const UniformNumbers& numbers, std::uint64_t first, float* out, std::size_t count);
    // Sums of twelve such u less 6; number i of words 12 i to 12 i + 11.
    void (*normal)(std::uint64_t seed, std::uint64_t first, float* out, std::size_t count);
    void (*add_products)(const Products& products);
};
const Loops& loops();  // of this processor

}  // namespace tessera::host
