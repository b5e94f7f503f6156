// Where vectors come from and go to (spec/kernel-api.md 4.1): dst_reg[], l_reg[], constant registers.
#pragma once

#include "sim/api/sfpi/vector.h"

namespace sfpi {

// 16-bit formats of dst_reg by type.
struct vFloat16a : vFloat {
    using vFloat::vFloat;
};
struct vFloat16b : vFloat {
    using vFloat::vFloat;
};
struct vUInt16 : vUInt {
    using vUInt::vUInt;
};

// dst_reg[i]: the type that reads or writes it chooses the format.
class vDReg {
  public:
    explicit vDReg(uint32_t index) : index_(index) {}
    vDReg(const vDReg&) = default;
    [[gnu::always_inline]] operator vFloat() const { return vFloat(load<VectorOp::load_float>()); }
    [[gnu::always_inline]] operator vInt() const { return vInt(load<VectorOp::load_int>()); }
    [[gnu::always_inline]] operator vUInt() const { return vUInt(load<VectorOp::load_uint>()); }
    [[gnu::always_inline]] operator vFloat16a() const { return vFloat16a(load<VectorOp::load_fp16a>()); }
    [[gnu::always_inline]] operator vFloat16b() const { return vFloat16b(load<VectorOp::load_fp16b>()); }
    [[gnu::always_inline]] operator vUInt16() const { return vUInt16(load<VectorOp::load_uint16>()); }

    [[gnu::always_inline]] vDReg& operator=(const vFloat& v) { return store<VectorOp::store_float>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vInt& v) { return store<VectorOp::store_int>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vUInt& v) { return store<VectorOp::store_uint>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vFloat16a& v) { return store<VectorOp::store_fp16a>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vFloat16b& v) { return store<VectorOp::store_fp16b>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vUInt16& v) { return store<VectorOp::store_uint16>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vDReg& other) { return *this = static_cast<vFloat>(other); }
    template <class T, std::enable_if_t<std::is_floating_point_v<T> || std::is_same_v<T, s2vFloat16a> ||
                                            std::is_same_v<T, s2vFloat16b>,
                                        int> = 0>
    [[gnu::always_inline]] vDReg& operator=(T value) {
        return *this = vFloat(value);
    }
    template <class T, detail::if_integral<T> = 0>
    [[gnu::always_inline]] vDReg& operator=(T value) {
        return *this = vInt(value);
    }

  private:
    template <VectorOp op>
    [[gnu::always_inline]] Handle load() const {
        return {detail::with_scalar<op>(0, index_)};
    }
    template <VectorOp op>
    [[gnu::always_inline]] vDReg& store(const Vector& v) {
        tessera::abi::emit_scalar_void<op>(v.handle(), index_);
        return *this;
    }
    uint32_t index_;
};

// The window onto Dst that dst_reg[] indexes; ++ and += move it.
struct DstRegisters {
    template <class T, detail::if_integral<T> = 0>
    [[gnu::always_inline]] vDReg operator[](T index) const {
        return vDReg(static_cast<uint32_t>(index));
    }
    template <class T, detail::if_integral<T> = 0>
    [[gnu::always_inline]] void operator+=(T steps) const {
        tessera::abi::emit_scalar_void<VectorOp::dst_increment>(0, static_cast<uint32_t>(steps));
    }
    [[gnu::always_inline]] void operator++() const { *this += 1; }
    [[gnu::always_inline]] void operator++(int) const { *this += 1; }
};

enum class LRegs : uint32_t { LReg0, LReg1, LReg2, LReg3, LReg4, LReg5, LReg6, LReg7, LRegCount };

// l_reg[LRegs::LRegN]: the physical register itself.
class vLReg {
  public:
    explicit vLReg(LRegs reg) : reg_(static_cast<uint32_t>(reg)) {}
    [[gnu::always_inline]] operator vFloat() const { return vFloat(read()); }
    [[gnu::always_inline]] operator vInt() const { return vInt(read()); }
    [[gnu::always_inline]] operator vUInt() const { return vUInt(read()); }
    [[gnu::always_inline]] void operator=(const Vector& v) const {
        tessera::abi::emit_scalar_void<VectorOp::write_lreg>(v.handle(), reg_);
    }

  private:
    [[gnu::always_inline]] Handle read() const { return {detail::with_scalar<VectorOp::lreg>(0, reg_)}; }
    uint32_t reg_;
};

struct LRegisters {
    [[gnu::always_inline]] vLReg operator[](LRegs reg) const { return vLReg(reg); }
};

// Constant registers; those that can be programmed are written by assignment.
template <class V, uint32_t reg>
struct vConst {
    [[gnu::always_inline]] operator V() const {
        return V(Handle{detail::with_scalar<VectorOp::const_register>(0, reg)});
    }
};

template <class V, uint32_t reg>
struct vConstProgrammable : vConst<V, reg> {
    vConstProgrammable() = default;
    [[gnu::always_inline]] void operator=(const V& value) const {
        tessera::abi::emit_scalar_void<VectorOp::write_const>(value.handle(), reg);
    }
};

inline constexpr DstRegisters dst_reg{};
inline constexpr LRegisters l_reg{};
inline constexpr vConst<vFloat, 8> vConst0p8373{};
inline constexpr vConst<vFloat, 9> vConst0{};
inline constexpr vConst<vFloat, 10> vConst1{};
inline constexpr vConst<vFloat, 11> vConstNeg1{};
inline constexpr vConst<vInt, 15> vConstTileId{};
inline constexpr vConstProgrammable<vFloat, 12> vConstFloatPrgm0{};
inline constexpr vConstProgrammable<vFloat, 13> vConstFloatPrgm1{};
inline constexpr vConstProgrammable<vFloat, 14> vConstFloatPrgm2{};
inline constexpr vConstProgrammable<vInt, 12> vConstIntPrgm0{};
inline constexpr vConstProgrammable<vInt, 13> vConstIntPrgm1{};
inline constexpr vConstProgrammable<vInt, 14> vConstIntPrgm2{};

}  // namespace sfpi
