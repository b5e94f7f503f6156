// What the fields of a kernel's struct must be. The kernels themselves check nothing and would read or write what is
// not theirs (rope-variants.md (b)); each rule ends in an InputError line with the nearest legal value.
#pragma once

#include <cstdint>

#include "host/ops/rope/fused/kernels.hpp"

namespace tessera::host::fused {

void check_params(const KernelRow& kernel, const Params& params);

// Tokens of one call of a kernel that writes K and V.
std::uint32_t tokens_of(const KernelRow& kernel, const Params& params);

// Of elements: what 64 bits do not hold stays at their largest number, which no array has.
std::uint64_t product(std::uint64_t a, std::uint64_t b);
std::uint64_t sum(std::uint64_t a, std::uint64_t b);

}  // namespace tessera::host::fused
