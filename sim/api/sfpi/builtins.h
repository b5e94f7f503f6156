// Single instructions by the names of the vendor's compiler, as far as its library calls them without SFPI's types:
// loads and stores in a format of the caller's choice, sums of products, products of 24 bits (spec/tensix-core.md 4.2,
// 4.3).
#pragma once

#include "sim/api/sfpi/functions.h"

namespace sfpi {

// A result that becomes a vector of whatever type takes it.
class vRaw : public vVal {
  public:
    explicit vRaw(Handle handle) : vVal(handle) {}
    vRaw(vRaw&&) = default;
    template <class V, std::enable_if_t<std::is_base_of_v<vVal, V> && !std::is_same_v<V, vCond>, int> = 0>
    operator V() && {
        return V(Handle{release()});
    }
};

namespace tessera_detail {
// Rows are counted twice as finely as dst_reg[].
[[gnu::always_inline]] inline uint32_t at_row(uint32_t mod0, uint32_t addr_mode, uint32_t row) {
    tessera::abi::emit_scalar_void<VectorOp::dst_format>(0, mod0 | addr_mode << 4);
    return row / 2;
}
}  // namespace tessera_detail
}  // namespace sfpi

[[gnu::always_inline]] inline sfpi::vRaw __builtin_rvtt_sfpload(uint32_t mod0, uint32_t addr_mode, uint32_t row) {
    const uint32_t index = sfpi::tessera_detail::at_row(mod0, addr_mode, row);
    return sfpi::vRaw(sfpi::Handle{sfpi::tessera_detail::with_scalar<tessera::abi::VectorOp::load_uint>(0, index)});
}
[[gnu::always_inline]] inline void __builtin_rvtt_sfpstore(const sfpi::vVal& v, uint32_t mod0, uint32_t addr_mode,
                                                           uint32_t row) {
    const uint32_t index = sfpi::tessera_detail::at_row(mod0, addr_mode, row);
    tessera::abi::emit_scalar_void<tessera::abi::VectorOp::store_uint>(v.handle(), index);
}
// a b + c in one instruction; of its modifiers only the one that changes no sign.
[[gnu::error("tessera has __builtin_rvtt_sfpmad for SFPMAD_MOD1_OFFSET_NONE alone")]] void tessera_sign_of_sfpmad();
[[gnu::always_inline]] inline sfpi::vFloat __builtin_rvtt_sfpmad(const sfpi::vVal& a, const sfpi::vVal& b,
                                                                 const sfpi::vVal& c, [[maybe_unused]] uint32_t mod1) {
    using sfpi::Handle;
#if defined(__OPTIMIZE__)
    if (mod1 != 0) tessera_sign_of_sfpmad();
#endif
    const sfpi::vFloat product(
        Handle{sfpi::tessera_detail::binary<tessera::abi::VectorOp::mul>(a.handle(), b.handle())});
    return sfpi::vFloat(
        Handle{sfpi::tessera_detail::binary<tessera::abi::VectorOp::add>(product.handle(), c.handle())});
}
#if TESSERA_HAS_COMPARE
inline sfpi::vRaw __builtin_rvtt_bh_sfpmul24(const sfpi::vVal& a, const sfpi::vVal& b, uint32_t mod1) {
    return sfpi::tessera_detail::two_operands<sfpi::vRaw>(
        a, b, sfpi::tessera_detail::instruction(tessera::abi::SfpuOp::mul24, mod1));
}
inline sfpi::vRaw __builtin_rvtt_sfpmul24(const sfpi::vVal& a, const sfpi::vVal& b, uint32_t mod1) {
    return __builtin_rvtt_bh_sfpmul24(a, b, mod1);
}
#endif
