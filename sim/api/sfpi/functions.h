// Functions of SFPI (spec/kernel-api.md 4.5; instructions: spec/tensix-core.md 5.1).
#pragma once

#include "sim/api/sfpi/operators.h"

namespace sfpi {

enum class RoundMode : uint32_t { Nearest, NearestEven, NearestAway, NearestStochastic, Stochastic, Zero };

// The rounding argument, as the old int or the new enumerator; the vendor's default is stochastic.
struct Rounding {
    uint32_t mode;
    constexpr Rounding(int value) : mode(static_cast<uint32_t>(value)) {}
    constexpr Rounding(RoundMode round)
        : mode(round == RoundMode::Zero                ? 2
               : round >= RoundMode::NearestStochastic ? 1
                                                       : 0) {}
};

namespace detail {
template <class T, class A>
using if_reads_as = std::enable_if_t<reads_as<A, T>::value, int>;
template <class A>
using if_any = std::enable_if_t<is_float_vector<A> || is_int_vector<A>, int>;

inline const Vector& any(const Vector& v) { return v; }
template <class A, std::enable_if_t<!std::is_base_of_v<Vector, A>, int> = 0>
[[gnu::always_inline]] inline auto any(const A& a) {
    return std::conditional_t<is_float_vector<A>, vFloat, vInt>(a);
}
}  // namespace detail

// The same bits as another type; T may be vFloat, vInt or vUInt.
template <class T, class A, std::enable_if_t<std::is_base_of_v<Vector, std::decay_t<A>>, int> = 0>
inline T reinterpret(A&& v) {
    if constexpr (std::is_lvalue_reference_v<A>)
        return T(Handle{detail::unary<VectorOp::copy>(v.handle())});
    else
        return T(Handle{v.release()});
}
template <class T, class A, std::enable_if_t<!std::is_base_of_v<Vector, A>, int> = 0>
[[gnu::always_inline]] inline T reinterpret(const A& place) {
    return T(Handle{detail::any(place).release()});
}
template <class T, class A>
inline T as(A&& v) {
    return reinterpret<T>(static_cast<A&&>(v));
}

#define TESSERA_UNARY(name, operation, parameter, type)                      \
    template <class A, detail::if_reads_as<parameter, A> = 0>                \
    [[gnu::always_inline]] inline type name(const A& v) {                    \
        const auto& x = detail::any(v);                                      \
        return type(Handle{detail::unary<VectorOp::operation>(x.handle())}); \
    }
TESSERA_UNARY(exexp, exponent, vFloat, vInt)
TESSERA_UNARY(exexp_nodebias, exponent_raw, vFloat, vInt)
TESSERA_UNARY(exman8, mantissa_hidden, vFloat, vInt)
TESSERA_UNARY(exman9, mantissa, vFloat, vInt)
TESSERA_UNARY(abs, abs_float, vFloat, vFloat)
TESSERA_UNARY(abs, abs_int, vInt, vInt)
TESSERA_UNARY(subvec_shflror1, rotate_lanes, vFloat, vFloat)
TESSERA_UNARY(subvec_shflror1, rotate_lanes, vInt, vInt)
TESSERA_UNARY(subvec_shflror1, rotate_lanes, vUInt, vUInt)
TESSERA_UNARY(subvec_shflshr1, shift_lanes, vFloat, vFloat)
TESSERA_UNARY(subvec_shflshr1, shift_lanes, vInt, vInt)
TESSERA_UNARY(subvec_shflshr1, shift_lanes, vUInt, vUInt)
#undef TESSERA_UNARY

enum class ExponentMode { Unbiased, Biased };
enum class MantissaMode { WithHidden, WithoutHidden };
template <class A>
inline vInt exexp(const A& v, ExponentMode mode) {
    return mode == ExponentMode::Biased ? exexp_nodebias(v) : exexp(v);
}
template <class A>
inline vInt exman(const A& v, MantissaMode mode = MantissaMode::WithoutHidden) {
    return mode == MantissaMode::WithHidden ? exman8(v) : exman9(v);
}

template <class A, detail::if_any<A> = 0>
inline vInt lz(const A& v) {
    const auto& x = detail::any(v);
    return vInt(Handle{detail::unary<VectorOp::leading_zeros>(x.handle())});
}
template <class A, detail::if_any<A> = 0>
inline vInt lz_nosgn(const A& v) {
    const auto& x = detail::any(v);
    return vInt(Handle{detail::unary<VectorOp::leading_zeros_nosign>(x.handle())});
}

// setexp, setman, setsgn: the field as a scalar or from the low bits (the sign) of a vector.
#define TESSERA_SET_FIELD(name, immediate, operation)                                                              \
    template <class A, class T, detail::if_reads_as<vFloat, A> = 0, detail::if_integral<T> = 0>                    \
    [[gnu::always_inline]] inline vFloat name(const A& v, T field) {                                               \
        const auto& x = detail::vector<vFloat>(v);                                                                 \
        return vFloat(Handle{detail::with_scalar<VectorOp::immediate>(x.handle(), static_cast<uint32_t>(field))}); \
    }                                                                                                              \
    template <class A, class B, detail::if_reads_as<vFloat, A> = 0,                                                \
              std::enable_if_t<detail::is_int_vector<B> || detail::is_float_vector<B>, int> = 0>                   \
    [[gnu::always_inline]] inline vFloat name(const A& v, const B& field) {                                        \
        const auto& x = detail::vector<vFloat>(v);                                                                 \
        const auto& y = detail::any(field);                                                                        \
        return vFloat(Handle{detail::binary<VectorOp::operation>(x.handle(), y.handle())});                        \
    }
TESSERA_SET_FIELD(setexp, set_exponent_imm, set_exponent)
TESSERA_SET_FIELD(setman, set_mantissa_imm, set_mantissa)
TESSERA_SET_FIELD(setsgn, set_sign_imm, set_sign)
#undef TESSERA_SET_FIELD

// Integers in sign-magnitude take a sign, too.
template <class T, detail::if_integral<T> = 0>
[[gnu::always_inline]] inline vInt setsgn(const vInt& v, T sign) {
    return vInt(Handle{detail::with_scalar<VectorOp::set_sign_imm>(v.handle(), static_cast<uint32_t>(sign))});
}

template <class A, class B>
inline vFloat copyexp(const A& v, const B& from) {
    const auto& x = detail::vector<vFloat>(v);
    const auto& y = detail::vector<vFloat>(from);
    return vFloat(Handle{detail::binary<VectorOp::copy_exponent>(x.handle(), y.handle())});
}
template <class A, class B>
inline vFloat copyman(const A& v, const B& from) {
    return setman(v, from);
}
template <class A, class B>
inline vFloat copysgn(const A& v, const B& from) {
    return setsgn(v, from);
}

template <class A, class T, detail::if_reads_as<vFloat, A> = 0, detail::if_integral<T> = 0>
[[gnu::always_inline]] inline vFloat addexp(const A& v, T n) {
    const auto& x = detail::vector<vFloat>(v);
    return vFloat(Handle{detail::with_scalar<VectorOp::add_exponent>(x.handle(), static_cast<uint32_t>(n))});
}
template <class A, class T>
inline vFloat ldexp(const A& v, T n) {
    return addexp(v, n);
}

// Negative amounts shift right, logically.
template <class A, class B, std::enable_if_t<detail::is_int_vector<A> && detail::is_int_vector<B>, int> = 0>
inline detail::int_result<A, A> shft(const A& v, const B& amount) {
    return detail::int_result<A, A>(detail::int_op<VectorOp::shift>(v, amount));
}
template <class A, class T, std::enable_if_t<detail::is_int_vector<A> && std::is_integral_v<T>, int> = 0>
[[gnu::always_inline]] inline detail::int_result<A, A> shft(const A& v, T amount) {
    return v << amount;
}

// The integer is sign-magnitude.
template <class A, std::enable_if_t<detail::is_int_vector<A>, int> = 0>
[[gnu::always_inline]] inline vFloat int32_to_float(const A& v, Rounding rounding = 1) {
    const auto& x = detail::int_vector(v);
    return vFloat(Handle{detail::with_scalar<VectorOp::int_to_float>(x.handle(), rounding.mode)});
}

// Results are sign-magnitude, saturated; the fp16 forms stay in fp32 layout.
#define TESSERA_ROUND(name, operation)                                                             \
    template <class A, detail::if_reads_as<vFloat, A> = 0>                                         \
    [[gnu::always_inline]] inline vUInt name(const A& v, Rounding rounding = 1) {                  \
        const auto& x = detail::vector<vFloat>(v);                                                 \
        return vUInt(Handle{detail::with_scalar<VectorOp::operation>(x.handle(), rounding.mode)}); \
    }
TESSERA_ROUND(float_to_fp16a, to_fp16a)
TESSERA_ROUND(float_to_fp16b, to_fp16b)
TESSERA_ROUND(float_to_uint8, to_uint8)
TESSERA_ROUND(float_to_int8, to_int8)
TESSERA_ROUND(float_to_uint16, to_uint16)
TESSERA_ROUND(float_to_int16, to_int16)
#undef TESSERA_ROUND

// convert<vFloat>(integer), convert<vFloat16a/b>(float), convert<vUInt16>(float), convert<vInt>(float): to int16.
template <class T, class A>
[[gnu::always_inline]] inline T convert(const A& v, RoundMode round) {
    if constexpr (detail::is_int_vector<A>) {
        return T(int32_to_float(v, round));
    } else if constexpr (std::is_same_v<T, vFloat16a>) {
        return T(Handle{float_to_fp16a(v, round).release()});
    } else if constexpr (std::is_same_v<T, vFloat16b>) {
        return T(Handle{float_to_fp16b(v, round).release()});
    } else if constexpr (std::is_same_v<T, vUInt16>) {
        return T(Handle{float_to_uint16(v, round).release()});
    } else {
        return T(float_to_int16(v, round));
    }
}

namespace detail {
template <VectorOp op>
inline void exchange(Vector& a, Vector& b) {
    const uint32_t new_a = binary<op>(a.handle(), b.handle());
    const uint32_t new_b = with_scalar<VectorOp::result>(0, 1);
    a.replace(Handle{new_a});
    b.replace(Handle{new_b});
}
}  // namespace detail

// Both arguments change: exchanged; minimum to a and maximum to b, in the order of sign-magnitude integers.
inline void vec_swap(Vector& a, Vector& b) { detail::exchange<VectorOp::swap>(a, b); }
inline void swap(Vector& a, Vector& b) { detail::exchange<VectorOp::swap>(a, b); }
inline void vec_min_max(Vector& a, Vector& b) { detail::exchange<VectorOp::min_max>(a, b); }
inline void min_max(Vector& a, Vector& b) { detail::exchange<VectorOp::min_max>(a, b); }

// Row j of vector i and row i of vector j change places.
inline void subvec_transp(Vector& a, Vector& b, Vector& c, Vector& d) {
    tessera::abi::emit_void<VectorOp::operands>(a.handle(), b.handle());
    tessera::abi::emit_void<VectorOp::transpose>(c.handle(), d.handle());
    a.replace(Handle{detail::with_scalar<VectorOp::result>(0, 1)});
    b.replace(Handle{detail::with_scalar<VectorOp::result>(0, 2)});
    c.replace(Handle{detail::with_scalar<VectorOp::result>(0, 3)});
    d.replace(Handle{detail::with_scalar<VectorOp::result>(0, 4)});
}

namespace detail {
// Mod0 of SFPLUT, Mod1 of SFPLUTFP32 (spec/tensix-core.md 4.1).
inline constexpr uint32_t keep_sign = 4;

inline vFloat lut3(const vFloat& v, const Vector& l0, const Vector& l1, const Vector& l2, uint32_t mode) {
    tessera::abi::emit_void<VectorOp::operands>(l0.handle(), l1.handle());
    tessera::abi::emit_void<VectorOp::operands>(l2.handle(), 0);
    return vFloat(Handle{with_scalar<VectorOp::lut>(v.handle(), mode)});
}
inline vFloat lut3_fp32(const vFloat& v, const Vector& l0, const Vector& l1, const Vector& l2, uint32_t mode) {
    tessera::abi::emit_void<VectorOp::operands>(l0.handle(), l1.handle());
    tessera::abi::emit_void<VectorOp::operands>(l2.handle(), 0);
    return vFloat(Handle{with_scalar<VectorOp::lut_fp32>(v.handle(), mode)});
}
inline vFloat lut6_fp32(const vFloat& v, const Vector& l0, const Vector& l1, const Vector& l2, const Vector& l4,
                        const Vector& l5, const Vector& l6, uint32_t mode) {
    tessera::abi::emit_void<VectorOp::operands>(l0.handle(), l1.handle());
    tessera::abi::emit_void<VectorOp::operands>(l2.handle(), l4.handle());
    tessera::abi::emit_void<VectorOp::operands>(l5.handle(), l6.handle());
    return vFloat(Handle{with_scalar<VectorOp::lut_fp32>(v.handle(), mode)});
}
}  // namespace detail

// lut keeps the sign of v, lut_sign takes that of the result.
inline vFloat lut(const vFloat& v, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
    return detail::lut3(v, l0, l1, l2, detail::keep_sign);
}
inline vFloat lut_sign(const vFloat& v, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
    return detail::lut3(v, l0, l1, l2, 0);
}
inline vFloat lut2(const vFloat& v, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
    return detail::lut3_fp32(v, l0, l1, l2, 10 | detail::keep_sign);
}
inline vFloat lut2_sign(const vFloat& v, const vUInt& l0, const vUInt& l1, const vUInt& l2) {
    return detail::lut3_fp32(v, l0, l1, l2, 10);
}
inline vFloat lut2(const vFloat& v, const vFloat& a0, const vFloat& a1, const vFloat& a2, const vFloat& b0,
                   const vFloat& b1, const vFloat& b2) {
    return detail::lut6_fp32(v, a0, a1, a2, b0, b1, b2, detail::keep_sign);
}
inline vFloat lut2_sign(const vFloat& v, const vFloat& a0, const vFloat& a1, const vFloat& a2, const vFloat& b0,
                        const vFloat& b1, const vFloat& b2) {
    return detail::lut6_fp32(v, a0, a1, a2, b0, b1, b2, 0);
}
inline vFloat lut2(const vFloat& v, const vUInt& a0, const vUInt& a1, const vUInt& a2, const vUInt& b0, const vUInt& b1,
                   const vUInt& b2, int mode = 1) {
    return detail::lut6_fp32(v, a0, a1, a2, b0, b1, b2, (mode == 1 ? 2u : 3u) | detail::keep_sign);
}
inline vFloat lut2_sign(const vFloat& v, const vUInt& a0, const vUInt& a1, const vUInt& a2, const vUInt& b0,
                        const vUInt& b1, const vUInt& b2, int mode = 1) {
    return detail::lut6_fp32(v, a0, a1, a2, b0, b1, b2, mode == 1 ? 2u : 3u);
}

// Blackhole: the table of SFPARECIP.
inline vFloat approx_recip(const vFloat& v) {
    return vFloat(Handle{detail::unary<VectorOp::approx_recip>(v.handle())});
}

}  // namespace sfpi
