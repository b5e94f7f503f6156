// Predicates on SFPI vectors: 1 where they hold, 0 elsewhere. Comparisons are those of the SFPU: by the sign of a
// difference, so a NaN goes by its sign bit (kernel-api.md 4.2).
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace ckernel::sfpu {

enum class Compare : uint8_t { eq, ne, lt, gt, le, ge };

// -0 equals 0 here: it is made +0 before its bits are looked at.
template <Compare how>
sfpi_inline vFloat compared(vFloat x, vFloat with) {
    vFloat y = 0.0f;
    if constexpr (how == Compare::eq) {
        v_if(x == with) { y = 1.0f; }
        v_endif;
    } else if constexpr (how == Compare::ne) {
        v_if(x != with) { y = 1.0f; }
        v_endif;
    } else if constexpr (how == Compare::lt) {
        v_if(x < with) { y = 1.0f; }
        v_endif;
    } else if constexpr (how == Compare::gt) {
        v_if(x > with) { y = 1.0f; }
        v_endif;
    } else if constexpr (how == Compare::le) {
        v_if(x <= with) { y = 1.0f; }
        v_endif;
    } else {
        v_if(x >= with) { y = 1.0f; }
        v_endif;
    }
    return y;
}
template <Compare how>
sfpi_inline vFloat compared_with_zero(vFloat x) {
    return compared<how>(x + 0.0f, 0.0f);
}
template <Compare how>
sfpi_inline vFloat compared_with_scalar(vFloat x, float with) {
    return compared<how>(x, with);
}

// Of the bits without the sign; an infinity is 0x7f800000, a NaN above it.
enum class Kind : uint8_t { infinite, positive_infinite, negative_infinite, nan, finite };
template <Kind kind>
sfpi_inline vFloat is_kind(vFloat x) {
    vFloat y = 0.0f;
    vInt bits =
        kind == Kind::positive_infinite || kind == Kind::negative_infinite ? sfpi::reinterpret<vInt>(x) : magnitude(x);
    if constexpr (kind == Kind::nan) {
        v_if(bits > 0x7f800000) { y = 1.0f; }
        v_endif;
    } else if constexpr (kind == Kind::finite) {
        v_if(bits < 0x7f800000) { y = 1.0f; }
        v_endif;
    } else {
        v_if(bits == (kind == Kind::negative_infinite ? static_cast<int>(0xff800000) : 0x7f800000)) { y = 1.0f; }
        v_endif;
    }
    return y;
}

sfpi_inline vFloat logical_not(vFloat x) { return compared_with_zero<Compare::eq>(x); }

sfpi_inline vFloat sign(vFloat x) {
    vFloat y = 0.0f;
    x = x + 0.0f;
    v_if(x < 0.0f) { y = -1.0f; }
    v_endif;
    v_if(x > 0.0f) { y = 1.0f; }
    v_endif;
    return y;
}
// The bit itself: also of -0.
sfpi_inline vFloat signbit(vFloat x) {
    vFloat y = 0.0f;
    v_if(x < 0.0f) { y = 1.0f; }
    v_endif;
    return y;
}

// b where the condition is zero, else a.
template <class V>
sfpi_inline V where(V condition, V a, V b) {
    v_if(condition == 0) { a = b; }
    v_endif;
    return a;
}

}  // namespace ckernel::sfpu
