// Every function of SFPI with arguments that convert to its parameters as the vendor's signatures let them
// (kernel-api.md 4.5): scalars of all kinds, enumerators, constant registers, places of Dst.
#include "compute_kernel_api.h"

#if defined(TRISC_MATH)
namespace {

enum Field { three = 3 };

void integers(int n, unsigned u, long l) {
    vInt i = n;
    vUInt w = u;
    vFloat a = int32_to_float(n);
    a = int32_to_float(u, 0);
    a = int32_to_float(l, RoundMode::Nearest);
    a = int32_to_float(w, 0);
    a = int32_to_float(i & 15);
    a = int32_to_float(vConstTileId);
    a = int32_to_float(dst_reg[1], 0);
    a = int32_to_float(convert<vSMag>(i), 0);
    w = int32_to_uint8(i, 3);
    w = int32_to_uint8(300, w);
    w = int32_to_int8(w, u, 0);
    w = int32_to_int8(n, three);
    i = abs(w);
    i = setsgn(i, i);
    i = setsgn(i, 0);
    w = setsgn(w, a);
    w = shft(w, n);
    w = shft(w, i);
    w = shft(1, i);
    w = shft(w, -2);
    dst_reg[0] = a;
    dst_reg[1] = i;
    dst_reg[2] = w;
}

void floats(int n, unsigned u) {
    vInt i = exexp(8.0f);
    i = exexp(dst_reg[0]);
    i = exexp(vConstFloatPrgm0, ExponentMode::NoDebias);
    i = exman8(dst_reg[3]);
    i = exman9(0.5f);
    vFloat a = setexp(1.0f, 127);
    a = setexp(dst_reg[0], n);
    a = setexp(vConst1, i);
    a = setexp(a, three);
    a = setexp(2, i + 3);
    a = setexp(a, vConst1);
    a = setman(a, u);
    a = setman(1.5f, i);
    a = addexp(3.0f, -1);
    a = addexp(dst_reg[2], three);
    a = setsgn(dst_reg[0], 1);
    a = setsgn(a, i);
    a = abs(dst_reg[0]);
    vUInt w = float_to_int16(3.7f, 0);
    i = float_to_int16(dst_reg[0], 0);
    w = float_to_uint16(a);
    w = float_to_uint8(vConst1);
    i = float_to_int8(a, RoundMode::Nearest);
    // Of unsigned type in 2025, a float in 2026.
    w = float_to_fp16b(a, 0);
    a = float_to_fp16b(dst_reg[0], 0);
    a = reinterpret<vFloat>(float_to_fp16a(a, 0));
    dst_reg[0] = float_to_fp16b(a, 0);
    a = lut(dst_reg[0], l_reg[LRegs::LReg0], l_reg[LRegs::LReg1], l_reg[LRegs::LReg2]);
    a = lut(a, 1, 2, 3);
    a = s2vFloat16(u);
    a = s2vFloat16(0.25f, s2vFloat16::fp16a).negate();
    a = s2vFloat16b(1.5f);
    a = s2vFloat16a(n);
    v_if(int32_to_float(n) > 0.5f && is_nan(dst_reg[0])) { a = 0; }
    v_endif;
    dst_reg[1] = a;
    dst_reg[2] = i;
    dst_reg[3] = w;
}

}  // namespace
#endif

void kernel_main() {
#if defined(TRISC_MATH)
    integers(get_arg_val<int>(0), get_arg_val<uint32_t>(1), 5);
    floats(get_arg_val<int>(0), get_arg_val<uint32_t>(1));
    // The vendor's enumerations of the compute API are unscoped.
    static_assert(Tile32x32 + SrcRegs + NONE + NO_RELU + SyncHalf == 0);
#endif
}
