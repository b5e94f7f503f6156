// Bits that stochastic rounding draws, as a function of a key and a place: the same on every host, in any order and
// with any number of threads (spec/tensix-core.md 1.8).
#pragma once

#include <cstdint>

namespace tessera::num {

// The output function of SplitMix64.
constexpr std::uint64_t mixed(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

// What is added before the low `bits` of a magnitude are cut off: half of them, or with a key any of them, so that what
// is cut off says how likely the next number is. Place: which of the numbers that share the key.
constexpr std::uint32_t rounding_addend(std::uint64_t key, std::uint64_t place, int bits) {
    if (bits <= 0) return 0;
    if (key == 0) return 1u << (bits - 1);
    return static_cast<std::uint32_t>(mixed(key ^ mixed(place))) & ((1u << bits) - 1);
}

}  // namespace tessera::num
