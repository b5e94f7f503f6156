// Arrays that no file gives.
#pragma once

#include <cstdint>

#include "host/ops/rope/fused/buffers.hpp"

namespace tessera::host::fused {

// Rows and caches uniform in -1..1, weights in 0.5..1.5, positions 0..511, each array of another stream of the seed;
// divisors are theta^(2d/head_dim). InputError for more elements than a device could hold.
NpyArray generated_array(const Buffer& buffer, const Params& params, std::uint64_t seed);

}  // namespace tessera::host::fused
