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
TESSERA_INLINE Floats fused_add(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
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
TESSERA_INLINE Floats fused_add(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
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

constexpr std::int32_t sign = static_cast<std::int32_t>(num::sign_bit);
constexpr std::int32_t fraction = static_cast<std::int32_t>(num::fraction_mask);
constexpr std::int32_t infinity = static_cast<std::int32_t>(num::infinity);
constexpr std::int32_t least_normal = static_cast<std::int32_t>(num::hidden_bit);
constexpr std::int32_t no_product = -300;  // its exponent: so small that alignment leaves nothing of it

TESSERA_INLINE Ints exponents(Ints a) { return a >> 23 & 255; }
TESSERA_INLINE Ints magnitudes(Ints a) { return a & ~sign; }
TESSERA_INLINE Ints is_nan(Ints a) { return magnitudes(a) > infinity; }
TESSERA_INLINE Ints is_infinite(Ints a) { return magnitudes(a) == infinity; }

// The signed sum r in units of 2^(larger(pe, ez) - 153): the product by float multiply and its exact error term.
TESSERA_INLINE Ints aligned_sum(Ints x, Ints y, Ints z, Ints pe, Ints ez) {
    const Ints none = {};
    const Floats a = floats((x & (fraction | sign)) | 127 << 23);
    const Floats b = floats((y & (fraction | sign)) | 153 << 23);
    const Floats c = floats((z & (fraction | sign)) | 153 << 23);
    const Floats h = a * b;
    const Ints p = truncated(h) + odd_floor(fused_subtract(a, b, h));
    const Ints addend = ez == 0 ? none : truncated(c);
    const Ints d = pe - ez;
    const Ints big = d < 0 ? addend : p, small = d < 0 ? p : addend, k = d < 0 ? -d : d;
    const Ints shifted = right(small, k);
    const Ints odd = shifted | ((left(shifted, k) != small) & 1);
    return big + (k < 27 ? odd : none);
}

// |r| rounded to 24 bits, as a float.
template <bool ieee>
TESSERA_INLINE Floats rounded_size(Ints r) {
    Ints m = r < 0 ? -r : r;
    if constexpr (!ieee) m &= ~(m >> 27 & 2);  // bit 1 is forgotten when the sum is normalised by two
    return rounded(m);
}

// The words where `redo` is zero are the result; the others are to be done again by the exact rule.
template <bool ieee>
TESSERA_INLINE Ints mad_vector(Ints x, Ints y, Ints z, Ints& redo) {
    const Ints ex = exponents(x), ey = exponents(y), ez = exponents(z);
    const Ints none = {};
    const Ints pe = smaller(ex, ey) == 0 ? none + no_product : ex + ey - 127;
    const Ints re = larger(pe, ez);
    const Ints r = aligned_sum(x, y, z, pe, ez);
    Floats f;
    if constexpr (ieee)
        f = rounded(r);
    else
        f = floats(ints(rounded_size<ieee>(r)) | (r & sign));
    redo = (larger(larger(ex, ey), re) >= 255) | ((re < 27) & (r != 0));
    Ints o = ints(f * floats((larger(re, none + 27) - 26) << 23));
    if constexpr (ieee) o |= (x ^ y) & z & sign;
    return o;
}

// The whole rule of tensix-core.md 4.1: NaNs and what leaks into them, infinities, results that are too small. The
// exponent is put in as an integer, since scaling would round what is too small once more. Only where the rule rounds
// subnormal results are those, and the ones next to them, left: `redo` says so.
template <bool ieee>
TESSERA_INLINE Ints exact_mad_vector(Ints x, Ints y, Ints z, Ints& redo) {
    const Ints ex = exponents(x), ey = exponents(y), ez = exponents(z);
    const Ints none = {}, product_exponent = ex + ey - 127, product_sign = (x ^ y) & sign;
    const Ints has_none = (smaller(ex, ey) == 0) | (product_exponent < 0);
    const Ints pe = has_none ? none + no_product : smaller(product_exponent, none + 255);
    const Ints r = aligned_sum(x, y, z, pe, ez);
    const Ints f = ints(rounded_size<ieee>(r));
    const Ints e = (f >> 23) + larger(pe, ez) - 153;  // of the result, if r is not zero
    const Ints is_normal = (r != 0) & (e > 0) & (e < 255);
    Ints o = is_normal ? ((r & sign) | e << 23 | (f & fraction)) : none;
    o = ((r != 0) & (e >= 255)) ? ((r & sign) | infinity) : o;
    if constexpr (ieee) o = r == 0 ? product_sign & z : o;
    redo = ieee ? (r != 0) & (e < 2) : none;

    const Ints is_special = larger(larger(ex, ey), larger(ez, product_exponent)) >= 255;
    const Ints is_infinite_product = (larger(ex, ey) == 255) | (ieee ? none : Ints(product_exponent >= 255));
    const Ints clash = is_infinite(z) & is_infinite_product & (((z ^ product_sign) & sign) != 0);
    const Ints factor_nan = is_nan(x) | is_nan(y) | (is_infinite(x) & (ey == 0)) | (is_infinite(y) & (ex == 0)) | clash;
    const Ints nan = factor_nan | is_nan(z);
    o = is_special ? (is_infinite(z) ? z : product_sign | infinity) : o;
    if constexpr (ieee) {
        o = nan ? none + static_cast<std::int32_t>(num::canonical_nan) : o;
        redo &= ~is_special;
    } else {
        const Ints leaked = (factor_nan ? product_sign : z & sign) | infinity | 1 | (is_normal ? f & fraction : none);
        o = nan ? leaked : o;
    }
    return o;
}

// By sfpu-mad-fast.md 3. What is flagged for the exact rule is NaN, or rounds up to a normal number.
TESSERA_INLINE Ints flushed(Ints a) { return a & (((a & infinity) != 0) | sign); }

template <bool ieee>
TESSERA_INLINE Ints mul_vector(Ints x, Ints y, Ints& redo) {
    const Ints o = ints(floats(flushed(x)) * floats(flushed(y)));
    const Ints a = magnitudes(o), is_normal = a >= least_normal;
    if constexpr (!ieee) {
        redo = (a > infinity) | (a == least_normal);
        return o & is_normal;
    }
    const Ints ex = exponents(x), ey = exponents(y);
    redo = a > infinity;
    return o & (is_normal | ((smaller(ex, ey) != 0) & (ex + ey >= 127) & sign));
}

template <bool ieee>
TESSERA_INLINE Ints add_vector(Ints x, Ints z, Ints& redo) {
    const Ints o = ints(floats(flushed(x)) + floats(flushed(z)));
    const Ints a = magnitudes(o);
    redo = a > infinity;
    return o & ((a >= least_normal) | (ieee ? sign : 0));
}

// By sfpu-mad-fast.md 5: with pe < ez the machine keeps the product rounded to odd three bits below the last place of
// z, and losing at most one bit to cancellation leaves two guard bits, so that its one rounding is the fused
// operation's. `bad` where that is not so.
TESSERA_INLINE Ints fused_mad_vector(Ints x, Ints y, Ints z, Ints& bad) {
    const Ints ex = exponents(x), ey = exponents(y), ez = exponents(z);
    const Ints has_none = smaller(ex, ey) == 0;
    const Ints o = has_none ? z : ints(fused_add(floats(x), floats(y), floats(z)));
    const Ints eo = exponents(o);
    bad = (larger(larger(ex, ey), eo) >= 255) | (ez < 27) | (eo < ez - 1) | (~has_none & (ex + ey - 127 >= ez));
    return o;
}

#undef TESSERA_INLINE

}  // namespace
}  // namespace tessera::lane::TESSERA_LEVEL
