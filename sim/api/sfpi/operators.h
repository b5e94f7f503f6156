// Operators of SFPI (spec/kernel-api.md 4.2). Each is a template over everything that reads as the vector type, so that
// literals, dst_reg[i] and constant registers need no conversion that could be ambiguous.
#pragma once

#include "sim/api/sfpi/places.h"

namespace sfpi {
namespace tessera_detail {

template <class T, class V>
struct reads_as : std::is_base_of<V, T> {};
template <class V, uint32_t reg>
struct reads_as<vConst<V, reg>, V> : std::true_type {};
template <class V, uint32_t reg>
struct reads_as<vConstProgrammable<V, reg>, V> : std::true_type {};
template <>
struct reads_as<vDReg, vFloat> : std::true_type {};
template <>
struct reads_as<vLReg, vFloat> : std::true_type {};
template <DataLayout layout>
struct reads_as<vDRegAs<layout>, vFloat> : std::true_type {};

template <class T>
inline constexpr bool is_float_vector = reads_as<T, vFloat>::value;
template <class T>
inline constexpr bool is_int_vector = reads_as<T, vInt>::value || reads_as<T, vUInt>::value;
template <class T>
inline constexpr bool is_float_scalar = std::is_arithmetic_v<T> || std::is_base_of_v<s2vFloat16, T>;

template <class A, class B>
using if_float = std::enable_if_t<(is_float_vector<A> && (is_float_vector<B> || is_float_scalar<B>)) ||
                                      (is_float_scalar<A> && is_float_vector<B>),
                                  int>;
template <class A, class B>
inline constexpr bool int_pair = (is_int_vector<A> && (is_int_vector<B> || std::is_integral_v<B>)) ||
                                 (std::is_integral_v<A> && is_int_vector<B>);
template <class A, class B>
using if_int = std::enable_if_t<int_pair<A, B>, int>;

// The vector that an integer operation gives: that of its first vector operand.
template <class A, class B>
using int_result = std::conditional_t<std::is_integral_v<A>, std::conditional_t<reads_as<B, vUInt>::value, vUInt, vInt>,
                                      std::conditional_t<reads_as<A, vUInt>::value, vUInt, vInt>>;

template <class V>
[[gnu::always_inline]] inline const V& vector(const V& v) {
    return v;
}
template <class V, class T, std::enable_if_t<!std::is_base_of_v<vVal, T>, int> = 0>
[[gnu::always_inline]] inline V vector(const T& scalar) {
    return V(scalar);
}
inline const vVal& int_vector(const vVal& v) { return v; }
template <class T, std::enable_if_t<!std::is_base_of_v<vVal, T>, int> = 0>
[[gnu::always_inline]] inline vInt int_vector(const T& scalar) {
    return vInt(scalar);
}

template <VectorOp op, class A, class B>
[[gnu::always_inline]] inline Handle float_op(const A& a, const B& b) {
    const auto& x = vector<vFloat>(a);
    const auto& y = vector<vFloat>(b);
    return {binary<op>(x.handle(), y.handle())};
}
template <VectorOp op, class A, class B>
[[gnu::always_inline]] inline Handle int_op(const A& a, const B& b) {
    const auto& x = int_vector(a);
    const auto& y = int_vector(b);
    return {binary<op>(x.handle(), y.handle())};
}

}  // namespace tessera_detail

#define TESSERA_FLOAT_OPERATOR(symbol, operation, type)                          \
    template <class A, class B, tessera_detail::if_float<A, B> = 0>              \
    [[gnu::always_inline]] inline type operator symbol(const A& a, const B& b) { \
        return type(tessera_detail::float_op<VectorOp::operation>(a, b));        \
    }
TESSERA_FLOAT_OPERATOR(+, add, vFloat)
TESSERA_FLOAT_OPERATOR(-, sub, vFloat)
TESSERA_FLOAT_OPERATOR(*, mul, vFloat)
TESSERA_FLOAT_OPERATOR(<, float_lt, vCond)
TESSERA_FLOAT_OPERATOR(>=, float_ge, vCond)
TESSERA_FLOAT_OPERATOR(==, float_eq, vCond)
TESSERA_FLOAT_OPERATOR(!=, float_ne, vCond)
TESSERA_FLOAT_OPERATOR(>, float_gt, vCond)
TESSERA_FLOAT_OPERATOR(<=, float_le, vCond)
#undef TESSERA_FLOAT_OPERATOR

#define TESSERA_INT_OPERATOR(symbol, operation)                                                              \
    template <class A, class B, tessera_detail::if_int<A, B> = 0>                                            \
    [[gnu::always_inline]] inline tessera_detail::int_result<A, B> operator symbol(const A& a, const B& b) { \
        return tessera_detail::int_result<A, B>(tessera_detail::int_op<VectorOp::operation>(a, b));          \
    }
TESSERA_INT_OPERATOR(+, int_add)
TESSERA_INT_OPERATOR(-, int_sub)
TESSERA_INT_OPERATOR(&, bit_and)
TESSERA_INT_OPERATOR(|, bit_or)
TESSERA_INT_OPERATOR(^, bit_xor)
#undef TESSERA_INT_OPERATOR

#define TESSERA_INT_COMPARISON(symbol, operation)                                 \
    template <class A, class B, tessera_detail::if_int<A, B> = 0>                 \
    [[gnu::always_inline]] inline vCond operator symbol(const A& a, const B& b) { \
        return vCond(tessera_detail::int_op<VectorOp::operation>(a, b));          \
    }
TESSERA_INT_COMPARISON(<, int_lt)
TESSERA_INT_COMPARISON(>=, int_ge)
TESSERA_INT_COMPARISON(==, int_eq)
TESSERA_INT_COMPARISON(!=, int_ne)
TESSERA_INT_COMPARISON(>, int_gt)
TESSERA_INT_COMPARISON(<=, int_le)
#undef TESSERA_INT_COMPARISON

template <class A, std::enable_if_t<tessera_detail::is_float_vector<A>, int> = 0>
[[gnu::always_inline]] inline vFloat operator-(const A& a) {
    const auto& x = tessera_detail::vector<vFloat>(a);
    return vFloat(Handle{tessera_detail::unary<VectorOp::negate>(x.handle())});
}
template <class A, std::enable_if_t<tessera_detail::is_int_vector<A>, int> = 0>
[[gnu::always_inline]] inline tessera_detail::int_result<A, A> operator-(const A& a) {
    return tessera_detail::int_result<A, A>(tessera_detail::int_op<VectorOp::int_sub>(0, a));
}
template <class A, std::enable_if_t<tessera_detail::is_int_vector<A>, int> = 0>
[[gnu::always_inline]] inline tessera_detail::int_result<A, A> operator~(const A& a) {
    const auto& x = tessera_detail::int_vector(a);
    return tessera_detail::int_result<A, A>(Handle{tessera_detail::unary<VectorOp::bit_not>(x.handle())});
}

// Shifts by a scalar use the immediate form; right is logical for vUInt, arithmetic for vInt (Blackhole only).
template <class A, class T, std::enable_if_t<tessera_detail::is_int_vector<A> && std::is_integral_v<T>, int> = 0>
[[gnu::always_inline]] inline tessera_detail::int_result<A, A> operator<<(const A& a, T amount) {
    const auto& x = tessera_detail::int_vector(a);
    return tessera_detail::int_result<A, A>(
        Handle{tessera_detail::with_scalar<VectorOp::shift_imm>(x.handle(), static_cast<uint32_t>(amount))});
}
template <class A, class T, std::enable_if_t<tessera_detail::is_int_vector<A> && std::is_integral_v<T>, int> = 0>
[[gnu::always_inline]] inline tessera_detail::int_result<A, A> operator>>(const A& a, T amount) {
    constexpr VectorOp op =
        tessera_detail::reads_as<A, vUInt>::value ? VectorOp::shift_imm : VectorOp::shift_arithmetic_imm;
    const auto& x = tessera_detail::int_vector(a);
    return tessera_detail::int_result<A, A>(
        Handle{tessera_detail::with_scalar<op>(x.handle(), 0u - static_cast<uint32_t>(amount))});
}
template <class A, class B,
          std::enable_if_t<tessera_detail::is_int_vector<A> && tessera_detail::is_int_vector<B>, int> = 0>
[[gnu::always_inline]] inline tessera_detail::int_result<A, A> operator<<(const A& a, const B& amount) {
    return tessera_detail::int_result<A, A>(tessera_detail::int_op<VectorOp::shift>(a, amount));
}
template <class A, class B,
          std::enable_if_t<tessera_detail::is_int_vector<A> && tessera_detail::is_int_vector<B>, int> = 0>
[[gnu::always_inline]] inline tessera_detail::int_result<A, A> operator>>(const A& a, const B& amount) {
    constexpr VectorOp op = tessera_detail::reads_as<A, vUInt>::value ? VectorOp::shift : VectorOp::shift_arithmetic;
    return tessera_detail::int_result<A, A>(tessera_detail::int_op<op>(a, 0 - amount));
}

#define TESSERA_COMPOUND(symbol)                                                      \
    template <class B, tessera_detail::if_float<vFloat, B> = 0>                       \
    [[gnu::always_inline]] inline vFloat& operator symbol##=(vFloat& a, const B& b) { \
        return a = a symbol b;                                                        \
    }
