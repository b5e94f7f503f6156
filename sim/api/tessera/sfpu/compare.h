// Predicates on SFPI vectors: 1 where they hold, 0 elsewhere. Comparisons are those of the SFPU: by the sign of a
// difference or by bits, so that -0 is below 0 and a NaN goes by its sign bit (kernel-api.md 4.2).
#pragma once

#include "sim/api/tessera/sfpu/each.h"

namespace tessera::vectors {

enum class Compare : uint8_t { eq, ne, lt, gt, le, ge };

template <Compare how>
sfpi_inline vFloat compared(vFloat x, vFloat with) {
    vFloat y;
    if constexpr (how == Compare::eq || how == Compare::ne) {
        v_if(x == with) { y = how == Compare::eq ? 1.0f : 0.0f; }
        v_else { y = how == Compare::eq ? 0.0f : 1.0f; }
        v_endif;
    } else if constexpr (how == Compare::lt) {
        v_if(x < with) { y = 1.0f; }
        v_else { y = 0.0f; }
        v_endif;
    } else if constexpr (how == Compare::gt) {
        v_if(x > with) { y = 1.0f; }
        v_else { y = 0.0f; }
        v_endif;
    } else if constexpr (how == Compare::le) {
        v_if(x <= with) { y = 1.0f; }
        v_else { y = 0.0f; }
        v_endif;
    } else {
        v_if(x >= with) { y = 1.0f; }
        v_else { y = 0.0f; }
        v_endif;
    }
    return y;
}
template <Compare how>
sfpi_inline vFloat compared_with_scalar(vFloat x, float with) {
    return compared<how>(x, vFloat(with));
}

// With 0: two tests, of the sign and of > 0, and their opposites.
template <Compare how>
sfpi_inline vFloat compared_with_zero(vFloat x) {
    constexpr bool is_opposite = how == Compare::ne || how == Compare::lt || how == Compare::le;
    const vFloat holds = is_opposite ? 0.0f : 1.0f, fails = is_opposite ? 1.0f : 0.0f;
    vFloat y;
    if constexpr (how == Compare::eq || how == Compare::ne) {
        v_if(x == 0.0f) { y = holds; }
        v_else { y = fails; }
        v_endif;
    } else if constexpr (how == Compare::lt || how == Compare::ge) {
        v_if(x >= 0.0f) { y = holds; }
        v_else { y = fails; }
        v_endif;
    } else {
        v_if(x > 0.0f) { y = holds; }
        v_else { y = fails; }
        v_endif;
    }
    return y;
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
    vFloat y = sfpi::vConst1;
    v_if(x < 0.0f) { y = sfpi::vConstNeg1; }
    v_endif;
    v_if(x == 0.0f) { y = sfpi::vConst0; }
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

// b where the condition has no bit set, else a; V moves bits.
template <class V>
sfpi_inline V where(V condition, V a, V b) {
    v_if(sfpi::reinterpret<vInt>(condition) == 0) { a = b; }
    v_endif;
    return a;
}

}  // namespace tessera::vectors
