// Angles as fixed-point turns on a scalar core (spec/sfpu-math.md 8.3, D'); the host's tests compile it as well.
#pragma once

#include <cstdint>

namespace rope {

// A frequency in turns per position as a fraction of 2^64, whole turns left out.
struct FixedFrequency {
    uint32_t low, high;
};

// position * frequency modulo a turn, in 2^-32 turns rounded down, with the lowest bit set for the sake of turns_sine
// (phase.hpp): at most one unit, 1.5e-9 rad, from the exact product. A product of a signed and an unsigned word is one
// instruction, so negative positions cost nothing.
inline uint32_t turns_of(int32_t position, FixedFrequency frequency) {
    const auto carried = static_cast<uint64_t>(static_cast<int64_t>(position) * static_cast<int64_t>(frequency.low));
    return (static_cast<uint32_t>(position) * frequency.high + static_cast<uint32_t>(carried >> 32)) | 1u;
}

}  // namespace rope
