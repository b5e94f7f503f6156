// The order of bits in a 16-bit cell of Dst: sign, mantissa, exponent from the top (spec/tensix-core.md 1.4).
// A 32-bit datum is two cells: the upper 16 bits in bf16 order, the lower 16 as they are.
#pragma once

#include <cstdint>

namespace tessera::num {

[[gnu::always_inline]] inline constexpr std::uint32_t dst_from_bf16(std::uint32_t x) {
    return (x & 0x8000) | (x & 0x7F) << 8 | (x >> 7 & 0xFF);
}
[[gnu::always_inline]] inline constexpr std::uint32_t dst_to_bf16(std::uint32_t cell) {
    return (cell & 0x8000) | (cell & 0xFF) << 7 | (cell >> 8 & 0x7F);
}

[[gnu::always_inline]] inline constexpr std::uint32_t dst_from_fp16(std::uint32_t x) {
    return (x & 0x8000) | (x & 0x3FF) << 5 | (x >> 10 & 0x1F);
}
[[gnu::always_inline]] inline constexpr std::uint32_t dst_to_fp16(std::uint32_t cell) {
    return (cell & 0x8000) | (cell & 0x1F) << 10 | (cell >> 5 & 0x3FF);
}

[[gnu::always_inline]] inline constexpr std::uint32_t dst_from_32(std::uint32_t x) {
    return dst_from_bf16(x >> 16) << 16 | (x & 0xFFFF);
}
[[gnu::always_inline]] inline constexpr std::uint32_t dst_to_32(std::uint32_t cells) {
    return dst_to_bf16(cells >> 16) << 16 | (cells & 0xFFFF);
}

}  // namespace tessera::num
