// A function over many inputs beside its reference: how far off, how often, and where it is worst.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "host/accuracy/recorded.hpp"
#include "host/accuracy/reference.hpp"

namespace tessera::accuracy {

// `count` patterns from `first` in steps, modulo 2^32.
struct Inputs {
    std::uint32_t first = 0;
    std::uint64_t count = 0;
    std::uint32_t step = 1;
};
inline constexpr Inputs all_fp32{0, std::uint64_t{1} << 32, 1}, all_bf16{0, 1 << 16, 1 << 16};
// Every fp32 in [1, 2).
inline constexpr Inputs all_mantissas{0x3F800000, 1 << 23, 1};
// The patterns between two values of one sign, the nearer to zero first.
Inputs between(float from, float to, std::uint32_t step = 1);

// What became of one input. Zeros, subnormal and not finite inputs are left out.
enum class Outcome : std::uint8_t {
    left_out,   // special, or outside the domain
    exact,      // the correctly rounded result
    faithful,   // the other neighbour of the true result
    inexact,    // farther off
    zeroed,     // zero where the result is a normal number
    flushed,    // the result is not zero, but subnormal or less in the format
    overflown,  // infinite or NaN where the result is finite
    beyond,     // the result is not finite
};
inline constexpr std::size_t outcomes = 8;

struct Options {
    Ulp ulp = Ulp::goldberg;
    double low = -0x1p128, high = 0x1p128;  // domain
    double limit = 2;                       // of first_beyond
    std::optional<Format> result = {};      // that errors are counted in, where it is not the format of Dst
    unsigned threads = 1;
};

struct Statistics {
    std::array<std::uint64_t, outcomes> count{};
    // Over exact, faithful and inexact results.
    double max_ulp = 0, max_relative = 0;
    std::uint32_t worst_x = 0, worst_y = 0;     // of max_ulp, the first in order
    std::optional<std::uint32_t> first_beyond;  // the first input in order with an error above the limit
    double sum_ulp = 0;                         // over faithful and inexact results

    std::uint64_t of(Outcome outcome) const { return count[static_cast<std::size_t>(outcome)]; }
    std::uint64_t compared() const { return of(Outcome::exact) + not_exact(); }
    std::uint64_t not_exact() const { return of(Outcome::faithful) + of(Outcome::inexact); }
    double mean_not_exact() const;
    double share_exact() const;  // correctly rounded, of those compared
    // `later` covers inputs after these.
    void append(const Statistics& later);
};

// The same for any number of threads: inputs are cut into blocks whose statistics are joined in order.
Statistics sweep(const Recorded& function, const Reference& reference, const Inputs& inputs, const Options& options);

}  // namespace tessera::accuracy
