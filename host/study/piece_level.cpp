// Loops over a piece of inputs that only move, compare and number; built once per x86 level. And the table of all loops
// of the level.
#include <cstddef>
#include <cstdint>

#include "host/study/error_bins.hpp"
#include "host/study/levels.hpp"

namespace tessera::accuracy::TESSERA_LEVEL {

void exp_values(const double* x, double* f, std::size_t count);
void polynomial(const Polynomial& p, const double* x, double* f, std::size_t count);
void wave(Wave which, const QuarterTurns& turns, const double* x, double* f, std::size_t count);
bool errors(const ErrorRules& rules, const ErrorLanes& lanes, std::size_t count);
bool outcomes(const OutcomeRules& rules, const OutcomeLanes& lanes, std::size_t count);
bool are_near_binades(const double* exact, std::size_t count);
PieceSums sums(const PieceLanes& lanes, std::size_t count);

namespace {

void values(const std::uint32_t* patterns, double* numbers, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<double>(__builtin_bit_cast(float, patterns[i]));
}

void bins(const BinLanes& lanes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const double size = magnitude(lanes.error[i]);
        lanes.histogram[i] = UlpBins::bin(size) + (mask(bits(lanes.error[i]) < 0) & UlpBins::size);
        lanes.octave[i] = octave_of(size);
        lanes.fraction[i] = bits(lanes.exact[i]) >> 42 & 1023;
    }
}

void count_outcomes(const std::int64_t* outcome, std::size_t count, std::uint64_t* found) {
    for (std::int64_t k = 0; k < static_cast<std::int64_t>(accuracy::outcomes); ++k) {
        std::int64_t of_kind = 0;
        for (std::size_t i = 0; i < count; ++i) of_kind -= mask(outcome[i] == k);
        found[k] += static_cast<std::uint64_t>(of_kind);
    }
}

void mark_changes(const std::uint32_t* words, const std::uint32_t* masks, std::size_t stride, std::size_t vectors,
                  std::uint32_t* marks) {
    constexpr std::size_t lanes = 32;
    std::uint32_t last = words[0] & (masks == nullptr ? ~0u : masks[0]);
    for (std::size_t v = 0; v < vectors; ++v, words += stride, marks += lanes) {
        if (masks == nullptr) {
            marks[0] |= words[0] ^ last;
            for (std::size_t l = 1; l < lanes; ++l) marks[l] |= words[l] ^ words[l - 1];
            last = words[lanes - 1];
        } else {
            marks[0] |= (words[0] & masks[0]) ^ last;
            for (std::size_t l = 1; l < lanes; ++l) marks[l] |= (words[l] & masks[l]) ^ (words[l - 1] & masks[l - 1]);
            last = words[lanes - 1] & masks[lanes - 1];
            masks += stride;
        }
    }
}

bool are_same(const std::uint32_t* patterns, std::size_t count) {
    std::uint32_t differs = 0;
    for (std::size_t i = 0; i < count; ++i) differs |= patterns[i] ^ patterns[0];
    return differs == 0;
}

bool are_same_numbers(const double* numbers, std::size_t count) {
    const std::int64_t first = bits(numbers[0]);
    std::int64_t differs = 0;
    for (std::size_t i = 0; i < count; ++i) differs |= bits(numbers[i]) ^ first;
    return differs == 0;
}

bool disagree(const double* exact, const double* y, std::size_t count) {
    Mask any = 0;
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const double rise = exact[i + 1] - exact[i], found = y[i + 1] - y[i];
        any |= (mask(rise > 0) & mask(found < 0)) | (mask(rise < 0) & mask(found > 0));
    }
    return any != 0;
}

}  // namespace

extern const Loops level_loops;
const Loops level_loops{exp_values,     polynomial, wave, values,       errors,   outcomes,         are_near_binades,
                        count_outcomes, bins,       sums, mark_changes, are_same, are_same_numbers, disagree};

}  // namespace tessera::accuracy::TESSERA_LEVEL
