// SFPU functions of tiles of floats beyond the common ones: error functions, powers, remainders, masks, random numbers
// (kernel-api.md 3.5). Signatures are the vendor's.
#pragma once

// A data movement kernel has none of these.
#if defined(COMPILE_FOR_TRISC)

#include "tessera/rounding_mode.h"
#include "tessera/sfpu_tile.h"

#if defined(TRISC_MATH)
#include "tessera/sfpu/inverse_hyperbolic.h"
#include "tessera/sfpu/power.h"
#include "tessera/sfpu/random.h"
#include "tessera/sfpu/shrink.h"
#include "tessera/sfpu/special.h"
#endif

namespace ckernel {

TESSERA_UNARY_TILE(erf, (), tessera::vectors::error_function)
TESSERA_UNARY_TILE(erfc, (), tessera::vectors::complementary_error_function)
TESSERA_UNARY_TILE(erfinv, (tessera::vectors::log_quintic_init();), tessera::vectors::inverse_error_function)
TESSERA_UNARY_TILE(i0, (), tessera::vectors::bessel_0)
TESSERA_UNARY_TILE(i1, (), tessera::vectors::bessel_1)
TESSERA_UNARY_TILE(acosh, (tessera::vectors::sqrt_init<APPROX>();), tessera::vectors::arc_hyperbolic_cosine<APPROX>)
TESSERA_UNARY_TILE(asinh, (tessera::vectors::sqrt_init<APPROX>();), tessera::vectors::arc_hyperbolic_sine<APPROX>)
TESSERA_UNARY_TILE(atanh, (tessera::vectors::_init_sfpu_reciprocal_();),
                   tessera::vectors::arc_hyperbolic_tangent<APPROX, DST_ACCUM_MODE>)
TESSERA_UNARY_TILE(softsign, (tessera::vectors::_init_sfpu_reciprocal_();), tessera::vectors::softsign<APPROX>)
TESSERA_UNARY_TILE(hardmish, (), tessera::vectors::hardmish)
TESSERA_UNARY_TILE(cbrt, (tessera::vectors::power_init(1.442695f);), tessera::vectors::cube_root<DST_ACCUM_MODE>)
template <auto... options>
ALWI void stochastic_round_tile([[maybe_unused]] uint32_t idst) {
    MATH(tessera::math::over_tile<tessera::vectors::rounded_stochastically>(idst, VectorMode::RC);)
}

TESSERA_TILE_INIT(softshrink)
template <auto... options>
ALWI void softshrink_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t lambda) {
    MATH(tessera::math::over_tile<tessera::vectors::softshrink>(idst, VectorMode::RC, tessera::math::number(lambda));)
}
TESSERA_TILE_INIT(threshold)
template <auto... options>
ALWI void threshold_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t threshold,
                         [[maybe_unused]] uint32_t value) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::calculate_threshold, idst, VectorMode::RC,
                                                      tessera::math::number(threshold), tessera::math::number(value));)
}
TESSERA_TILE_INIT(rpow, tessera::vectors::power_init(1.442695f);)
template <auto... options>
ALWI void rpow_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t base,
                    [[maybe_unused]] int mode = VectorMode::RC) {
    MATH(tessera::math::over_tile<tessera::vectors::power_of_base<DST_ACCUM_MODE>>(idst, mode,
                                                                                   tessera::math::number(base));)
}
TESSERA_TILE_INIT(rdiv, tessera::vectors::_init_sfpu_reciprocal_();)
template <RoundingMode rounding = RoundingMode::None>
ALWI void rdiv_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t value,
                    [[maybe_unused]] int mode = VectorMode::RC) {
    MATH((tessera::math::over_tile<tessera::vectors::quotient_of<APPROX, DST_ACCUM_MODE, rounding>>(
        idst, mode, tessera::math::number(value)));)
}
// value - x.
TESSERA_TILE_INIT(rsub)
template <auto... options>
ALWI void rsub_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t value) {
    MATH((tessera::math::over_tile<tessera::vectors::difference_from>(idst, VectorMode::RC,
                                                                      tessera::math::number(value)));)
}

