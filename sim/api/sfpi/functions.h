// Functions of SFPI (spec/kernel-api.md 4.5; instructions: spec/tensix-core.md 5.1).
#pragma once

#include "sim/api/sfpi/operators.h"

namespace sfpi {

namespace detail {
template <class T, class A>
using if_reads_as = std::enable_if_t<reads_as<A, T>::value, int>;
template <class A>
using if_any = std::enable_if_t<is_float_vector<A> || is_int_vector<A> || std::is_base_of_v<vSMag, A>, int>;

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

enum class ExponentMode { Debias, NoDebias };
enum class MantissaMode { FractionOnly, WithUnitBit, ImplicitOne = WithUnitBit };
template <class A>
inline vInt exexp(const A& v, ExponentMode mode) {
    return mode == ExponentMode::NoDebias ? exexp_nodebias(v) : exexp(v);
}
template <class A>
inline vInt exman(const A& v, MantissaMode mode = MantissaMode::FractionOnly) {
    return mode == MantissaMode::WithUnitBit ? exman8(v) : exman9(v);
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

// Integers in sign-magnitude take a sign, too, whatever type holds them.
#define TESSERA_SET_SIGN(type)                                                                                     \
    template <class T, detail::if_integral<T> = 0>                                                                 \
    [[gnu::always_inline]] inline type setsgn(const type& v, T sign) {                                             \
        return type(Handle{detail::with_scalar<VectorOp::set_sign_imm>(v.handle(), static_cast<uint32_t>(sign))}); \
    }                                                                                                              \
    inline type copysgn(const type& v, const Vector& from) {                                                       \
        return type(Handle{detail::binary<VectorOp::set_sign>(v.handle(), from.handle())});                        \
    }
TESSERA_SET_SIGN(vInt)
TESSERA_SET_SIGN(vSMag)
#undef TESSERA_SET_SIGN
inline vMag abs(const vSMag& v) { return vMag(Handle{setsgn(v, 0).release()}); }
inline vSMag operator-(const vSMag& v) { return vSMag(Handle{detail::unary<VectorOp::negate>(v.handle())}); }

template <class A, class B>
inline vFloat copyexp(const A& v, const B& from) {
    const auto& x = detail::vector<vFloat>(v);
    const auto& y = detail::vector<vFloat>(from);
    return vFloat(Handle{detail::binary<VectorOp::copy_exponent>(x.handle(), y.handle())});
}
// copyman, copysgn: the field of another vector, as setman and setsgn take it; setsgn2 is an older name.
template <class A, class B>
inline vFloat copyman(const A& v, const B& from) {
    return setman(v, from);
}
template <class A, class B, detail::if_reads_as<vFloat, A> = 0>
inline vFloat copysgn(const A& v, const B& from) {
    return setsgn(v, from);
}
template <class A, class B>
inline auto setsgn2(const A& v, const B& from) {
    return copysgn(v, from);
}

template <class A, class T, detail::if_reads_as<vFloat, A> = 0, detail::if_integral<T> = 0>
[[gnu::always_inline]] inline vFloat addexp(const A& v, T n) {
    const auto& x = detail::vector<vFloat>(v);
    return vFloat(Handle{detail::with_scalar<VectorOp::add_exponent>(x.handle(), static_cast<uint32_t>(n))});
}
template <class A, class T, detail::if_integral<T> = 0>
[[gnu::always_inline]] inline vFloat ldexp(const A& v, T n) {
    return addexp(v, n);
}
// No instruction adds a vector to the exponent: it is taken out, added to and put back, modulo 256 as addexp does.
template <class A>
inline vFloat ldexp(const A& v, const vInt& n) {
    const auto& x = detail::vector<vFloat>(v);
    return setexp(x, exexp_nodebias(x) + n);
}

namespace detail {
#if defined(TESSERA_HAS_COMPARE)
inline constexpr bool has_extensions = TESSERA_HAS_COMPARE != 0;
#else
inline constexpr bool has_extensions = false;
#endif
// A signed vector shifts arithmetically where the instruction can.
template <class A>
inline constexpr bool shifts_sign = has_extensions && !reads_as<A, vUInt>::value;

// Any other instruction: opcode, Mod1, immediate and rounding of the word; a second operand comes before, by
// `operands`.
constexpr uint32_t instruction(uint32_t opcode, uint32_t mod, uint32_t imm = 0, uint32_t rounding = 0) {
    return imm << 16 | opcode << 8 | rounding << 4 | mod;
}
template <class T>
[[gnu::always_inline]] inline T one_operand(const Vector& a, uint32_t what) {
    return T(Handle{with_scalar<VectorOp::instruction>(a.handle(), what)});
}
template <class T>
[[gnu::always_inline]] inline T two_operands(const Vector& a, const Vector& b, uint32_t what) {
    tessera::abi::emit_void<VectorOp::operands>(b.handle(), 0);
    return one_operand<T>(a, what);
}
}  // namespace detail

// Negative amounts shift right: logically, but arithmetically for vInt on Blackhole.
template <class A, class B, std::enable_if_t<detail::is_int_vector<A> && detail::is_int_vector<B>, int> = 0>
inline detail::int_result<A, A> shft(const A& v, const B& amount) {
    constexpr VectorOp op = detail::shifts_sign<A> ? VectorOp::shift_arithmetic : VectorOp::shift;
    return detail::int_result<A, A>(detail::int_op<op>(v, amount));
}
template <class A, class T, std::enable_if_t<detail::is_int_vector<A> && std::is_integral_v<T>, int> = 0>
[[gnu::always_inline]] inline detail::int_result<A, A> shft(const A& v, T amount) {
    constexpr VectorOp op = detail::shifts_sign<A> ? VectorOp::shift_arithmetic_imm : VectorOp::shift_imm;
    const auto& x = detail::int_vector(v);
    return detail::int_result<A, A>(Handle{detail::with_scalar<op>(x.handle(), static_cast<uint32_t>(amount))});
}

// Classes of floats by their fields.
template <class A, detail::if_reads_as<vFloat, A> = 0>
inline vCond is_nan(const A& v) {
    const auto& x = detail::vector<vFloat>(v);
    return exexp_nodebias(x) == 255 && exman9(x) != 0;
}
template <class A, detail::if_reads_as<vFloat, A> = 0>
inline vCond is_inf(const A& v) {
    const auto& x = detail::vector<vFloat>(v);
    return exexp_nodebias(x) == 255 && exman9(x) == 0;
}
template <class A, detail::if_reads_as<vFloat, A> = 0>
inline vCond is_finite(const A& v) {
    return exexp_nodebias(v) != 255;
}

// c0 + c1 x + c2 x^2 ..., by Horner's rule.
template <class C>
inline vFloat polynomial(const vFloat&, const C& c0) {
    return vFloat(c0);
}
template <class C, class... More>
inline vFloat polynomial(const vFloat& x, const C& c0, const More&... more) {
    return polynomial(x, more...) * x + c0;
}

// Blackhole: estimates by SFPARECIP, 23-bit products by SFPMUL24, random bits.
template <bool everywhere = true>
inline vFloat approx_recip(const vFloat& v) {
    if constexpr (everywhere) return vFloat(Handle{detail::unary<VectorOp::approx_recip>(v.handle())});
    return detail::two_operands<vFloat>(v, v, detail::instruction(0x99, 1));  // only where v is negative
}
inline vFloat approx_exp(const vFloat& v) { return detail::one_operand<vFloat>(v, detail::instruction(0x99, 2)); }
enum class FractionalHalf { Low, High };
template <class A, class B, detail::if_int<A, B> = 0>
inline vInt fractional_mul(const A& a, const B& b, FractionalHalf half = FractionalHalf::Low) {
    const auto& x = detail::int_vector(a);
    const auto& y = detail::int_vector(b);
    return detail::two_operands<vInt>(x, y, detail::instruction(0x98, half == FractionalHalf::High));
}
inline vInt rand() { return vInt(Handle{detail::with_scalar<VectorOp::random>(0, 0)}); }

}  // namespace sfpi
