// Ways from a frequency and a position to an angle (spec/sfpu-math.md 8.3): what the kernels of kernels/rope take
// instead of frequencies that they compute themselves.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "host/ops/rope/yarn.hpp"

namespace tessera::host {

inline constexpr double exact_integers = 0x1p24;  // of fp32: positions beyond are rounded

enum class RopePhase : std::uint8_t {
    computed,  // frequencies by e^x on the vector unit, times the position in fp32
    split,     // C: frequencies in two parts, of which the coarse one's product is exact
    turns,     // D': 64-bit fixed-point turns on the reader's scalar core
};

std::string_view name(RopePhase phase);

// base^(-2k/rotary_dim): what pair k turns by at position 1, in radians, where nothing else is said.
long double plain_frequency(double base, std::size_t k, std::int64_t rotary_dim);
// Of every pair, over its factor where there are factors, times what YaRN says. Wrong by 2^-62 of itself.
std::vector<long double> rope_frequencies(std::int64_t rotary_dim, double base, const Yarn& yarn,
                                          const std::vector<float>& factors);

// Half turns per position: f1 a multiple of 2^-12, f2 what is left, in fp32.
struct SplitFrequency {
    float f1 = 0, f2 = 0;
    double lost = 0;  // what both leave out
};
inline constexpr double largest_split = 0.5;  // half turns; f1 must have no more than 11 bits
SplitFrequency split_frequency(long double radians);

// Turns per position modulo one, in 2^-64 turns.
std::uint64_t fixed_frequency(long double radians);

}  // namespace tessera::host
