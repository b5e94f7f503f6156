// Operations that exchange lanes or order vectors, and lookups (spec/kernel-api.md 4.5; instructions:
// spec/tensix-core.md 4.1, 4.3, 4.5).
#pragma once

#include "sim/api/sfpi/functions.h"

namespace sfpi {

namespace tessera_detail {
template <VectorOp op>
inline void exchange(vVal& a, vVal& b) {
    const uint32_t new_a = binary<op>(a.handle(), b.handle());
    const uint32_t new_b = with_scalar<VectorOp::result>(0, 1);
    a.replace(Handle{new_a});
    b.replace(Handle{new_b});
}
}  // namespace tessera_detail

// Both arguments change: exchanged; minimum to a and maximum to b, in the order of sign-magnitude integers.
inline void vec_swap(vVal& a, vVal& b) { tessera_detail::exchange<VectorOp::swap>(a, b); }
inline void swap(vVal& a, vVal& b) { tessera_detail::exchange<VectorOp::swap>(a, b); }
inline void vec_min_max(vVal& a, vVal& b) { tessera_detail::exchange<VectorOp::min_max>(a, b); }
inline void min_max(vVal& a, vVal& b) { tessera_detail::exchange<VectorOp::min_max>(a, b); }
inline void vec_max_min(vVal& a, vVal& b) { tessera_detail::exchange<VectorOp::min_max>(b, a); }

// min, max, clamp of floats and sign-magnitude integers; the arguments stay as they are.
#define TESSERA_ORDERED(name, kept)                                                                                   \
    template <class A, class B, tessera_detail::if_float<A, B> = 0>                                                   \
    [[gnu::always_inline]] inline vFloat name(const A& a, const B& b) {                                               \
        vFloat least = tessera_detail::copied<vFloat>(a), most = tessera_detail::copied<vFloat>(b);                   \
        min_max(least, most);                                                                                         \
        return kept;                                                                                                  \
    }                                                                                                                 \
    template <class A, class B,                                                                                       \
              std::enable_if_t<std::is_base_of_v<vSMag, A> && (std::is_base_of_v<vSMag, B> || std::is_integral_v<B>), \
                               int> = 0>                                                                              \
    [[gnu::always_inline]] inline vSMag name(const A& a, const B& b) {                                                \
        vSMag least = tessera_detail::copied<vSMag>(a), most = tessera_detail::copied<vSMag>(b);                      \
        min_max(least, most);                                                                                         \
        return kept;                                                                                                  \
    }
namespace tessera_detail {
template <class T, class A>
[[gnu::always_inline]] inline T copied(const A& a) {
    return T(a);
}
}  // namespace tessera_detail
TESSERA_ORDERED(min, least)
TESSERA_ORDERED(max, most)
#undef TESSERA_ORDERED
template <class A, class L, class H>
[[gnu::always_inline]] inline auto clamp(const A& v, const L& low, const H& high) {
    return min(max(v, low), high);
}

// Row j of vector i and row i of vector j change places.
inline void subvec_transp(vVal& a, vVal& b, vVal& c, vVal& d) {
    tessera::abi::emit_void<VectorOp::operands>(a.handle(), b.handle());
    tessera::abi::emit_void<VectorOp::transpose>(c.handle(), d.handle());
    a.replace(Handle{tessera_detail::with_scalar<VectorOp::result>(0, 1)});
    b.replace(Handle{tessera_detail::with_scalar<VectorOp::result>(0, 2)});
    c.replace(Handle{tessera_detail::with_scalar<VectorOp::result>(0, 3)});
    d.replace(Handle{tessera_detail::with_scalar<VectorOp::result>(0, 4)});
}

namespace tessera_detail {
// Mod0 of SFPLUT, Mod1 of SFPLUTFP32 (spec/tensix-core.md 4.1).
inline constexpr uint32_t keep_sign = 4;

inline vFloat lut3(const vFloat& v, const vVal& l0, const vVal& l1, const vVal& l2, uint32_t mode) {
    tessera::abi::emit_void<VectorOp::operands>(l0.handle(), l1.handle());
    tessera::abi::emit_void<VectorOp::operands>(l2.handle(), 0);
    return vFloat(Handle{with_scalar<VectorOp::lut>(v.handle(), mode)});
}
inline vFloat lut3_fp32(const vFloat& v, const vVal& l0, const vVal& l1, const vVal& l2, uint32_t mode) {
    tessera::abi::emit_void<VectorOp::operands>(l0.handle(), l1.handle());
    tessera::abi::emit_void<VectorOp::operands>(l2.handle(), 0);
    return vFloat(Handle{with_scalar<VectorOp::lut_fp32>(v.handle(), mode)});
}
inline vFloat lut6_fp32(const vFloat& v, const vVal& l0, const vVal& l1, const vVal& l2, const vVal& l4, const vVal& l5,
                        const vVal& l6, uint32_t mode) {
    tessera::abi::emit_void<VectorOp::operands>(l0.handle(), l1.handle());
    tessera::abi::emit_void<VectorOp::operands>(l2.handle(), l4.handle());
    tessera::abi::emit_void<VectorOp::operands>(l5.handle(), l6.handle());
    return vFloat(Handle{with_scalar<VectorOp::lut_fp32>(v.handle(), mode)});
}
}  // namespace tessera_detail

// lut keeps the sign of v, lut_sign takes that of the result.
inline vFloat lut(const vFloat& v, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
    return tessera_detail::lut3(v, l0, l1, l2, tessera_detail::keep_sign);
}
inline vFloat lut_sign(const vFloat& v, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
    return tessera_detail::lut3(v, l0, l1, l2, 0);
}
inline vFloat lut2(const vFloat& v, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
    return tessera_detail::lut3_fp32(v, l0, l1, l2, 10 | tessera_detail::keep_sign);
}
inline vFloat lut2_sign(const vFloat& v, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
    return tessera_detail::lut3_fp32(v, l0, l1, l2, 10);
}
inline vFloat lut2(const vFloat& v, const vFloat& a0, const vFloat& a1, const vFloat& a2, const vFloat& b0,
                   const vFloat& b1, const vFloat& b2) {
    return tessera_detail::lut6_fp32(v, a0, a1, a2, b0, b1, b2, tessera_detail::keep_sign);
}
inline vFloat lut2_sign(const vFloat& v, const vFloat& a0, const vFloat& a1, const vFloat& a2, const vFloat& b0,
                        const vFloat& b1, const vFloat& b2) {
    return tessera_detail::lut6_fp32(v, a0, a1, a2, b0, b1, b2, 0);
}
inline vFloat lut2(const vFloat& v, const vUInt& a0, const vUInt& a1, const vUInt& a2, const vUInt& b0, const vUInt& b1,
                   const vUInt& b2, int mode = 1) {
    return tessera_detail::lut6_fp32(v, a0, a1, a2, b0, b1, b2, (mode == 1 ? 2u : 3u) | tessera_detail::keep_sign);
}
inline vFloat lut2_sign(const vFloat& v, const vUInt& a0, const vUInt& a1, const vUInt& a2, const vUInt& b0,
                        const vUInt& b1, const vUInt& b2, int mode = 1) {
    return tessera_detail::lut6_fp32(v, a0, a1, a2, b0, b1, b2, mode == 1 ? 2u : 3u);
}

}  // namespace sfpi
