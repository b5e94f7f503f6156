// Functions of SFPI (spec/kernel-api.md 4.5; instructions: spec/tensix-core.md 5.1).
#pragma once

#include "sim/api/sfpi/operators.h"

namespace sfpi {

namespace tessera_detail {
template <class T, class A>
using if_reads_as = std::enable_if_t<reads_as<A, T>::value, int>;
template <class A>
using if_any = std::enable_if_t<is_float_vector<A> || is_int_vector<A> || std::is_base_of_v<vSMag, A>, int>;

// What converts to the vendor's int parameters.
template <class T>
using if_scalar = std::enable_if_t<std::is_convertible_v<T, int>, int>;

inline const vVal& any(const vVal& v) { return v; }
template <class A, std::enable_if_t<!std::is_base_of_v<vVal, A>, int> = 0>
[[gnu::always_inline]] inline auto any(const A& a) {
    return std::conditional_t<is_float_vector<A>, vFloat, vInt>(a);
}
}  // namespace tessera_detail

// The same bits as another type; T may be vFloat, vInt or vUInt.
template <class T, class A, std::enable_if_t<std::is_base_of_v<vVal, std::decay_t<A>>, int> = 0>
inline T reinterpret(A&& v) {
    if constexpr (std::is_lvalue_reference_v<A>)
        return T(Handle{tessera_detail::unary<VectorOp::copy>(v.handle())});
    else
        return T(Handle{v.release()});
}
template <class T, class A, std::enable_if_t<!std::is_base_of_v<vVal, A>, int> = 0>
[[gnu::always_inline]] inline T reinterpret(const A& place) {
    return T(Handle{tessera_detail::any(place).release()});
}
template <class T, class A>
inline T as(A&& v) {
    return reinterpret<T>(static_cast<A&&>(v));
}

// Parameters of one type convert as the vendor's do: a scalar, a constant register or a place of Dst stands for a
// vector. Where a name has several types, the argument's own decides.
enum class ExponentMode { Debias, NoDebias };
[[gnu::always_inline]] inline vInt exexp(const vFloat& v, ExponentMode mode = ExponentMode::Debias) {
    return vInt(Handle{mode == ExponentMode::NoDebias ? tessera_detail::unary<VectorOp::exponent_raw>(v.handle())
                                                      : tessera_detail::unary<VectorOp::exponent>(v.handle())});
}
inline vInt exexp_nodebias(const vFloat& v) { return exexp(v, ExponentMode::NoDebias); }

enum class MantissaMode { FractionOnly, WithUnitBit, ImplicitOne = WithUnitBit };
[[gnu::always_inline]] inline vInt exman(const vFloat& v, MantissaMode mode = MantissaMode::FractionOnly) {
    return vInt(Handle{mode == MantissaMode::WithUnitBit ? tessera_detail::unary<VectorOp::mantissa_hidden>(v.handle())
                                                         : tessera_detail::unary<VectorOp::mantissa>(v.handle())});
}
inline vInt exman8(const vFloat& v) { return exman(v, MantissaMode::WithUnitBit); }
inline vInt exman9(const vFloat& v) { return exman(v); }

#define TESSERA_UNARY(name, operation, parameter, type)                              \
    template <class A, tessera_detail::if_reads_as<parameter, A> = 0>                \
    [[gnu::always_inline]] inline type name(const A& v) {                            \
        const auto& x = tessera_detail::any(v);                                      \
        return type(Handle{tessera_detail::unary<VectorOp::operation>(x.handle())}); \
    }
TESSERA_UNARY(abs, abs_float, vFloat, vFloat)
TESSERA_UNARY(abs, abs_int, vInt, vInt)
TESSERA_UNARY(abs, abs_int, vUInt, vInt)
TESSERA_UNARY(subvec_shflror1, rotate_lanes, vFloat, vFloat)
TESSERA_UNARY(subvec_shflror1, rotate_lanes, vInt, vInt)
TESSERA_UNARY(subvec_shflror1, rotate_lanes, vUInt, vUInt)
TESSERA_UNARY(subvec_shflshr1, shift_lanes, vFloat, vFloat)
TESSERA_UNARY(subvec_shflshr1, shift_lanes, vInt, vInt)
TESSERA_UNARY(subvec_shflshr1, shift_lanes, vUInt, vUInt)
#undef TESSERA_UNARY

template <class A, tessera_detail::if_any<A> = 0>
inline vInt lz(const A& v) {
    const auto& x = tessera_detail::any(v);
    return vInt(Handle{tessera_detail::unary<VectorOp::leading_zeros>(x.handle())});
}
template <class A, tessera_detail::if_any<A> = 0>
inline vInt lz_nosgn(const A& v) {
    const auto& x = tessera_detail::any(v);
    return vInt(Handle{tessera_detail::unary<VectorOp::leading_zeros_nosign>(x.handle())});
}

// setexp, setman: the field as a scalar or from the low bits of a vector.
#define TESSERA_SET_FIELD(name, immediate, operation)                                                            \
    template <class T, tessera_detail::if_scalar<T> = 0>                                                         \
    [[gnu::always_inline]] inline vFloat name(const vFloat& v, T field) {                                        \
        return vFloat(                                                                                           \
            Handle{tessera_detail::with_scalar<VectorOp::immediate>(v.handle(), static_cast<uint32_t>(field))}); \
    }                                                                                                            \
    template <class B, tessera_detail::if_any<B> = 0>                                                            \
    [[gnu::always_inline]] inline vFloat name(const vFloat& v, const B& field) {                                 \
        const auto& y = tessera_detail::any(field);                                                              \
        return vFloat(Handle{tessera_detail::binary<VectorOp::operation>(v.handle(), y.handle())});              \
    }
TESSERA_SET_FIELD(setexp, set_exponent_imm, set_exponent)
TESSERA_SET_FIELD(setman, set_mantissa_imm, set_mantissa)
#undef TESSERA_SET_FIELD
// setsgn: the sign as a scalar, or that of a vector.
template <class A, class T, tessera_detail::if_reads_as<vFloat, A> = 0, tessera_detail::if_scalar<T> = 0>
[[gnu::always_inline]] inline vFloat setsgn(const A& v, T sign) {
    const auto& x = tessera_detail::vector<vFloat>(v);
    return vFloat(Handle{tessera_detail::with_scalar<VectorOp::set_sign_imm>(x.handle(), static_cast<uint32_t>(sign))});
}
template <class A, class B, tessera_detail::if_reads_as<vFloat, A> = 0, tessera_detail::if_any<B> = 0>
[[gnu::always_inline]] inline vFloat setsgn(const A& v, const B& from) {
    const auto& x = tessera_detail::vector<vFloat>(v);
    const auto& y = tessera_detail::any(from);
    return vFloat(Handle{tessera_detail::binary<VectorOp::set_sign>(x.handle(), y.handle())});
}

// Integers in sign-magnitude take a sign, too, whatever type holds them.
#define TESSERA_SET_SIGN(type)                                                                                     \
    template <class T, tessera_detail::if_scalar<T> = 0>                                                           \
    [[gnu::always_inline]] inline type setsgn(const type& v, T sign) {                                             \
        return type(                                                                                               \
            Handle{tessera_detail::with_scalar<VectorOp::set_sign_imm>(v.handle(), static_cast<uint32_t>(sign))}); \
    }                                                                                                              \
    template <class B, tessera_detail::if_any<B> = 0>                                                              \
    inline type setsgn(const type& v, const B& from) {                                                             \
        const auto& sign = tessera_detail::any(from);                                                              \
        return type(Handle{tessera_detail::binary<VectorOp::set_sign>(v.handle(), sign.handle())});                \
    }                                                                                                              \
    template <class B, tessera_detail::if_any<B> = 0>                                                              \
    inline type copysgn(const type& v, const B& from) {                                                            \
        return setsgn(v, from);                                                                                    \
    }
TESSERA_SET_SIGN(vInt)
TESSERA_SET_SIGN(vUInt)
TESSERA_SET_SIGN(vSMag)
#undef TESSERA_SET_SIGN
inline vMag abs(const vSMag& v) { return vMag(Handle{setsgn(v, 0).release()}); }
inline vSMag operator-(const vSMag& v) { return vSMag(Handle{tessera_detail::unary<VectorOp::negate>(v.handle())}); }

inline vFloat copyexp(const vFloat& v, const vFloat& from) {
    return vFloat(Handle{tessera_detail::binary<VectorOp::copy_exponent>(v.handle(), from.handle())});
}
// copyman, copysgn: the field of another vector, as setman and setsgn take it; setsgn2 is an older name.
template <class B>
inline vFloat copyman(const vFloat& v, const B& from) {
    return setman(v, from);
}
template <class A, class B, tessera_detail::if_reads_as<vFloat, A> = 0>
inline vFloat copysgn(const A& v, const B& from) {
    return setsgn(v, from);
}
template <class A, class B>
inline auto setsgn2(const A& v, const B& from) {
    return copysgn(v, from);
}

[[gnu::always_inline]] inline vFloat addexp(const vFloat& v, int32_t n) {
    return vFloat(Handle{tessera_detail::with_scalar<VectorOp::add_exponent>(v.handle(), static_cast<uint32_t>(n))});
}
template <class T, tessera_detail::if_scalar<T> = 0>
[[gnu::always_inline]] inline vFloat ldexp(const vFloat& v, T n) {
    return addexp(v, n);
}
// No instruction adds a vector to the exponent: it is taken out, added to and put back, modulo 256 as addexp does.
inline vFloat ldexp(const vFloat& v, const vInt& n) { return setexp(v, exexp_nodebias(v) + n); }

namespace tessera_detail {
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
constexpr uint32_t instruction(tessera::abi::SfpuOp opcode, uint32_t mod, uint32_t imm = 0, uint32_t rounding = 0) {
    return imm << 16 | static_cast<uint32_t>(opcode) << 8 | rounding << 4 | mod;
}
template <class T>
[[gnu::always_inline]] inline T one_operand(const vVal& a, uint32_t what) {
    return T(Handle{with_scalar<VectorOp::instruction>(a.handle(), what)});
}
template <class T>
[[gnu::always_inline]] inline T two_operands(const vVal& a, const vVal& b, uint32_t what) {
    tessera::abi::emit_void<VectorOp::operands>(b.handle(), 0);
    return one_operand<T>(a, what);
}
}  // namespace tessera_detail

// Negative amounts shift right: logically, but arithmetically for vInt on Blackhole.
template <class A, class B,
          std::enable_if_t<tessera_detail::is_int_vector<A> && tessera_detail::is_int_vector<B>, int> = 0>
inline tessera_detail::int_result<A, A> shft(const A& v, const B& amount) {
    constexpr VectorOp op = tessera_detail::shifts_sign<A> ? VectorOp::shift_arithmetic : VectorOp::shift;
    return tessera_detail::int_result<A, A>(tessera_detail::int_op<op>(v, amount));
}
template <class A, class T, std::enable_if_t<tessera_detail::is_int_vector<A> && std::is_integral_v<T>, int> = 0>
[[gnu::always_inline]] inline tessera_detail::int_result<A, A> shft(const A& v, T amount) {
    constexpr VectorOp op = tessera_detail::shifts_sign<A> ? VectorOp::shift_arithmetic_imm : VectorOp::shift_imm;
    const auto& x = tessera_detail::int_vector(v);
    return tessera_detail::int_result<A, A>(
        Handle{tessera_detail::with_scalar<op>(x.handle(), static_cast<uint32_t>(amount))});
}

template <class T, class B, tessera_detail::if_integral<T> = 0>
[[gnu::always_inline]] inline vUInt shft(T scalar, const B& amount) {
    return shft(vUInt(scalar), amount);
}

// Classes of floats by their fields.
inline vCond is_nan(const vFloat& x) { return exexp_nodebias(x) == 255 && exman9(x) != 0; }
inline vCond is_inf(const vFloat& x) { return exexp_nodebias(x) == 255 && exman9(x) == 0; }
inline vCond is_finite(const vFloat& x) { return exexp_nodebias(x) != 255; }

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
    if constexpr (everywhere) return vFloat(Handle{tessera_detail::unary<VectorOp::approx_recip>(v.handle())});
    return tessera_detail::two_operands<vFloat>(
        v, v, tessera_detail::instruction(tessera::abi::SfpuOp::arecip, 1));  // only where v is negative
}
inline vFloat approx_exp(const vFloat& v) {
    return tessera_detail::one_operand<vFloat>(v, tessera_detail::instruction(tessera::abi::SfpuOp::arecip, 2));
}
enum class FractionalHalf { Low, High };
template <class A, class B, tessera_detail::if_int<A, B> = 0>
inline vInt fractional_mul(const A& a, const B& b, FractionalHalf half = FractionalHalf::Low) {
    const auto& x = tessera_detail::int_vector(a);
    const auto& y = tessera_detail::int_vector(b);
    return tessera_detail::two_operands<vInt>(
        x, y, tessera_detail::instruction(tessera::abi::SfpuOp::mul24, half == FractionalHalf::High));
}
inline vInt rand() { return vInt(Handle{tessera_detail::with_scalar<VectorOp::random>(0, 0)}); }

}  // namespace sfpi
