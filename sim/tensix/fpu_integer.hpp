// The matrix unit on 8-bit integers (spec/tensix-core.md 1.6). Src data are 19-bit words whose mantissa is a magnitude
// of ten bits (sim/num/src.hpp), Dst data are INT32 in sign-magnitude; sums saturate at +-(2^31 - 1).
#pragma once

#include <cstdint>
#include <span>

namespace tessera::tensix {

// A + B, or A - B, upon `d`, which is 0 where the instruction does not accumulate.
std::uint32_t elw_add_integer(std::uint32_t a, std::uint32_t b, std::uint32_t d);
std::uint32_t elw_sub_integer(std::uint32_t a, std::uint32_t b, std::uint32_t d);
// D + one fidelity phase of A * B: bit 0 takes the low five bits of A instead of bits 7 to 5, bit 1 the low four of B
// instead of bits 9 to 4. Parts keep their place value, so four phases add up to the product.
std::uint32_t elw_mul_integer(int phase, std::uint32_t a, std::uint32_t b, std::uint32_t d);
// One fidelity phase of D[8x16] + B[8x16] * A[16x16], all row-major; `d` is updated in place.
void mvmul_integer(int phase, std::span<const std::uint32_t, 256> a, std::span<const std::uint32_t, 128> b,
                   std::span<std::uint32_t, 128> d);

}  // namespace tessera::tensix
