// Division by constants under the vendor's names. The compiler makes the multiplication of it that they spell out.
#pragma once

#include "tessera/base.h"

ALWI unsigned int mulsi3(unsigned int a, unsigned int b) { return a * b; }

template <uint32_t divisor>
ALWI uint32_t udivsi3_const_divisor(uint32_t n) {
    if constexpr (divisor == 0) return 0;
    return n / divisor;
}
template <uint32_t divisor>
ALWI uint32_t umodsi3_const_divisor(uint32_t n) {
    return n - divisor * udivsi3_const_divisor<divisor>(n);
}

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
