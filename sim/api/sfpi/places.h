// Where vectors come from and go to (spec/kernel-api.md 4.1): dst_reg[], l_reg[], constant registers.
#pragma once

#include "sim/api/sfpi/formats.h"

namespace sfpi {

// dst_reg[i].mode<DataLayout>(): the format is named, the type takes the bits.
template <DataLayout layout>
class vDRegAs {
  public:
    // An address mode of 3 (Blackhole 7) leaves the counters alone, as does none.
    vDRegAs(uint32_t index, uint32_t addr_mode) : index_(index), addr_mode_(addr_mode) {}
    static constexpr uint32_t keeps_counters = 15;

    template <class V, std::enable_if_t<std::is_base_of_v<vVal, V> && !std::is_same_v<V, vCond>, int> = 0>
    [[gnu::always_inline]] operator V() const {
        select();
        return V(Handle{tessera_detail::with_scalar<VectorOp::load_uint>(0, index_)});
    }
    [[gnu::always_inline]] const vDRegAs& operator=(const vVal& v) const {
        select();
        tessera::abi::emit_scalar_void<VectorOp::store_uint>(v.handle(), index_);
        return *this;
    }
    template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
    [[gnu::always_inline]] const vDRegAs& operator=(T value) const {
        return *this = vFloat(value);
    }

  private:
    [[gnu::always_inline]] void select() const {
        tessera::abi::emit_scalar_void<VectorOp::dst_format>(0, static_cast<uint32_t>(layout) | addr_mode_ << 4);
    }
    uint32_t index_, addr_mode_;
};

// dst_reg[i]: the type that reads or writes it chooses the format.
class vDReg {
  public:
    explicit vDReg(uint32_t index) : index_(index) {}
    vDReg(const vDReg&) = default;
    // The row as loads and stores by name take it.
    uint32_t get() const { return index_ * 2; }
    [[gnu::always_inline]] operator vFloat() const { return vFloat(load<VectorOp::load_float>()); }
    [[gnu::always_inline]] operator vInt() const { return vInt(load<VectorOp::load_int>()); }
    [[gnu::always_inline]] operator vUInt() const { return vUInt(load<VectorOp::load_uint>()); }
    [[gnu::always_inline]] operator vFloat16a() const { return vFloat16a(load<VectorOp::load_fp16a>()); }
    [[gnu::always_inline]] operator vFloat16b() const { return vFloat16b(load<VectorOp::load_fp16b>()); }
    [[gnu::always_inline]] operator vUInt16() const { return vUInt16(load<VectorOp::load_uint16>()); }

    template <class V, std::enable_if_t<std::is_base_of_v<vSMag, V> || std::is_same_v<V, vUInt8>, int> = 0>
    [[gnu::always_inline]] operator V() const {
        return mode<tessera_detail::layout_of<V>>();
    }
    template <DataLayout layout>
    [[gnu::always_inline]] vDRegAs<layout> mode(uint32_t addr_mode = vDRegAs<layout>::keeps_counters) const {
        return {index_, addr_mode};
    }

    [[gnu::always_inline]] vDReg& operator=(const vFloat& v) { return store<VectorOp::store_float>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vInt& v) { return store<VectorOp::store_int>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vUInt& v) { return store<VectorOp::store_uint>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vFloat16a& v) { return store<VectorOp::store_fp16a>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vFloat16b& v) { return store<VectorOp::store_fp16b>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vUInt16& v) { return store<VectorOp::store_uint16>(v); }
    [[gnu::always_inline]] vDReg& operator=(const vRounded& v) { return *this = static_cast<vFloat>(v); }
    template <class V, std::enable_if_t<std::is_base_of_v<vSMag, V> || std::is_same_v<V, vUInt8>, int> = 0>
    [[gnu::always_inline]] vDReg& operator=(const V& v) {
        mode<tessera_detail::layout_of<V>>() = v;
        return *this;
    }
    [[gnu::always_inline]] vDReg& operator=(const vDReg& other) { return *this = static_cast<vFloat>(other); }
    template <class T, std::enable_if_t<std::is_floating_point_v<T> || std::is_base_of_v<s2vFloat16, T>, int> = 0>
    [[gnu::always_inline]] vDReg& operator=(T value) {
        return *this = vFloat(value);
    }
    template <class T, tessera_detail::if_integral<T> = 0>
    [[gnu::always_inline]] vDReg& operator=(T value) {
        return *this = vInt(value);
    }

  private:
    template <VectorOp op>
    [[gnu::always_inline]] Handle load() const {
        return {tessera_detail::with_scalar<op>(0, index_)};
    }
    template <VectorOp op>
    [[gnu::always_inline]] vDReg& store(const vVal& v) {
        tessera::abi::emit_scalar_void<op>(v.handle(), index_);
        return *this;
    }
    uint32_t index_;
};

// The window onto Dst that dst_reg[] indexes; ++ and += move it.
struct vDstRegisters {
    template <class T, tessera_detail::if_integral<T> = 0>
    [[gnu::always_inline]] vDReg operator[](T index) const {
        return vDReg(static_cast<uint32_t>(index));
    }
    template <class T, tessera_detail::if_integral<T> = 0>
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
    [[gnu::always_inline]] void operator=(const vVal& v) const {
        tessera::abi::emit_scalar_void<VectorOp::write_lreg>(v.handle(), reg_);
    }
    // Says to a compiler that gives out registers that instructions of the kernel's own have used this one. Here they
    // say so themselves.
    void in_use() const {}

  private:
    [[gnu::always_inline]] Handle read() const { return {tessera_detail::with_scalar<VectorOp::lreg>(0, reg_)}; }
    uint32_t reg_;
};

struct vLRegisters {
    [[gnu::always_inline]] vLReg operator[](LRegs reg) const { return vLReg(reg); }
};

// Constant registers; those that can be programmed are written by assignment.
template <class V, uint32_t reg>
struct vConst {
    [[gnu::always_inline]] operator V() const {
        return V(Handle{tessera_detail::with_scalar<VectorOp::const_register>(0, reg)});
    }
};

template <class V, uint32_t reg>
struct vConstProgrammable : vConst<V, reg> {
    vConstProgrammable() = default;
    [[gnu::always_inline]] void operator=(const V& value) const {
        tessera::abi::emit_scalar_void<VectorOp::write_const>(value.handle(), reg);
    }
};

inline constexpr vDstRegisters dst_reg{};
inline constexpr vLRegisters l_reg{};
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
