// The multiply-add of sfpu-mad-fast.md 1 on the vectors of one x86 level, for levels with the fused instruction. Part
// of mad_level.cpp: written with the compiler's vectors, since its loops over lanes come out half as fast.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "sim/num/fp32.hpp"

namespace tessera::lane::TESSERA_LEVEL {
namespace {

#ifdef __AVX512F__
constexpr std::size_t vector_lanes = 16;
#else
constexpr std::size_t vector_lanes = 8;
#endif
using Ints [[gnu::vector_size(4 * vector_lanes)]] = std::int32_t;
using Floats [[gnu::vector_size(4 * vector_lanes)]] = float;

#define TESSERA_INLINE [[gnu::always_inline]] inline

TESSERA_INLINE Ints ints(Floats a) { return reinterpret_cast<Ints>(a); }
TESSERA_INLINE Floats floats(Ints a) { return reinterpret_cast<Floats>(a); }
TESSERA_INLINE Ints larger(Ints a, Ints b) { return a > b ? a : b; }
TESSERA_INLINE Ints smaller(Ints a, Ints b) { return a < b ? a : b; }
TESSERA_INLINE Ints truncated(Floats a) { return __builtin_convertvector(a, Ints); }
TESSERA_INLINE Floats rounded(Ints a) { return __builtin_convertvector(a, Floats); }

TESSERA_INLINE Ints load(const std::uint32_t* from) {
    Ints a;
    __builtin_memcpy(&a, from, sizeof a);
    return a;
}
TESSERA_INLINE void store(std::uint32_t* to, Ints a) { __builtin_memcpy(to, &a, sizeof a); }

// Shifts by lane; counts from 32 on shift everything out. What is shifted in on the left is the sign.
#ifdef __AVX512F__
TESSERA_INLINE Ints left(Ints a, Ints counts) {
    return reinterpret_cast<Ints>(
        _mm512_maskz_sllv_epi32(0xFFFF, reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(counts)));
}
TESSERA_INLINE Ints right(Ints a, Ints counts) {
    return reinterpret_cast<Ints>(
        _mm512_maskz_srav_epi32(0xFFFF, reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(counts)));
}
TESSERA_INLINE Floats fused_subtract(Floats a, Floats b, Floats c) { return _mm512_fmsub_ps(a, b, c); }
// The integer below, with its lowest bit set where that is not all.
TESSERA_INLINE Ints odd_floor(Floats a) {
    const auto below =
        reinterpret_cast<Ints>(_mm512_maskz_cvt_roundps_epi32(0xFFFF, a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC));
    const auto above =
        reinterpret_cast<Ints>(_mm512_maskz_cvt_roundps_epi32(0xFFFF, a, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC));
    return below | (above & 1);
}
TESSERA_INLINE bool any(Ints a) {
    return _mm512_test_epi32_mask(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(a)) != 0;
}
#else
TESSERA_INLINE Ints left(Ints a, Ints counts) {
    return reinterpret_cast<Ints>(_mm256_sllv_epi32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(counts)));
}
TESSERA_INLINE Ints right(Ints a, Ints counts) {
    return reinterpret_cast<Ints>(_mm256_srav_epi32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(counts)));
}
TESSERA_INLINE Floats fused_subtract(Floats a, Floats b, Floats c) { return _mm256_fmsub_ps(a, b, c); }
// The integer below, with its lowest bit set where that is not all.
TESSERA_INLINE Ints odd_floor(Floats a) {
    const Floats below = _mm256_floor_ps(a);
    return truncated(below) | ((below != a) & 1);
}
TESSERA_INLINE bool any(Ints a) {
    return _mm256_testz_si256(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(a)) == 0;
}
#endif

// The words where `redo` is zero are the result; the others are to be done again by the exact rule.
template <bool ieee>
TESSERA_INLINE Ints mad_vector(Ints x, Ints y, Ints z, Ints& redo) {
    constexpr std::int32_t fraction_and_sign = static_cast<std::int32_t>(num::fraction_mask | num::sign_bit);
    constexpr std::int32_t sign = static_cast<std::int32_t>(num::sign_bit);
    const Ints ex = x >> 23 & 255, ey = y >> 23 & 255, ez = z >> 23 & 255;
    const Ints none = {};
    const Ints pe = smaller(ex, ey) == 0 ? none - 300 : ex + ey - 127;
    const Ints re = larger(pe, ez);
    const Floats a = floats((x & fraction_and_sign) | 127 << 23);
    const Floats b = floats((y & fraction_and_sign) | 153 << 23);
    const Floats c = floats((z & fraction_and_sign) | 153 << 23);
    // The signed sum r in units of 2^(re - 153): the product by float multiply and its exact error term.
    const Floats h = a * b;
    const Ints p = truncated(h) + odd_floor(fused_subtract(a, b, h));
    const Ints addend = ez == 0 ? none : truncated(c);
    const Ints d = pe - ez;
    const Ints big = d < 0 ? addend : p, small = d < 0 ? p : addend, k = d < 0 ? -d : d;
    const Ints shifted = right(small, k);
    const Ints odd = shifted | ((left(shifted, k) != small) & 1);
    const Ints r = big + (k < 27 ? odd : none);
    Floats f;
    if constexpr (ieee) {
        f = rounded(r);
    } else {
        Ints m = r < 0 ? -r : r;
        m &= ~(m >> 27 & 2);  // bit 1 is forgotten when the sum is normalised by two
        f = floats(ints(rounded(m)) | (r & sign));
    }
    redo = (larger(larger(ex, ey), re) >= 255) | ((re < 27) & (r != 0));
    Ints o = ints(f * floats((larger(re, none + 27) - 26) << 23));
    if constexpr (ieee) o |= (x ^ y) & z & sign;
    return o;
}

#undef TESSERA_INLINE

}  // namespace
}  // namespace tessera::lane::TESSERA_LEVEL
