// Vector types that name a number format (spec/kernel-api.md 4.1), and the formats of dst_reg by name. All are 32 bits
// a lane in registers; the type says how Dst holds them and which conversions fit.
#pragma once

#include "sim/api/sfpi/vector.h"

namespace sfpi {

using sFloat16a = s2vFloat16a;
using sFloat16b = s2vFloat16b;
using vBool = vCond;

struct vFloat16a : vFloat {
    using vFloat::vFloat;
};
struct vFloat16b : vFloat {
    using vFloat::vFloat;
};
struct vUInt16 : vUInt {
    using vUInt::vUInt;
};
struct vUInt8 : vUInt {
    using vUInt::vUInt;
};

// A float rounded to 16 bits, in fp32 layout: of unsigned type in older generations of SFPI, a float in newer ones.
struct vRounded : vUInt {
    using vUInt::vUInt;
    operator vFloat() const { return vFloat(Handle{tessera_detail::unary<VectorOp::copy>(handle())}); }
};

// Bit 31 is the sign, the rest the magnitude: what casts take and roundings give. Not an integer of two's complement,
// so it has no arithmetic.
class vSMag : public vVal {
  public:
    vSMag() = default;
    vSMag(const vSMag&) = default;
    vSMag(vSMag&&) = default;
    explicit vSMag(Handle handle) : vVal(handle) {}
    template <class T, tessera_detail::if_integral<T> = 0>
    [[gnu::always_inline]] vSMag(T value)
        : vVal(Handle{tessera_detail::with_scalar<VectorOp::constant>(0, word(value))}) {}
    vSMag& operator=(const vSMag& other) {
        vVal::operator=(other);
        return *this;
    }

  private:
    template <class T>
    static constexpr uint32_t word(T value) {
        if constexpr (std::is_signed_v<T>)
            if (value < 0) return 0x80000000u | (0u - static_cast<uint32_t>(value));
        return static_cast<uint32_t>(value);
    }
};
struct vSMag16 : vSMag {
    using vSMag::vSMag;
};
struct vSMag8 : vSMag {
    using vSMag::vSMag;
};
// A magnitude without a sign: positive as either kind of integer.
class vMag : public vSMag {
  public:
    using vSMag::vSMag;
};

// What `dst_reg[i].mode<>()` reads and writes: Mod0 of SFPLOAD and SFPSTORE (spec/tensix-core.md 4.2). The names follow
// those of the modifiers.
enum class DataLayout : uint32_t {
    SRCB = 0,
    FP16A = 1,
    FP16B = 2,
    FP32 = 3,
    INT32 = 4,
    INT8 = 5,
    UINT16 = 6,
    HI16 = 7,
    INT16 = 8,
    LO16 = 9,
    SM32 = 12,
    LO16_ONLY = 14,
    HI16_ONLY = 15,
    Default = SRCB,
    F16a = FP16A,
    F16b = FP16B,
    F32 = FP32,
    I32 = INT32,
    U32 = INT32,
    I8 = INT8,
    U16 = UINT16,
    I16 = INT16,
    // How the compute API's ckernel::DataLayout, which kernels see beside this one, says that rows lie in tiles.
    TILE = 0x100,
    ROW_MAJOR = 0x101,
};

namespace tessera_detail {

// The format of a type whose loads and stores have no operation of their own.
template <class T>
inline constexpr DataLayout layout_of = DataLayout::INT32;
template <>
inline constexpr DataLayout layout_of<vSMag16> = DataLayout::INT16;
template <>
inline constexpr DataLayout layout_of<vSMag8> = DataLayout::INT8;
template <>
inline constexpr DataLayout layout_of<vUInt8> = DataLayout::INT8;

}  // namespace tessera_detail
}  // namespace sfpi
