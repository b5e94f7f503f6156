// How a function on the SFPU is walked over the faces of a tile (kernel-api.md 1.6). T1 only.
#pragma once

#include <type_traits>

#include "tessera/dst.h"

#if defined(TRISC_MATH)

namespace tessera::math {

ALWI void next_face() {
    inc_dst_addr<8>();
    inc_dst_addr<8>();
}

ALWI void begin_sfpu(uint32_t tile) {
    set_dst_write_addr<DstTileShape::Tile32x32, UnpackDestination::SrcRegs>(tile);
    set_addr_mod_base();
    TTI_STALLWAIT(p_stall::STALL_SFPU, p_stall::MATH);
}
ALWI void end_sfpu() {
    clear_dst_reg_addr();
    TTI_STALLWAIT(p_stall::STALL_CFG, p_stall::WAIT_SFPU);
    clear_addr_mod_base();
}

template <class F, class... A>
ALWI void over_faces(int mode, F&& function, A... args) {
    if (mode == VectorMode::R) {
        for (int face = 0; face < 2; ++face) {
            function(args...);
            next_face();
        }
        next_face();
        next_face();
    } else if (mode == VectorMode::C) {
        for (int face = 0; face < 2; ++face) {
            function(args...);
            next_face();
            next_face();
        }
    } else if (mode == VectorMode::RC) {
        for (int face = 0; face < 4; ++face) {
            function(args...);
            next_face();
        }
    } else {
        function(args...);
    }
}

template <class F, class... A>
inline constexpr bool takes_three_tiles = std::is_invocable_v<F, uint32_t, uint32_t, uint32_t, A...>;

}  // namespace tessera::math

namespace ckernel {

template <bool approximate = false, class F, class... A>
ALWI void _llk_math_eltwise_unary_sfpu_params_(F&& function, uint32_t tile, int mode = VectorMode::RC, A... args) {
    tessera::math::begin_sfpu(tile);
    tessera::math::over_faces(mode, function, args...);
    tessera::math::end_sfpu();
}

// The function gets the three tile indices and adds them to dst_reg itself, so the base stays at tile 0.
template <bool approximate = false, class F, class... A>
ALWI auto _llk_math_eltwise_binary_sfpu_params_(F&& function, uint32_t tile0, uint32_t tile1, uint32_t out,
                                                int mode = VectorMode::RC, A... args)
    -> std::enable_if_t<tessera::math::takes_three_tiles<F, A...>> {
    tessera::math::begin_sfpu(0);
    tessera::math::over_faces(mode, function, tile0, tile1, out, args...);
    tessera::math::end_sfpu();
}
// Until 2025: the base is the lower tile, which is also the result, and the function gets how many tiles the other lies
// behind it.
template <bool approximate = false, class F, class... A>
ALWI auto _llk_math_eltwise_binary_sfpu_params_(F&& function, uint32_t tile0, uint32_t tile1, int mode = VectorMode::RC,
                                                A... args)
    -> std::enable_if_t<!tessera::math::takes_three_tiles<F, A...> && std::is_invocable_v<F, uint32_t, A...>> {
    const bool in_order = tile0 <= tile1;
    tessera::math::begin_sfpu(in_order ? tile0 : tile1);
    tessera::math::over_faces(mode, function, in_order ? tile1 - tile0 : tile0 - tile1, args...);
    tessera::math::end_sfpu();
}
// The names of that time.
template <bool approximate = false, class F, class... A>
ALWI void llk_math_eltwise_unary_sfpu_params(F&& function, uint32_t tile, int mode = VectorMode::RC, A... args) {
    _llk_math_eltwise_unary_sfpu_params_<approximate>(function, tile, mode, args...);
}
template <bool approximate = false, class F, class... A>
ALWI void llk_math_eltwise_binary_sfpu_params(F&& function, uint32_t tile0, uint32_t tile1, int mode = VectorMode::RC,
                                              A... args) {
    _llk_math_eltwise_binary_sfpu_params_<approximate>(function, tile0, tile1, mode, args...);
}

template <bool approximate = false, class F, class... A>
ALWI void _llk_math_eltwise_ternary_sfpu_params_(F&& function, uint32_t tile0, uint32_t tile1, uint32_t tile2,
                                                 uint32_t out, int mode = VectorMode::RC, A... args) {
    tessera::math::begin_sfpu(0);
    tessera::math::over_faces(mode, function, tile0, tile1, tile2, out, args...);
    tessera::math::end_sfpu();
}

}  // namespace ckernel

#define SFPU_BINARY_CALL_NO_TEMPLATE_ARGS(sync, accumulate, function, tile0, tile1, out, mode) \
    _llk_math_eltwise_binary_sfpu_params_<false>(function, tile0, tile1, out, static_cast<int>(VectorMode::mode))

#endif
