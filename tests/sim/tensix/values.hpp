// Small numbers in the words that Src registers, Dst and circular buffers hold.
#pragma once

#include <cstdint>

namespace tessera::tensix {

inline constexpr std::uint32_t src_one = 127u << 10, src_two = 128u << 10;
inline constexpr std::uint32_t bf16_one = 0x3F80, bf16_two = 0x4000, bf16_three = 0x4040;

}  // namespace tessera::tensix
