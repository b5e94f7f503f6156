// The vector types of SFPI (spec/kernel-api.md 4.1): each object owns one handle of the recorder.
#pragma once

#include <stdint.h>

#include <type_traits>

#include "sim/abi/emit.hpp"
#include "sim/abi/sfpu_op.hpp"

namespace sfpi {

using tessera::abi::VectorOp;

namespace tessera_detail {

constexpr uint32_t bits(float value) { return __builtin_bit_cast(uint32_t, value); }

template <class T>
using if_arithmetic = std::enable_if_t<std::is_arithmetic_v<T>, int>;
template <class T>
using if_integral = std::enable_if_t<std::is_integral_v<T>, int>;

template <VectorOp op>
inline uint32_t unary(uint32_t a) {
    return tessera::abi::emit<op>(a, 0);
}
template <VectorOp op>
inline uint32_t binary(uint32_t a, uint32_t b) {
    return tessera::abi::emit<op>(a, b);
}
template <VectorOp op>
[[gnu::always_inline]] inline uint32_t with_scalar(uint32_t a, uint32_t b) {
    return tessera::abi::emit_scalar<op>(a, b);
}

}  // namespace tessera_detail

// Marks a number as a handle, so that no scalar is taken for one.
struct Handle {
    uint32_t id;
};

class vRaw;

// A handle with C++ lifetime. Copies share the value; assignment is an operation, because it touches enabled lanes
// only.
class vVal {
  public:
    uint32_t handle() const { return handle_; }
    uint32_t release() {
        const uint32_t handle = handle_;
        handle_ = 0;
        return handle;
    }
    // What instructions by name take and give (builtins.h).
    const vVal& get() const { return *this; }
    vVal& get() { return *this; }
    template <class R, std::enable_if_t<std::is_same_v<R, vRaw>, int> = 0>
    vVal& operator=(R&& raw) {
        replace(Handle{raw.release()});
        return *this;
    }
    // The object holds another vector from here on, in all lanes; no operation.
    void replace(Handle handle) {
        if (handle_ != 0) tessera::abi::emit_void<VectorOp::free>(handle_, 0);
        handle_ = handle.id;
    }

  protected:
    vVal() = default;
    explicit vVal(Handle handle) : handle_(handle.id) {}
    vVal(const vVal& other) : handle_(tessera_detail::unary<VectorOp::copy>(other.handle_)) {}
    vVal(vVal&& other) : handle_(other.release()) {}
    ~vVal() {
        if (handle_ != 0) tessera::abi::emit_void<VectorOp::free>(handle_, 0);
    }
    vVal& operator=(const vVal& other) {
        handle_ = tessera_detail::binary<VectorOp::assign>(handle_, other.handle_);
        return *this;
    }

  private:
    uint32_t handle_ = 0;
};

// 16-bit scalar constants: from float, or from int as bits.
class s2vFloat16 {
  public:
    enum Format { fp16b = 0, fp16a = 1 };

    constexpr s2vFloat16(float value, Format format = fp16b)
        : value_(format == fp16a ? half_of(tessera_detail::bits(value)) : tessera_detail::bits(value) >> 16),
          format_(format) {}
    constexpr s2vFloat16(double value, Format format = fp16b) : s2vFloat16(static_cast<float>(value), format) {}
    template <class T, tessera_detail::if_integral<T> = 0>
    constexpr s2vFloat16(T raw, Format format = fp16b) : value_(static_cast<uint32_t>(raw)), format_(format) {}

    constexpr s2vFloat16 negate() const { return {value_ ^ 0x8000u, format_}; }
    constexpr uint32_t get() const { return value_; }
    constexpr uint32_t get_format() const { return format_; }
    // The 32 bits a lane gets: half precision has no infinities and, here, no denormals (spec/tensix-core.md 1.2).
    constexpr uint32_t word() const {
        return format_ == fp16b ? value_ << 16 : (value_ & 0x8000u) << 16 | (((value_ & 0x7FFFu) << 13) + (112u << 23));
    }

