// The bins that errors are counted in by size. Always inlined: loops that are built per x86 level use them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tessera::accuracy {

// |error| in ULP by octaves: bin 0 holds what is below 2^-16, each octave `parts` more, the last bin what is left,
// which is nothing: the largest fp32 is 2^277 ULP from the smallest normal one.
struct UlpBins {
    static constexpr int lowest = -16, octaves = 296, parts = 8, size = octaves * parts + 2;
    [[gnu::always_inline]] static std::int64_t bin(double magnitude) {
        const std::int64_t word = __builtin_bit_cast(std::int64_t, magnitude);
        const std::int64_t key = (word >> 49) - (std::int64_t{1023 + lowest} << 3) + 1;
        return key < 0 ? 0 : key < size ? key : size - 1;
    }
    static double upper(std::size_t bin);  // end of a bin, ULP
};

// Counts of |error|: below 2^-4 ULP, then by octaves, the last with all that is more.
using Octaves = std::array<std::uint64_t, 24>;
inline constexpr int lowest_octave = -4;  // log2 of where the first bin ends
[[gnu::always_inline]] inline std::int64_t octave_of(double magnitude) {
    constexpr std::int64_t last = std::tuple_size_v<Octaves> - 1;
    const std::int64_t octave = (__builtin_bit_cast(std::int64_t, magnitude) >> 52) - 1023 + 1 - lowest_octave;
    return octave < 0 ? 0 : octave < last ? octave : last;
}

}  // namespace tessera::accuracy
