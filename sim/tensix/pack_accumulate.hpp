// The packer adding to L1 instead of storing (spec/tensix-core.md 1.8).
#pragma once

#include <cstdint>
#include <span>

#include "sim/tensix/tile.hpp"

namespace tessera::tensix {

std::uint32_t l1_add_fp32(std::uint32_t l1, std::uint32_t packed);
std::uint32_t l1_add_bf16(std::uint32_t l1, std::uint32_t packed);
std::uint32_t l1_add_fp16(std::uint32_t l1, std::uint32_t packed);

// `packed` becomes what L1 holds after the sum. Throws Fault tensix_unsupported for formats other than these.
void pack_accumulate(DataFormat format, std::span<const std::uint8_t> l1, std::span<std::uint8_t> packed);

}  // namespace tessera::tensix
