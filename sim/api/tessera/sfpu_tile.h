// What every SFPU tile function is made of: an init, and a function of vectors taken over the faces of a tile on T1.
#pragma once

#include "tessera/llk_params.h"
#include "tessera/llk_sfpu.h"

#if defined(TRISC_MATH)

namespace tessera::math {

// The unit's configuration and the address mode of SFPI's code as they are after reset.
ALWI void init_sfpu() {
    addr_mod_t{.srca = {}, .srcb = {}, .dest = {}}.set(ADDR_MOD_7);
    TTI_SFPCONFIG(0, 15, 1);
    TTI_SETRWC(p_setrwc::CLR_NONE, 0, 0, 0, 0, p_setrwc::SET_ABD_F);
}

// Of every lane's generator (tensix-core.md 3.4).
ALWI void seed_random(uint32_t seed) {
    reinterpret_cast<volatile uint32_t*>(abi::config_base)[config::PRNG_SEED_Seed_Val.word] = seed;
}

template <auto function, class V = sfpi::vFloat, int iterations = 8, class... A>
ALWI void over_tile(uint32_t idst, int mode, A... arguments) {
    _llk_math_eltwise_unary_sfpu_params_<APPROX>(
        [](auto... values) { tessera::vectors::each<function, iterations, V>(values...); }, idst, mode, arguments...);
}
template <auto function, class V = sfpi::vFloat>
ALWI void over_two_tiles(uint32_t in0, uint32_t in1, uint32_t out, int mode = VectorMode::RC) {
    _llk_math_eltwise_binary_sfpu_params_<APPROX>(tessera::vectors::each_of_two<function, 8, V>, in0, in1, out, mode);
}
template <auto function, class V = sfpi::vFloat>
ALWI void over_three_tiles(uint32_t in0, uint32_t in1, uint32_t in2, uint32_t out, int mode = VectorMode::RC) {
    _llk_math_eltwise_ternary_sfpu_params_<APPROX>(tessera::vectors::each_of_three<function, 8, V>, in0, in1, in2, out,
                                                   mode);
}

ALWI float number(uint32_t bits) { return tessera::vectors::Converter::as_float(bits); }

}  // namespace tessera::math

#endif

// The vendor's template arguments of inits are taken and mean nothing here unless the function says so. After the name:
// statements that program constants.
#define TESSERA_TILE_INIT(name, ...)                  \
    template <auto... options>                        \
    ALWI void name##_tile_init() {                    \
        MATH(tessera::math::init_sfpu(); __VA_ARGS__) \
    }

// name_tile(idst): one argument in place. After the init statements in parentheses: the function of vectors.
#define TESSERA_UNARY_TILE(name, init, ...)                                                             \
    TESSERA_TILE_INIT(name, TESSERA_STATEMENTS init)                                                    \
    template <auto... options>                                                                          \
    ALWI void name##_tile([[maybe_unused]] uint32_t idst, [[maybe_unused]] int mode = VectorMode::RC) { \
        MATH(tessera::math::over_tile<__VA_ARGS__>(idst, mode);)                                        \
    }
#define TESSERA_STATEMENTS(...) __VA_ARGS__