  private:
    // Half of an ulp added to the magnitude, the rest cut off; below the normal numbers a denormal's bits.
    static constexpr uint32_t half_of(uint32_t word) {
        const uint32_t rounded = word + 0x1000u, sign = (rounded & 0x80000000u) >> 16;
        const uint32_t exponent = rounded >> 23 & 0xFFu, mantissa = rounded & 0x7FFFFFu;
        if (exponent > 143) return sign | 0x7FFFu;
        if (exponent > 112) return sign | (exponent - 112) << 10 | mantissa >> 13;
        if (exponent > 101) return sign | (((0x7FF000u + mantissa) >> (125 - exponent)) + 1) >> 1;
        return sign;
    }
    uint32_t value_;
    Format format_;
};
struct s2vFloat16b : s2vFloat16 {
    template <class T, tessera_detail::if_arithmetic<T> = 0>
    constexpr s2vFloat16b(T value) : s2vFloat16(value, fp16b) {}
};
struct s2vFloat16a : s2vFloat16 {
    template <class T, tessera_detail::if_arithmetic<T> = 0>
    constexpr s2vFloat16a(T value) : s2vFloat16(value, fp16a) {}
};

class vFloat : public vVal {
  public:
    vFloat() = default;
    vFloat(const vFloat&) = default;
    vFloat(vFloat&&) = default;
    vFloat(s2vFloat16 value) : vFloat(word(value.word())) {}
    template <class T, tessera_detail::if_arithmetic<T> = 0>
    [[gnu::always_inline]] vFloat(T value) : vFloat(word(tessera_detail::bits(static_cast<float>(value)))) {}
    explicit vFloat(Handle handle) : vVal(handle) {}
    vFloat& operator=(const vFloat& other) {
        vVal::operator=(other);
        return *this;
    }

  private:
    [[gnu::always_inline]] static Handle word(uint32_t bits) {
        return {tessera_detail::with_scalar<VectorOp::constant>(0, bits)};
    }
};

class vUInt;

class vInt : public vVal {
  public:
    vInt() = default;
    vInt(const vInt&) = default;
    vInt(vInt&&) = default;
    vInt(const vUInt& other);
    vInt(vUInt&& other);
    template <class T, tessera_detail::if_integral<T> = 0>
    [[gnu::always_inline]] vInt(T value)
        : vVal(Handle{tessera_detail::with_scalar<VectorOp::constant>(0, static_cast<uint32_t>(value))}) {}
    explicit vInt(Handle handle) : vVal(handle) {}
    vInt& operator=(const vInt& other) {
        vVal::operator=(other);
        return *this;
    }
};

class vUInt : public vVal {
  public:
    vUInt() = default;
    vUInt(const vUInt&) = default;
    vUInt(vUInt&&) = default;
    vUInt(const vInt& other) : vVal(Handle{tessera_detail::unary<VectorOp::copy>(other.handle())}) {}
    vUInt(vInt&& other) : vVal(Handle{other.release()}) {}
    template <class T, tessera_detail::if_integral<T> = 0>
    [[gnu::always_inline]] vUInt(T value)
        : vVal(Handle{tessera_detail::with_scalar<VectorOp::constant>(0, static_cast<uint32_t>(value))}) {}
    explicit vUInt(Handle handle) : vVal(handle) {}
    vUInt& operator=(const vUInt& other) {
        vVal::operator=(other);
        return *this;
    }
};

inline vInt::vInt(const vUInt& other) : vVal(Handle{tessera_detail::unary<VectorOp::copy>(other.handle())}) {}
inline vInt::vInt(vUInt&& other) : vVal(Handle{other.release()}) {}

// The result of a comparison; usable in v_if, v_elseif and v_and, and as 0 or 1.
class vCond : public vVal {
  public:
    explicit vCond(Handle handle) : vVal(handle) {}
    vCond(const vInt& value);
    vCond(const vUInt& value);
    operator vInt() const { return vInt(Handle{tessera_detail::unary<VectorOp::condition_value>(handle())}); }
};

inline vCond::vCond(const vInt& value)
    : vVal(Handle{tessera_detail::binary<VectorOp::int_ne>(value.handle(), vInt(0).handle())}) {}
inline vCond::vCond(const vUInt& value)
    : vVal(Handle{tessera_detail::binary<VectorOp::int_ne>(value.handle(), vInt(0).handle())}) {}

inline vCond operator&&(const vCond& a, const vCond& b) {
    return vCond(Handle{tessera_detail::binary<VectorOp::condition_and>(a.handle(), b.handle())});
}
inline vCond operator||(const vCond& a, const vCond& b) {
    return vCond(Handle{tessera_detail::binary<VectorOp::condition_or>(a.handle(), b.handle())});
}
inline vCond operator!(const vCond& a) {
    return vCond(Handle{tessera_detail::unary<VectorOp::condition_not>(a.handle())});
}

}  // namespace sfpi
