// Divisions by constants that the vendor's kernels write as calls (its mod_div_lib.h).
#pragma once

#include "tessera/base.h"

namespace tessera {

// id / divisor for ids below 2^31, as multiply and shift: bank counts are rarely powers of two, and a division takes a
// baby core up to 33 cycles. 2^(31 + s) / divisor rounded up, with s = ceil(log2(divisor)), is exact over that range.
template <uint32_t divisor>
constexpr ALWI uint32_t divide(uint32_t id) {
    constexpr bool power_of_two = (divisor & (divisor - 1)) == 0;
    if constexpr (power_of_two) {
        return id / divisor;
    } else {
        constexpr uint32_t shift = 32 - __builtin_clz(divisor - 1);
        constexpr uint32_t factor = static_cast<uint32_t>(((1ull << (31 + shift)) + divisor - 1) / divisor);
        return static_cast<uint32_t>(static_cast<uint64_t>(id) * factor >> 32) >> (shift - 1);
    }
}

}  // namespace tessera

constexpr ALWI uint32_t mulsi3(uint32_t a, uint32_t b) { return a * b; }
template <uint32_t d>
constexpr ALWI uint32_t udivsi3_const_divisor(uint32_t n) {
    return tessera::divide<d>(n);
}
template <uint32_t d>
constexpr ALWI uint32_t umodsi3_const_divisor(uint32_t a) {
    return a - udivsi3_const_divisor<d>(a) * d;
}
constexpr ALWI uint32_t umodsi3(uint32_t a, uint32_t b) { return a % b; }
constexpr ALWI uint32_t udivsi3(uint32_t a, uint32_t b) { return a / b; }

#define TESSERA_DIVIDE_BY(divisor) \
    ALWI uint32_t fast_udiv_##divisor(uint32_t n) { return n / divisor; }
TESSERA_DIVIDE_BY(7)
TESSERA_DIVIDE_BY(12)
TESSERA_DIVIDE_BY(20)
TESSERA_DIVIDE_BY(48)
TESSERA_DIVIDE_BY(56)
TESSERA_DIVIDE_BY(63)
TESSERA_DIVIDE_BY(70)
TESSERA_DIVIDE_BY(72)
TESSERA_DIVIDE_BY(80)
TESSERA_DIVIDE_BY(94)
TESSERA_DIVIDE_BY(108)
TESSERA_DIVIDE_BY(110)
TESSERA_DIVIDE_BY(117)
TESSERA_DIVIDE_BY(120)
TESSERA_DIVIDE_BY(124)
TESSERA_DIVIDE_BY(126)
TESSERA_DIVIDE_BY(130)
TESSERA_DIVIDE_BY(140)
#undef TESSERA_DIVIDE_BY
