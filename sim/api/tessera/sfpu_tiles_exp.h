// Exponentials, reciprocals, roots, logarithms and sigmoids on tiles: functions with variants (kernel-api.md 3.5).
#pragma once

#include "tessera/exp_macros.h"
#include "tessera/sfpu_tile.h"

namespace ckernel {

// approximate and fast: the line of Schraudolph, whose constants hold the scale; approximate: its older form; else
// about 1 ULP of the width of Dst. The init of the last one also serves _sfpu_reciprocal_, which kernels rely on.
template <bool approximate = false, bool fast = true, uint32_t scale = 0x3F800000>
ALWI void exp_tile_init() {
    MATH(math::init_sfpu(); if constexpr (approximate && fast) sfpu::exp_macros_init<scale>();
         else if constexpr (!approximate) sfpu::_init_sfpu_reciprocal_();)
}
template <bool approximate = false, bool fast = true, bool scaled = false, bool skip_positive = false,
          int iterations = 8>
ALWI void exp_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] int mode = VectorMode::RC,
                   [[maybe_unused]] uint16_t scale = 0x3F80) {
    MATH(if constexpr (approximate && fast && iterations == 8)
             _llk_math_eltwise_unary_sfpu_params_<APPROX>([] { sfpu::exp_by_macros(); }, idst, mode);
         else(math::over_tile<sfpu::exponential<approximate, fast, DST_ACCUM_MODE, scaled, skip_positive>, sfpi::vFloat,
                              iterations>(idst, mode, math::number(static_cast<uint32_t>(scale) << 16)));)
}
TESSERA_UNARY_TILE(exp2, (), sfpu::_calculate_exp2_body_<DST_ACCUM_MODE>)
template <bool approximate = false>
ALWI void expm1_tile_init() {
    MATH(math::init_sfpu(); if constexpr (DST_ACCUM_MODE && !approximate) sfpu::expm1_init();)
}
template <bool approximate = false>
ALWI void expm1_tile([[maybe_unused]] uint32_t idst) {
    MATH((math::over_tile<sfpu::expm1<approximate, DST_ACCUM_MODE>>(idst, VectorMode::RC));)
}

// The default is the older form, of about 12000 ULP in fp32.
template <bool legacy = true>
ALWI void recip_tile_init() {
    MATH(math::init_sfpu(); if constexpr (!legacy) sfpu::_init_sfpu_reciprocal_<APPROX>();)
}
template <bool legacy = true>
ALWI void recip_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] int mode = VectorMode::RC) {
    MATH(if constexpr (legacy) math::over_tile<sfpu::reciprocal_legacy<APPROX, DST_ACCUM_MODE>>(idst, mode);
         else math::over_tile<sfpu::reciprocal<APPROX, DST_ACCUM_MODE>>(idst, mode);)
}

// Without the check for negative arguments where the kernel asks for speed.
TESSERA_TILE_INIT(sqrt, sfpu::sqrt_init<APPROX>();)
template <bool fast_approx = false>
ALWI void sqrt_tile([[maybe_unused]] uint32_t idst) {
    MATH((math::over_tile<sfpu::square_root<APPROX, false, DST_ACCUM_MODE, fast_approx>>(idst, VectorMode::RC));)
}
template <bool legacy = false>
ALWI void rsqrt_tile_init() {
    MATH(math::init_sfpu(); if constexpr (!legacy) sfpu::sqrt_init<APPROX>();)
}
template <bool legacy = false, bool fast_approx = false>
ALWI void rsqrt_tile([[maybe_unused]] uint32_t idst) {
    MATH(if constexpr (legacy)
             math::over_tile<sfpu::reciprocal_root_legacy<APPROX, DST_ACCUM_MODE>>(idst, VectorMode::RC);
         else math::over_tile<sfpu::square_root<APPROX, true, DST_ACCUM_MODE, fast_approx>>(idst, VectorMode::RC);)
}

// Where the kernel asks for speed, a bf16 logarithm does not look for what has none.
TESSERA_TILE_INIT(log, sfpu::log_init<DST_ACCUM_MODE>();)
template <bool fast_and_approx = false>
ALWI void log_tile([[maybe_unused]] uint32_t idst) {
    MATH((math::over_tile<sfpu::logarithm<fast_and_approx, DST_ACCUM_MODE>>(idst, VectorMode::RC));)
}
TESSERA_TILE_INIT(log_with_base, sfpu::log_init<DST_ACCUM_MODE>();)
template <bool fast_and_approx = false>
ALWI void log_with_base_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t base_scale) {
    MATH((math::over_tile<sfpu::logarithm_with_base<fast_and_approx, DST_ACCUM_MODE>>(idst, VectorMode::RC,
                                                                                      sfpu::base_scale(base_scale)));)
}
TESSERA_TILE_INIT(log1p, sfpu::log_init<DST_ACCUM_MODE>();)
template <bool fast_and_approx = false>
ALWI void log1p_tile([[maybe_unused]] uint32_t idst) {
    MATH((math::over_tile<sfpu::log1p<fast_and_approx, DST_ACCUM_MODE>>(idst, VectorMode::RC));)
}

TESSERA_TILE_INIT(sigmoid, sfpu::_init_sfpu_reciprocal_();)
template <int mode = VectorMode::RC, bool fast_and_approx = false>
ALWI void sigmoid_tile([[maybe_unused]] uint32_t idst) {
    MATH(if constexpr (fast_and_approx) math::over_tile<sfpu::sigmoid_by_lut>(idst, mode);
         else math::over_tile<sfpu::sigmoid<DST_ACCUM_MODE>>(idst, mode);)
}
TESSERA_TILE_INIT(tanh, sfpu::tanh_init<DST_ACCUM_MODE>();)
template <bool fast_and_approx = false>
ALWI void tanh_tile([[maybe_unused]] uint32_t idst) {
    MATH(if constexpr (fast_and_approx) math::over_tile<sfpu::tanh_by_lut>(idst, VectorMode::RC);
         else math::over_tile<sfpu::tanh<DST_ACCUM_MODE>>(idst, VectorMode::RC);)
}
TESSERA_TILE_INIT(gelu, sfpu::gelu_init();)
template <bool fast_and_approx = true>
ALWI void gelu_tile([[maybe_unused]] uint32_t idst) {
    MATH((math::over_tile<sfpu::gelu<fast_and_approx>>(idst, VectorMode::RC));)
}
TESSERA_UNARY_TILE(silu, (sfpu::_init_sfpu_reciprocal_<APPROX>();), sfpu::silu<DST_ACCUM_MODE>)

}  // namespace ckernel
