// Contents of tensors that no file gives: the same for equal seeds on every host, in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/job/job.hpp"

namespace tessera::host {

enum class Generator : std::uint8_t { uniform, normal, iota, zeros, ones, constant };

struct Generated {
    Generator generator = Generator::uniform;
    std::uint64_t seed = 0;
    // Of uniform numbers: real ones from low up to high without it, whole ones with both.
    double low = -1, high = 1;
    // Of a constant; of iota the first, and what is added from one to the next.
    double value = 0, step = 1;
};

// fp32 for formats of real numbers, 32-bit whole numbers for the others. `normal` is the sum of twelve uniform numbers
// less 6: mean 0, variance 1, within -6..6, and exact, where logarithms differ between hosts. InputError for whole
// numbers that 32 bits do not hold.
Contents generated(const Generated& how, tensix::DataFormat format, std::size_t count);

// Uniform in [-1, 1) as `generated` makes them of fp32: multiples of 2^-23.
std::vector<float> generate_values(std::uint64_t seed, std::size_t count);

}  // namespace tessera::host
