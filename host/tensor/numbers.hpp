// Elements of any type as numbers.
#pragma once

#include <span>
#include <vector>

#include "host/tensor/npy.hpp"

namespace tessera::host {

// Each is exact but for 64-bit integers beyond 2^53.
std::vector<double> numbers(DType dtype, std::span<const std::byte> data);

}  // namespace tessera::host
