// Seeded numbers by index: splitmix64 as a counter, the same on every host and in any order.
#pragma once

#include <cstdint>

namespace tessera::host {

constexpr std::uint64_t random_word(std::uint64_t seed, std::uint64_t index) {
    constexpr std::uint64_t increment = 0x9E3779B97F4A7C15;
    std::uint64_t z = seed + (index + 1) * increment;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

}  // namespace tessera::host
