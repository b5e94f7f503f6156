// RoPE's angle in forms that no kernel here uses, for the study of how errors grow with the position (spec/sfpu-math.md
// 8). Define FREQ_BASE_LOG and ROPE_EXP as for the kernels, and ROPE_COLUMNS, the columns that rotate.
#pragma once

#include "../rope/rotation.hpp"

namespace study {

using namespace sfpi;

// Radians per position, as the first rungs compute them.
sfpi_inline vFloat radian_frequency(vFloat column) {
    vFloat inverse_columns = 1.0f / static_cast<float>(ROPE_COLUMNS);
    vFloat exponent = column * 2.0f * inverse_columns;
    using namespace rope;
    return ROPE_EXP(-exponent * static_cast<float>(FREQ_BASE_LOG));
}

// A frequency in two parts and the residual of the product by a further multiply-add. Against a true fma this loses:
// where SFPMAD cancels it keeps three bits of the residual (sfpu-math.md 1.1).
struct Compensated {
    vFloat rest;
    vInt half_turns;
};
sfpi_inline Compensated compensated(vFloat position, vFloat high, vFloat low) {
    vFloat product = tessera::vectors::rounded(position * high);
    vFloat residual = position * high - product;
    vFloat biased = product + tessera::vectors::in_register(tessera::vectors::round_to_integer);
    vFloat rest = product - (biased - tessera::vectors::in_register(tessera::vectors::round_to_integer));
    return {position * low + (rest + residual), reinterpret<vInt>(biased)};
}

sfpi_inline vFloat compensated_sine(const Compensated& angle) {
    return rope::signed_by_parity(sfpu::sfpu_sinpi<false>(angle.rest), angle.half_turns);
}
sfpi_inline vFloat compensated_cosine(const Compensated& angle) {
    return rope::signed_by_parity(rope::sin_phase(0.5f - angle.rest), angle.half_turns);
}

// What both cost together: the angle comes once.
sfpi_inline vFloat compensated_pair(vFloat position, vFloat high, vFloat low) {
    Compensated angle = compensated(position, high, low);
    dst_reg[0] = compensated_sine(angle);
    return compensated_cosine(angle);
}
sfpi_inline vFloat split_pair(vFloat position, vFloat low_bits, vFloat f1, vFloat f2) {
    rope::SplitPhase phase = rope::split_phase(position, low_bits, f1, f2);
    dst_reg[0] = rope::split_sine(phase);
    return rope::split_cosine(phase);
}

}  // namespace study