TESSERA_COMPOUND(+)
TESSERA_COMPOUND(*)
#undef TESSERA_COMPOUND
template <class B, tessera_detail::if_float<vFloat, B> = 0>
[[gnu::always_inline]] inline vFloat& operator-=(vFloat& a, const B& b) {
    return a = vFloat(tessera_detail::float_op<VectorOp::sub_assign>(a, b));
}
inline vFloat& operator++(vFloat& a) { return a += 1.0f; }
inline vFloat& operator++(vFloat& a, int) { return a += 1.0f; }
inline vFloat& operator--(vFloat& a) { return a -= 1.0f; }
inline vFloat& operator--(vFloat& a, int) { return a -= 1.0f; }

#define TESSERA_INT_COMPOUND(symbol)                                                                                  \
    template <class V, class B,                                                                                       \
              std::enable_if_t<(std::is_same_v<V, vInt> || std::is_same_v<V, vUInt>)&&tessera_detail::int_pair<V, B>, \
                               int> = 0>                                                                              \
    [[gnu::always_inline]] inline V& operator symbol##=(V& a, const B& b) {                                           \
        return a = a symbol b;                                                                                        \
    }
TESSERA_INT_COMPOUND(+)
TESSERA_INT_COMPOUND(-)
TESSERA_INT_COMPOUND(&)
TESSERA_INT_COMPOUND(|)
TESSERA_INT_COMPOUND(^)
TESSERA_INT_COMPOUND(<<)
TESSERA_INT_COMPOUND(>>)
#undef TESSERA_INT_COMPOUND
template <class V, std::enable_if_t<std::is_same_v<V, vInt> || std::is_same_v<V, vUInt>, int> = 0>
inline V& operator++(V& a, int) {
    return a += 1;
}
template <class V, std::enable_if_t<std::is_same_v<V, vInt> || std::is_same_v<V, vUInt>, int> = 0>
inline V& operator++(V& a) {
    return a += 1;
}
template <class V, std::enable_if_t<std::is_same_v<V, vInt> || std::is_same_v<V, vUInt>, int> = 0>
inline V& operator--(V& a, int) {
    return a -= 1;
}
template <class V, std::enable_if_t<std::is_same_v<V, vInt> || std::is_same_v<V, vUInt>, int> = 0>
inline V& operator--(V& a) {
    return a -= 1;
}

}  // namespace sfpi
