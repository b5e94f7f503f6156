// The random number generator of a lane (spec/tensix-core.md 3.4).
#pragma once

#include "sim/sfpu/ops/words.hpp"

namespace tessera::sfpu {

// Shifts right; the new top bit is the inverted parity of s & 80200003.
[[gnu::always_inline]] constexpr Word prng_step(Word s) {
    const Word parity = s ^ s >> 1 ^ s >> 21 ^ s >> 31;
    return (~parity & 1) << 31 | s >> 1;
}

}  // namespace tessera::sfpu
