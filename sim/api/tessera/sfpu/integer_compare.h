// Comparisons, limits and signs of 32-bit integers on SFPI vectors. Tiles hold two's complement; a vUInt moves its bits
// unchanged, a vInt comes as sign and magnitude on Wormhole (tensix-core.md 4.2, mode 12), where the least integer has
// no magnitude of its own and reads as 0.
#pragma once

#include "sim/api/tessera/sfpu/compare.h"

namespace tessera::vectors {

inline constexpr bool loads_sign_and_magnitude = !sfpi::tessera_detail::has_extensions;

// A vInt as it was loaded, in two's complement; and back, for a vInt to store.
sfpi_inline vInt twos_complement(vInt x) {
    if constexpr (loads_sign_and_magnitude) {
        v_if(x < 0) { x = 0 - sfpi::setsgn(x, 0); }
        v_endif;
    }
    return x;
}

sfpi_inline vInt sign_bit(vInt x) { return sfpi::reinterpret<vInt>(sfpi::shft(sfpi::reinterpret<vUInt>(x), -31)); }
// 1 where a < b, by the sign of the difference where it cannot overflow, else by that of a.
sfpi_inline vInt is_less(vInt a, vInt b) {
    vInt y = sign_bit(a - b);
    v_if((a ^ b) < 0) { y = sign_bit(a); }
    v_endif;
    return y;
}
template <Compare how>
sfpi_inline vInt ints_compared(vInt a, vInt b) {
    if constexpr (how == Compare::lt) return is_less(a, b);
    if constexpr (how == Compare::gt) return is_less(b, a);
    if constexpr (how == Compare::ge) return is_less(a, b) ^ 1;
    if constexpr (how == Compare::le) return is_less(b, a) ^ 1;
    vInt y = how == Compare::eq ? 0 : 1;
    v_if((a ^ b) == 0) { y = how == Compare::eq ? 1 : 0; }
    v_endif;
    return y;
}
template <Compare how>
sfpi_inline vInt int_compared_with(vInt x, uint32_t with) {
    return ints_compared<how>(twos_complement(x), vInt(with));
}
// Of a vInt as it was loaded: sign and magnitude tell as much as two's complement.
template <Compare how>
sfpi_inline vInt int_compared_with_zero(vInt x) {
    vInt y = 0;
    if constexpr (how == Compare::eq) {
        v_if(x == 0) { y = 1; }
        v_endif;
    } else if constexpr (how == Compare::ne) {
        v_if(x != 0) { y = 1; }
        v_endif;
    } else if constexpr (how == Compare::lt) {
        v_if(x < 0) { y = 1; }
        v_endif;
    } else if constexpr (how == Compare::gt) {
        v_if(x > 0) { y = 1; }
        v_endif;
    } else if constexpr (how == Compare::le) {
        v_if(x <= 0) { y = 1; }
        v_endif;
    } else {
        v_if(x >= 0) { y = 1; }
        v_endif;
    }
    return y;
}

// Of two's complement by SFPSWAP, which orders sign and magnitude: two negative numbers come out the wrong way round.
template <bool most>
sfpi_inline vInt extreme_int(vInt a, vInt b) {
    sfpi::vec_min_max(a, b);
    vInt y = most ? b : a;
    v_if(a < 0 && b < 0) { y = most ? a : b; }
    v_endif;
    return y;
}
// Of one number for all lanes: where it is negative both sides are complemented. The least integer, whose complement
// would do as well, is told apart because the vendor does.
template <bool most>
sfpi_inline vInt extreme_int_with(vInt x, uint32_t with) {
    if (with == 0x80000000) {
        if constexpr (most)
            return x;
        else
            return vInt(with);
    }
    const bool complements = static_cast<int>(with) < 0;
    vInt other = complements ? ~with : with;
    if (complements) x = ~x;
    sfpi::vec_min_max(x, other);  // the lesser in x
    if (most == complements) return complements ? vInt(~x) : x;
    return complements ? vInt(~other) : other;
}
sfpi_inline vInt int_clamped(vInt x, uint32_t low, uint32_t high) {
    return extreme_int_with<false>(extreme_int_with<true>(x, low), high);
}

// The vendor's relu_max of integers takes the threshold as the bits of an fp32 and compares what was loaded: on
// Wormhole a negative number whose magnitude is below the threshold becomes the threshold.
sfpi_inline vInt int_relu_max(vInt x, int most) {
    vInt limit = most;
    v_if(x > limit) { x = limit; }
    v_endif;
    v_if(x < 0) { x = 0; }
    v_endif;
    return x;
}
// Wormhole orders sign and magnitude by SFPSWAP, Blackhole subtracts.
sfpi_inline vInt int_relu_min(vInt x, uint32_t least) {
    if constexpr (loads_sign_and_magnitude) {
        const int value = static_cast<int>(least);
        vInt limit = value < 0 ? 0x80000000u | (0u - least) : least;
        sfpi::vec_min_max(x, limit);
        return limit;
    } else {
        vInt limit = least;
        v_if(x < limit) { x = limit; }
        v_endif;
        return x;
    }
}

// The least integer stays as it is.
sfpi_inline vInt int_absolute(vInt x) { return sfpi::abs(x); }
sfpi_inline vInt int_negative(vInt x) { return 0 - x; }

template <class V>
sfpi_inline V logical_not_of(V x) {
    vInt y = 0;
    v_if(x == 0) { y = 1; }
    v_endif;
    return V(sfpi::Handle{y.release()});
}
// By the leading zeros of all bits but the first, as the vendor's: the least signed integer counts as 0, too.
sfpi_inline vUInt is_zero_below_top_bit(vUInt x) { return sfpi::shft(sfpi::reinterpret<vUInt>(sfpi::lz_nosgn(x)), -5); }
template <class V>
sfpi_inline V is_not_zero(V x) {
    vInt y = 0;
    v_if(x != 0) { y = 1; }
    v_endif;
    return V(sfpi::Handle{y.release()});
}

}  // namespace tessera::vectors
