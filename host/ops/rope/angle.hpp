// The ways to the sine and cosine of a RoPE angle: how a frequency comes about, how it meets the position, and which
// sine follows (spec/sfpu-math.md 8).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/ops/rope/phase.hpp"
#include "host/study/function.hpp"

namespace tessera::accuracy {

// What the host knows of a pair's frequency, and what the vector unit made of it.
struct PairFrequency {
    long double half_turns = 0;   // a position, within 2^-62 relative
    float rounded = 0, rest = 0;  // to fp32, and what that lacks
    host::SplitFrequency split;
    std::uint64_t turns = 0;  // fraction of a turn a position, times 2^64
    float computed = 0;       // by the variant's exponential; in radians where its sine is
};
std::vector<PairFrequency> pair_frequencies(std::int64_t rotary_dim, double base);

// sin and cos of the exact angle; within 1e-11 up to position 2^24, 1e-9 up to 2^31.
struct Turn {
    double sine, cosine;
};
Turn exact_turn(std::uint32_t position, const PairFrequency& pair);

inline constexpr std::string_view remedy_group = "remedies";

struct AngleVariant {
    using Arguments = std::array<std::uint32_t, 4>;  // patterns of x, y, z, w

    std::string name, about;
    std::string group;      // of those drawn together: the sine, or remedy_group
    std::string frequency;  // expression in the column x; empty where the host gives it
    Arguments (*arguments)(std::uint32_t position, const PairFrequency& pair);
    std::string angle;         // expression in the arguments; empty where sine and cosine take these themselves
    std::string sine, cosine;  // expressions in the angle x, or in the arguments
    std::string pair;          // both at once, for the cost
    std::string init;          // programs the sine's constants
    std::string exp;           // ROPE_EXP
    double most_half_turns = HUGE_VAL;  // that the sine reduces
    std::uint32_t last_position = static_cast<std::uint32_t>(host::exact_integers);
};

std::span<const std::string_view> angle_exps();      // exp_21f .. exp_fp32 and table, the correctly rounded frequency
std::span<const std::string_view> angle_sines();     // phase, phase_approx, radians_2025, radians_2026
std::span<const std::string_view> angle_remedies();  // compensated, split, turns_32, turns

// Every exponential with every sine, then the remedies.
std::vector<AngleVariant> angle_variants(std::span<const std::string> exps, std::span<const std::string> sines,
                                         std::span<const std::string> remedies);

}  // namespace tessera::accuracy
