// Sine and cosine of an angle that is kept in half turns, and the two ways to such an angle that stay accurate at large
// positions (spec/sfpu-math.md 8.3). Plain functions of vectors; nothing here knows of units or of Dst.
//
// An fp32 frequency times an fp32 position is wrong by half a unit in the last place of the product, which counts in
// whole phases: 1e-3 half turns at position 1e5. Both remedies take whole turns off before anything is rounded.
#pragma once

namespace rope {

using namespace sfpi;

// sin(pi * x) for |x| < 32767.5: whole half turns come off, their parity is the sign.
sfpi_inline vFloat sin_phase(vFloat x) {
    vInt half_turns = reinterpret<vInt>(float_to_int16(x, 0));
    x -= int32_to_float(half_turns, 0);
    x = sfpu::sfpu_sinpi<false>(x);
    v_if(half_turns & 1) { x = -x; }
    v_endif;
    return x;
}

sfpi_inline vFloat cos_phase(vFloat x) { return sin_phase(0.5f - x); }

// Split frequency. A frequency of f half turns per position comes as f1 + f2, f1 a multiple of 2^-12 and at most 1/2 in
// size, f2 at most 2^-13; a position within 2^24 as itself and as its lowest 13 bits. The position times f1 differs
// from `low` times f1 by whole turns only, and the latter has 24 bits at most: it is exact, and so is what its nearest
// integer leaves.
struct SplitPhase {
    vFloat rest;      // half turns, after
    vInt half_turns;  // so many of them, as sign and magnitude
};
sfpi_inline SplitPhase split_phase(const vFloat& position, const vFloat& low, const vFloat& f1, const vFloat& f2) {
    vFloat exact = low * f1;
    vInt half_turns = reinterpret<vInt>(float_to_int16(exact, 0));
    vFloat rest = exact - int32_to_float(half_turns, 0);
    return {position * f2 + rest, half_turns};
}
// An odd number of half turns turns the sign about.
sfpi_inline vFloat signed_by_parity(const vFloat& value, const vInt& half_turns) {
    return reinterpret<vFloat>(reinterpret<vInt>(value) ^ (half_turns << 31));
}
sfpi_inline vFloat split_sine(const SplitPhase& phase) {
    return signed_by_parity(sin_phase(phase.rest), phase.half_turns);
}
sfpi_inline vFloat split_cosine(const SplitPhase& phase) {
    return signed_by_parity(cos_phase(phase.rest), phase.half_turns);
}

// Fixed-point turns. q counts 2^-32 of a turn modulo a whole one, so that its top bit is the sign of the sine and the
// others say where in a half turn the angle lies; shifted by one they are a signed number of 2^-32 half turns of which
// the magnitude counts. The lowest bit of q must be set, as fixed_point.hpp leaves it: the magnitude is then neither 0,
// which has no exponent to subtract from, nor 2^31, which has no place beside a sign.
sfpi_inline vFloat turns_sine(const vInt& q) {
    vFloat magnitude = int32_to_float(abs(q << 1), 0);
    return copysgn(sfpu::sfpu_sinpi<false>(addexp(magnitude, -32)), q);
}
sfpi_inline vFloat turns_cosine(const vInt& q) { return turns_sine(q + 0x40000000); }

}  // namespace rope
