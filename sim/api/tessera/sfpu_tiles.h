// SFPU functions on whole tiles (kernel-api.md 3.5) that tessera carries; the rest is in unsupported.h.
#pragma once

#include "tessera/llk_params.h"
#include "tessera/llk_sfpu.h"

namespace ckernel {

// The vendor's inits reset the counters and the address mods the SFPU uses; ours need nothing that would outlive them,
// and leave the programmable constants to the kernel.
template <bool approximate = false, bool fast = true, uint32_t scale = 0x3F800000>
ALWI void exp_tile_init() {
    MATH(TTI_SETRWC(p_setrwc::CLR_NONE, 0, 0, 0, 0, p_setrwc::SET_ABD_F);)
}
template <bool approximate = false>
ALWI void sin_tile_init() {
    exp_tile_init();
}
template <bool approximate = false>
ALWI void cos_tile_init() {
    exp_tile_init();
}
template <bool legacy = false>
ALWI void recip_tile_init() {
    exp_tile_init();
}

template <bool approximate = false, bool fast = true, bool scaled = false, bool skip_positive = false,
          int iterations = 8>
ALWI void exp_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] int mode = VectorMode::RC, uint16_t = 0x3F80) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(sfpu::calculate_exp<DST_ACCUM_MODE, iterations>, idst, mode);)
}
ALWI void sin_tile([[maybe_unused]] uint32_t idst) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(sfpu::calculate_sine<APPROX, 8>, idst);)
}
ALWI void cos_tile([[maybe_unused]] uint32_t idst) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(sfpu::calculate_cosine<APPROX, 8>, idst);)
}
template <bool legacy = false>
ALWI void recip_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] int mode = VectorMode::RC) {
    MATH(_llk_math_eltwise_unary_sfpu_params_<APPROX>(sfpu::calculate_reciprocal<8>, idst, mode);)
}

}  // namespace ckernel
