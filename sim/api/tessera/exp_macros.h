// The fast exponential as the vector unit runs it fastest: by SFPLOADMACRO, a vector a cycle (sfpu-math.md 3,
// tensix-core.md 4.8). T1 only; the same bits as exp_fast_approximate, whose constants it shares, with a scale that
// also moves the least argument.
#pragma once

#include "tessera/llk_params.h"
#include "tessera/llk_sfpu.h"

#if defined(TRISC_MATH)

namespace tessera::vectors {
namespace macro {

// One byte of a sequence: the instruction a sub-unit runs, so many cycles after the one that follows the load; whether
// LReg16 takes the place of the loaded register as its result (of a store: as its source), and whether the loaded
// register comes in as VB rather than as VC.
struct Step {
    uint32_t choice = 0, delay = 0;
    bool staged = false, in_vb = false;
    constexpr uint32_t byte() const { return (in_vb ? 0x80u : 0u) | (staged ? 0x40u : 0u) | delay << 3 | choice; }
};
inline constexpr uint32_t store = 3, first_template = 4;

constexpr uint32_t sequence(Step simple, Step mad, Step round, Step store) {
    return simple.byte() | mad.byte() << 8 | round.byte() << 16 | store.byte() << 24;
}

// SFPCONFIG targets: templates 0 to 3, sequences 4 to 7, 8 for both the mode of stores and what delays count.
template <uint32_t target, uint32_t word>
ALWI void configure() {
    TTI_SFPLOADI(p_sfpu::LREG0, 10, word & 0xFFFF);
    TTI_SFPLOADI(p_sfpu::LREG0, 8, word >> 16);
    TTI_SFPCONFIG(0, target, 0);
}

// The address mode that moves no counter.
inline constexpr uint32_t no_step = TESSERA_SFPI_ADDR_MOD;

template <uint32_t which, uint32_t lreg, uint32_t row>
ALWI void run() {
    TTI_SFPLOADMACRO(which << 2 | (lreg & 3), 0, no_step, row | lreg >> 2);
}

}  // namespace macro

// Macro 1 brings arguments below the least one up to it and stores them back; macro 0 then works the line out, rounds
// it to an integer, shifts that into the exponent and stores it.
template <uint32_t scale = 0x3F800000>
inline void exp_macros_init() {
    constexpr float factor = __builtin_bit_cast(float, scale);
    exp_fast_approximate_init(factor);
    sfpi::vConstFloatPrgm2 = -88.5f / factor;
    using macro::Step;
    constexpr uint32_t clamp = macro::first_template, line = clamp + 1, round = clamp + 2, shift = clamp + 3;
    macro::configure<0, TT_OP_SFPSWAP(0, 0, p_sfpu::LREG14, 1)>();
    // With VD 12 + n a word goes into template n.
    TTI_SFPMAD(p_sfpu::LREG12, 0, p_sfpu::LREG13, 12 + 1, 0);
    TTI_SFP_STOCH_RND(0, 0, 0, 0, 12 + 2, 6);
    TTI_SFPSHFT(15, 0, 12 + 3, 1);
    macro::configure<5, macro::sequence(Step{clamp, 0}, Step{}, Step{}, Step{macro::store, 2})>();
    macro::configure<4, macro::sequence(Step{shift, 3, true, true}, Step{line, 0, false, true}, Step{round, 2},
                                        Step{macro::store, 4, true})>();
    TTI_SFPCONFIG(0, 8, 1);
}

// One face. SFPSWAP takes two cycles, so every second one of the first half is free.
ALWI void exp_by_macros() {
    macro::run<1, 0, 0>();
    TTI_SFPNOP;
    macro::run<1, 1, 2>();
    TTI_SFPNOP;
    macro::run<1, 2, 4>();
    TTI_SFPNOP;
    macro::run<1, 3, 6>();
    TTI_SFPNOP;
    macro::run<1, 0, 8>();
    TTI_SFPNOP;
    macro::run<1, 1, 10>();
    TTI_SFPNOP;
    macro::run<1, 2, 12>();
    TTI_SFPNOP;
    macro::run<1, 3, 14>();
    macro::run<0, 0, 0>();
    macro::run<0, 1, 2>();
    macro::run<0, 2, 4>();
    macro::run<0, 3, 6>();
    macro::run<0, 0, 8>();
    macro::run<0, 1, 10>();
    macro::run<0, 2, 12>();
    macro::run<0, 3, 14>();
    TTI_SFPNOP;
}

}  // namespace tessera::vectors

#endif
