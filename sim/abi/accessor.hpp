// The compile-time word of a TensorAccessorArgs, which the host writes and a kernel's accessor reads
// (spec/kernel-api.md 2.4).
#pragma once

#include <stdint.h>

namespace tessera::abi {

inline constexpr uint32_t accessor_sharded = 1, accessor_in_dram = 2;  // bits; an interleaved buffer has no others

}  // namespace tessera::abi
