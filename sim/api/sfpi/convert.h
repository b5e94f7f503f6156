// Conversions of SFPI (spec/kernel-api.md 4.5; instructions: spec/tensix-core.md 4.6).
#pragma once

#include "sim/api/sfpi/functions.h"
#include "sim/api/sfpi/predicate.h"

namespace sfpi {

enum class RoundMode : uint32_t { Nearest, NearestEven, Even, NearestAway, NearestStochastic, Stochastic, Zero };

// The rounding argument, as the old int or the new enumerator; the vendor's default is stochastic.
struct vRounding {
    uint32_t mode;
    constexpr vRounding(int value) : mode(static_cast<uint32_t>(value)) {}
    constexpr vRounding(RoundMode round)
        : mode(round == RoundMode::Zero                ? 2
               : round >= RoundMode::NearestStochastic ? 1
                                                       : 0) {}
};

// Parameters convert as the vendor's do: a scalar or a place of Dst stands for a vector.

// The integer is sign-magnitude, whatever type holds it.
[[gnu::always_inline]] inline vFloat int32_to_float(const vInt& v, vRounding rounding = 1) {
    return vFloat(Handle{tessera_detail::with_scalar<VectorOp::int_to_float>(v.handle(), rounding.mode)});
}
template <class A, std::enable_if_t<std::is_base_of_v<vSMag, A>, int> = 0>
[[gnu::always_inline]] inline vFloat int32_to_float(const A& v, vRounding rounding = 1) {
    return vFloat(Handle{tessera_detail::with_scalar<VectorOp::int_to_float>(v.handle(), rounding.mode)});
}

// Results are sign-magnitude, saturated; the fp16 forms stay in fp32 layout.
#define TESSERA_ROUND(name, operation, type)                                                              \
    [[gnu::always_inline]] inline type name(const vFloat& v, vRounding rounding = 1) {                    \
        return type(Handle{tessera_detail::with_scalar<VectorOp::operation>(v.handle(), rounding.mode)}); \
    }
TESSERA_ROUND(float_to_fp16a, to_fp16a, vRounded)
TESSERA_ROUND(float_to_fp16b, to_fp16b, vRounded)
TESSERA_ROUND(float_to_uint8, to_uint8, vUInt)
TESSERA_ROUND(float_to_int8, to_int8, vUInt)
TESSERA_ROUND(float_to_uint16, to_uint16, vUInt)
TESSERA_ROUND(float_to_int16, to_int16, vUInt)
#undef TESSERA_ROUND

// A sign-magnitude integer shifted right, rounded and saturated to 8 bits; the amount is a scalar or a vector.
#define TESSERA_DESCALE(name, mod)                                                                            \
    template <class T, tessera_detail::if_scalar<T> = 0>                                                      \
    [[gnu::always_inline]] inline vUInt name(const vInt& v, T descale, vRounding rounding = 1) {              \
        return tessera_detail::one_operand<vUInt>(                                                            \
            v, tessera_detail::instruction(tessera::abi::SfpuOp::stochrnd, (mod) | 8,                         \
                                           static_cast<uint32_t>(descale) & 31, rounding.mode));              \
    }                                                                                                         \
    template <class B, std::enable_if_t<tessera_detail::is_int_vector<B>, int> = 0>                           \
    inline vUInt name(const vInt& v, const B& descale, vRounding rounding = 1) {                              \
        const auto& amount = tessera_detail::int_vector(descale);                                             \
        return tessera_detail::two_operands<vUInt>(                                                           \
            v, amount, tessera_detail::instruction(tessera::abi::SfpuOp::stochrnd, (mod), 0, rounding.mode)); \
    }                                                                                                         \
    template <class A, class D, std::enable_if_t<std::is_base_of_v<vSMag, A>, int> = 0>                       \
    [[gnu::always_inline]] inline vUInt name(const A& v, const D& descale, vRounding rounding = 1) {          \
        return name(reinterpret<vInt>(v), descale, rounding);                                                 \
    }
TESSERA_DESCALE(int32_to_uint8, 4)
TESSERA_DESCALE(int32_to_int8, 5)
#undef TESSERA_DESCALE

namespace tessera_detail {

// Between two's complement and sign-magnitude; the pattern 80000000, which is the least integer and -0, has no partner.
inline vSMag to_sign_magnitude(const vInt& v) {
    if constexpr (has_extensions) return one_operand<vSMag>(v, instruction(tessera::abi::SfpuOp::cast, 3));
    vInt t = v;
    v_if(t < 0) { t = setsgn(0 - t, 1); }
    v_endif;
    return vSMag(Handle{t.release()});
}
inline vInt to_twos_complement(const vSMag& v) {
    if constexpr (has_extensions) return one_operand<vInt>(v, instruction(tessera::abi::SfpuOp::cast, 3));
    vInt t = reinterpret<vInt>(v);
    v_if(t < 0) { t = 0 - setsgn(t, 0); }
    v_endif;
    return t;
}

template <class T>
inline constexpr bool never = false;

}  // namespace tessera_detail

// convert<T>(v, rounding): float to vFloat16a/b, to the rounded integers vSMag16, vSMag8, vUInt16, vUInt8 (vInt takes
// the bits of vSMag16, as the older functions do), integers to float, and the two kinds of signed integer into each
// other. A vInt converted to float is read as sign-magnitude, as int32_to_float reads it.
template <class T, class A>
[[gnu::always_inline]] inline T convert(const A& v, vRounding round = RoundMode::Stochastic) {
    constexpr bool from_float = tessera_detail::is_float_vector<A>, from_magnitude = std::is_base_of_v<vSMag, A>;
    if constexpr (std::is_same_v<T, A>)
        return v;
    else if constexpr (from_float && std::is_same_v<T, vFloat16a>)
        return T(Handle{float_to_fp16a(v, round).release()});
    else if constexpr (from_float && std::is_same_v<T, vFloat16b>)
        return T(Handle{float_to_fp16b(v, round).release()});
    else if constexpr (from_float && std::is_same_v<T, vFloat>)
        return T(v);
    else if constexpr (from_float && std::is_same_v<T, vUInt16>)
        return T(Handle{float_to_uint16(v, round).release()});
    else if constexpr (from_float && std::is_same_v<T, vUInt8>)
        return T(Handle{float_to_uint8(v, round).release()});
    else if constexpr (from_float && std::is_same_v<T, vSMag8>)
        return T(Handle{float_to_int8(v, round).release()});
    else if constexpr (from_float)
        return T(Handle{float_to_int16(v, round).release()});
    else if constexpr (std::is_same_v<T, vFloat>)
        return int32_to_float(v, round);
    else if constexpr (std::is_base_of_v<vFloat, T>)
        return convert<T>(int32_to_float(v, round), round);
    else if constexpr (std::is_same_v<T, vUInt8>)
        return T(Handle{int32_to_uint8(v, 0, round).release()});
    else if constexpr (std::is_same_v<T, vSMag8>)
        return T(Handle{int32_to_int8(v, 0, round).release()});
    else if constexpr (from_magnitude && std::is_same_v<T, vInt>)
        return tessera_detail::to_twos_complement(v);
    else if constexpr (!from_magnitude && std::is_same_v<T, vSMag>)
        return tessera_detail::to_sign_magnitude(vInt(v));
    else
        static_assert(tessera_detail::never<T>, "SFPI has no conversion between these types");
}
// The same with a right shift first: 8-bit targets only.
template <class T, class A, class D, std::enable_if_t<!std::is_same_v<D, RoundMode>, int> = 0>
[[gnu::always_inline]] inline T convert(const A& v, const D& descale, RoundMode round) {
    if constexpr (std::is_same_v<T, vUInt8>)
        return T(Handle{int32_to_uint8(v, descale, round).release()});
    else
        return T(Handle{int32_to_int8(v, descale, round).release()});
}

}  // namespace sfpi
