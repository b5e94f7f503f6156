// Elements of any type as numbers.
#pragma once

#include <span>
#include <vector>

#include "host/tensor/npy.hpp"

namespace tessera::host {

// Each is exact but for 64-bit integers beyond 2^53.
std::vector<double> numbers(DType dtype, std::span<const std::byte> data);
void append_numbers(DType dtype, std::span<const std::byte> data, std::vector<double>& out);

// Elements of float16 or float32.
std::vector<float> floats(const NpyArray& array);
// float16, rounded to nearest, ties to even.
NpyArray halves(std::span<const float> values, std::vector<std::size_t> shape);

}  // namespace tessera::host