// The divisor and its reciprocal are given at the init; the tile function's own are not looked at.
template <auto... options>
ALWI void fmod_tile_init([[maybe_unused]] uint32_t divisor, [[maybe_unused]] uint32_t reciprocal) {
    MATH(tessera::math::init_sfpu();
         tessera::vectors::modulo_init(tessera::math::number(divisor), tessera::math::number(reciprocal));)
}
template <auto... options>
ALWI void fmod_tile([[maybe_unused]] uint32_t idst, uint32_t, uint32_t) {
    MATH(tessera::math::over_tile<tessera::vectors::modulo_truncated>(idst, VectorMode::RC);)
}
template <auto... options>
ALWI void remainder_tile_init(uint32_t divisor, uint32_t reciprocal) {
    fmod_tile_init(divisor, reciprocal);
}
template <auto... options>
ALWI void remainder_tile([[maybe_unused]] uint32_t idst, uint32_t, uint32_t) {
    MATH(tessera::math::over_tile<tessera::vectors::modulo_floored>(idst, VectorMode::RC);)
}

// The mask is the tile after the data, whatever index is named.
TESSERA_TILE_INIT(mask)
template <auto... options>
ALWI void mask_tile([[maybe_unused]] uint32_t idst, uint32_t,
                    [[maybe_unused]] DataFormat format = DataFormat::Float16_b) {
    MATH(if (format == DataFormat::Float16_b || format == DataFormat::Float16)
             _llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::calculate_mask<sfpi::vFloat>, idst,
                                                          VectorMode::RC, 0.0f);
         else if (format == DataFormat::Int32) _llk_math_eltwise_unary_sfpu_params_<APPROX>(
             tessera::vectors::calculate_mask<sfpi::vInt>, idst, VectorMode::RC, 0.0f);)
}
template <auto... options>
ALWI void mask_posinf_tile([[maybe_unused]] uint32_t idst, uint32_t) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::calculate_mask<sfpi::vFloat>, idst,
                                                      VectorMode::RC, __builtin_inff());)
}

TESSERA_TILE_INIT(alt_complex_rotate90)
template <auto... options>
ALWI void alt_complex_rotate90_tile([[maybe_unused]] uint32_t idst) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::calculate_rotate90, idst);)
}

// Random numbers.
template <auto... options>
ALWI void rand_tile_init([[maybe_unused]] uint32_t seed = 0) {
    MATH(tessera::math::init_sfpu(); tessera::math::seed_random(seed);)
}
template <auto... options>
ALWI void rand_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t from, [[maybe_unused]] uint32_t scale) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::calculate_random, idst, VectorMode::RC, from,
                                                      scale);)
}
template <auto... options>
ALWI void dropout_kernel_init(uint32_t seed = 0) {
    rand_tile_init(seed);
}
template <auto... options>
ALWI void dropout_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] uint32_t probability,
                       [[maybe_unused]] uint32_t scale) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(tessera::vectors::calculate_dropout, idst, VectorMode::RC,
                                                      probability, scale);)
}

// Of two and three tiles.
TESSERA_TILE_INIT(xlogy_binary, tessera::vectors::x_log_y_init();)
template <auto... options>
ALWI void xlogy_binary_tile([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1,
                            [[maybe_unused]] uint32_t out) {
    MATH(_llk_math_eltwise_binary_sfpu_params_<APPROX>(tessera::vectors::calculate_x_log_y, in0, in1, out);)
}
TESSERA_TILE_INIT(logsigmoid)
template <auto... options>
ALWI void logsigmoid_tile([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1, [[maybe_unused]] uint32_t out) {
    MATH(tessera::math::over_two_tiles<tessera::vectors::log_of_sigmoid>(in0, in1, out);)
}
// a + value b c.
TESSERA_TILE_INIT(addcmul)
template <DataFormat format>
ALWI void addcmul_tile([[maybe_unused]] uint32_t in0, [[maybe_unused]] uint32_t in1, [[maybe_unused]] uint32_t in2,
                       [[maybe_unused]] uint32_t out, [[maybe_unused]] uint32_t value) {
    static_assert(format == DataFormat::Float32 || format == DataFormat::Float16_b || format == DataFormat::Bfp8_b,
                  "addcmul_tile takes Float32, Float16_b and Bfp8_b");
    MATH((_llk_math_eltwise_ternary_sfpu_params_<APPROX>(
        tessera::vectors::calculate_sum_with_scaled_product<DST_ACCUM_MODE, format == DataFormat::Float32>, in0, in1,
        in2, out, VectorMode::RC, tessera::math::number(value)));)
}

}  // namespace ckernel

#endif
