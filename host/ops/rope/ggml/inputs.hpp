// Arrays of GGML calls that no file gives, as GGML's own tests fill them: the same for equal seeds on every host.
#pragma once

#include <cstdint>
#include <vector>

#include "host/job/job.hpp"

namespace tessera::host {

// Which of a call's arrays; those of one seed have nothing in common.
enum class GgmlArray : std::uint8_t { a, b, c, weight, positions, factors, row_ids, dst };

// Uniform in [-1, 1), float32 or, rounded to nearest, float16 as the format.
Contents ggml_values(std::uint64_t seed, GgmlArray which, tensix::DataFormat format, std::size_t count);
std::vector<float> ggml_floats(std::uint64_t seed, GgmlArray which, std::size_t count);
// Uniform in [0, below).
std::vector<std::int32_t> ggml_positions(std::uint64_t seed, std::size_t count, std::int64_t below);
std::vector<float> ggml_factors(std::uint64_t seed, std::size_t count);  // uniform in [0.9, 1.1)
std::vector<std::int64_t> ggml_permutation(std::uint64_t seed, GgmlArray which, std::size_t count);

}  // namespace tessera::host
