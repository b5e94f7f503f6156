// Exponentials, reciprocals, roots, logarithms and sigmoids on tiles: functions with variants (kernel-api.md 3.5).
#pragma once

// A data movement kernel has none of these.
#if defined(COMPILE_FOR_TRISC)

#include "tessera/exp_forms.h"
#include "tessera/exp_macros.h"
#include "tessera/sfpu_tile.h"

namespace ckernel {

// approximate and fast: the line of Schraudolph, whose constants hold the scale; approximate: its older form; else
// about 1 ULP of the width of Dst. The init of the last one also serves _sfpu_reciprocal_, which kernels rely on.
template <bool approximate = false, auto... options>
ALWI void exp_tile_init() {
    [[maybe_unused]] constexpr tessera::detail::ExpInit init = tessera::detail::exp_init<options...>();
    MATH(tessera::math::init_sfpu();
         if constexpr (approximate && init.fast && init.clamped) tessera::vectors::exp_macros_init<init.scale>();
         else if constexpr (approximate && init.fast)
             tessera::vectors::exp_fast_approximate_init(tessera::math::number(init.scale));
         else if constexpr (!approximate) tessera::vectors::_init_sfpu_reciprocal_();)
}
template <bool approximate = false, auto... options>
ALWI void exp_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] int mode = VectorMode::RC,
                   [[maybe_unused]] uint16_t scale = 0x3F80) {
    [[maybe_unused]] constexpr tessera::detail::ExpForm form = tessera::detail::exp_form<options...>();
    MATH(if constexpr (approximate && form.fast && !form.clamped)
             tessera::math::over_tile<tessera::vectors::exp_fast_unclamped, sfpi::vFloat, form.iterations>(idst, mode);
         else if constexpr (approximate && form.fast && form.iterations == 8)
             _llk_math_eltwise_unary_sfpu_params_<APPROX>([] { tessera::vectors::exp_by_macros(); }, idst, mode);
         else(tessera::math::over_tile<
              tessera::vectors::exponential<approximate, form.fast, DST_ACCUM_MODE, form.scaled, form.skip_positive>,
              sfpi::vFloat, form.iterations>(idst, mode, tessera::math::number(static_cast<uint32_t>(scale) << 16)));)
}
TESSERA_UNARY_TILE(exp2, (), tessera::vectors::_calculate_exp2_body_<DST_ACCUM_MODE>)
template <bool approximate = false>
ALWI void expm1_tile_init() {
    MATH(tessera::math::init_sfpu(); if constexpr (DST_ACCUM_MODE && !approximate) tessera::vectors::expm1_init();)
}
template <bool approximate = false>
ALWI void expm1_tile([[maybe_unused]] uint32_t idst) {
    MATH((tessera::math::over_tile<tessera::vectors::expm1<approximate, DST_ACCUM_MODE>>(idst, VectorMode::RC));)
}

// The default is the older form, of about 12000 ULP in fp32.
template <bool legacy = true>
ALWI void recip_tile_init() {
    MATH(tessera::math::init_sfpu(); if constexpr (!legacy) tessera::vectors::_init_sfpu_reciprocal_<APPROX>();)
}
template <bool legacy = true>
ALWI void recip_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] int mode = VectorMode::RC) {
    MATH(if constexpr (legacy)
             tessera::math::over_tile<tessera::vectors::reciprocal_legacy<APPROX, DST_ACCUM_MODE>>(idst, mode);
         else tessera::math::over_tile<tessera::vectors::reciprocal<APPROX, DST_ACCUM_MODE>>(idst, mode);)
}

// Without the check for negative arguments where the kernel asks for speed.
TESSERA_TILE_INIT(sqrt, tessera::vectors::sqrt_init<APPROX>();)
template <bool fast_approx = false>
ALWI void sqrt_tile([[maybe_unused]] uint32_t idst) {
    MATH((tessera::math::over_tile<tessera::vectors::square_root<APPROX, false, DST_ACCUM_MODE, fast_approx>>(
        idst, VectorMode::RC));)
}
template <bool legacy = false>
ALWI void rsqrt_tile_init() {
    MATH(tessera::math::init_sfpu(); if constexpr (!legacy) tessera::vectors::sqrt_init<APPROX>();)
}
template <bool legacy = false, bool fast_approx = false>
ALWI void rsqrt_tile([[maybe_unused]] uint32_t idst) {
    MATH(if constexpr (legacy)
             tessera::math::over_tile<tessera::vectors::reciprocal_root_legacy<APPROX, DST_ACCUM_MODE>>(idst,
                                                                                                        VectorMode::RC);
         else tessera::math::over_tile<tessera::vectors::square_root<APPROX, true, DST_ACCUM_MODE, fast_approx>>(
             idst, VectorMode::RC);)
}

