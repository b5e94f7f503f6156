// Loops over tensors, built once per x86 level. Host functions of <cmath> and <algorithm> are left out: one linked from
// here would be code of this level elsewhere.
#include <cstddef>
#include <cstdint>

#include "host/tensor/loops.hpp"
#include "host/tensor/random_word.hpp"

namespace tessera::host::TESSERA_LEVEL {
namespace {

constexpr std::size_t at_once = 64;

void uniform(const UniformNumbers& numbers, std::uint64_t first, float* out, std::size_t count) {
    const UniformNumbers n = numbers;
    for (std::size_t i = 0; i < count; ++i) {
        const auto step = static_cast<std::int32_t>(random_word(n.seed, first + i) >> 40);
        out[i] = static_cast<float>(n.low + n.width * (static_cast<double>(step) * 0x1p-24));
    }
}

// Sums are whole numbers of 2^-24, so that their order changes no bit.
void normal(std::uint64_t seed, std::uint64_t first, float* out, std::size_t count) {
    std::uint64_t sums[at_once];
    for (std::size_t done = 0; done < count; done += at_once) {
        const std::size_t now = count - done < at_once ? count - done : at_once;
        for (std::size_t i = 0; i < at_once; ++i) sums[i] = 0;
        for (std::uint64_t k = 0; k < 12; ++k)
            for (std::size_t i = 0; i < at_once; ++i) sums[i] += random_word(seed, 12 * (first + done + i) + k) >> 40;
        for (std::size_t i = 0; i < now; ++i)
            out[done + i] = static_cast<float>(static_cast<std::int32_t>(sums[i]) - (6 << 24)) * 0x1p-24f;
    }
}

// Of both results and the right matrix only what the second cache holds is in use at a time.
void add_products(const Products& products) {
    constexpr std::size_t rows_at_once = 32, columns_at_once = 512;
    const Products p = products;
    for (std::size_t r0 = 0; r0 < p.rows; r0 += rows_at_once) {
        const std::size_t below = r0 + rows_at_once < p.rows ? r0 + rows_at_once : p.rows;
        for (std::size_t c0 = 0; c0 < p.columns; c0 += columns_at_once) {
            const std::size_t width = p.columns - c0 < columns_at_once ? p.columns - c0 : columns_at_once;
            for (std::size_t i = 0; i < p.inner; ++i) {
                const double* __restrict right = p.right + i * p.columns + c0;
                for (std::size_t r = r0; r < below; ++r) {
                    const double left = p.left[r * p.inner + i];
                    double* __restrict to = p.to + r * p.columns + c0;
                    for (std::size_t c = 0; c < width; ++c) to[c] += left * right[c];
                }
            }
        }
    }
}

}  // namespace

extern const Loops tensor_loops;
const Loops tensor_loops{uniform, normal, add_products};

}  // namespace tessera::host::TESSERA_LEVEL