// Where the kernel asks for speed, a bf16 logarithm does not look for what has none.
TESSERA_TILE_INIT(log, tessera::vectors::log_init<DST_ACCUM_MODE>();)
template <bool fast_and_approx = false>
ALWI void log_tile([[maybe_unused]] uint32_t idst) {
    MATH(
        (tessera::math::over_tile<tessera::vectors::logarithm<fast_and_approx, DST_ACCUM_MODE>>(idst, VectorMode::RC));)
}
TESSERA_TILE_INIT(log_with_base, tessera::vectors::log_init<DST_ACCUM_MODE>();)
template <bool fast_and_approx = false>
ALWI void log_with_base_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t base_scale) {
    MATH((tessera::math::over_tile<tessera::vectors::logarithm_with_base<fast_and_approx, DST_ACCUM_MODE>>(
        idst, VectorMode::RC, tessera::vectors::base_scale(base_scale)));)
}
TESSERA_TILE_INIT(log1p, tessera::vectors::log_init<DST_ACCUM_MODE>();)
template <bool fast_and_approx = false>
ALWI void log1p_tile([[maybe_unused]] uint32_t idst) {
    MATH((tessera::math::over_tile<tessera::vectors::log1p<fast_and_approx, DST_ACCUM_MODE>>(idst, VectorMode::RC));)
}

// The fast forms take their lines from LRegs, where the init of the same form left them.
template <bool fast_and_approx = false>
ALWI void sigmoid_tile_init() {
    MATH(tessera::math::init_sfpu();
         if constexpr (fast_and_approx) tessera::vectors::lines_init(tessera::vectors::sigmoid_lines);
         else tessera::vectors::_init_sfpu_reciprocal_();)
}
template <int mode = VectorMode::RC, bool fast_and_approx = false>
ALWI void sigmoid_tile([[maybe_unused]] uint32_t idst) {
    MATH(if constexpr (fast_and_approx) _llk_math_eltwise_unary_sfpu_params_<APPROX>(
             tessera::vectors::each_by_three_lines<tessera::vectors::sigmoid_by_lut>, idst, mode);
         else tessera::math::over_tile<tessera::vectors::sigmoid<DST_ACCUM_MODE>>(idst, mode);)
}
template <bool fast_and_approx = false>
ALWI void tanh_tile_init() {
    MATH(tessera::math::init_sfpu();
         if constexpr (fast_and_approx) tessera::vectors::lines_init(tessera::vectors::tanh_lines);
         else tessera::vectors::tanh_init<DST_ACCUM_MODE>();)
}
template <bool fast_and_approx = false>
ALWI void tanh_tile([[maybe_unused]] uint32_t idst) {
    MATH(if constexpr (fast_and_approx) _llk_math_eltwise_unary_sfpu_params_<APPROX>(
             tessera::vectors::each_by_three_lines<tessera::vectors::tanh_by_lut>, idst, VectorMode::RC);
         else tessera::math::over_tile<tessera::vectors::tanh<DST_ACCUM_MODE>>(idst, VectorMode::RC);)
}
template <bool fast_and_approx = true>
ALWI void gelu_tile_init() {
    MATH(tessera::math::init_sfpu(); if constexpr (fast_and_approx) tessera::vectors::gelu_by_lut_init();)
}
template <bool fast_and_approx = true>
ALWI void gelu_tile([[maybe_unused]] uint32_t idst) {
    MATH(if constexpr (fast_and_approx) _llk_math_eltwise_unary_sfpu_params_<APPROX>(
             tessera::vectors::each_by_six_lines<tessera::vectors::gelu_by_lut>, idst, VectorMode::RC);
         else tessera::math::over_tile<tessera::vectors::gelu>(idst, VectorMode::RC);)
}
TESSERA_UNARY_TILE(silu, (tessera::vectors::_init_sfpu_reciprocal_<APPROX>();), tessera::vectors::silu<DST_ACCUM_MODE>)

}  // namespace ckernel

#endif
