// What a piece of inputs adds to the sums; built once per x86 level. Each loop keeps no more sums than there are vector
// registers for. Host functions of <cmath> and <algorithm> are left out, as in errors_level.cpp.
#include <cstddef>
#include <cstdint>

#include "host/study/levels.hpp"

namespace tessera::accuracy::TESSERA_LEVEL {
namespace {

#define TESSERA_INLINE [[gnu::always_inline]] inline

constexpr std::size_t width = 8;
struct Lanes {
    double of[width] = {};
};

TESSERA_INLINE double smaller(double a, double b) { return a < b ? a : b; }
TESSERA_INLINE double larger(double a, double b) { return a > b ? a : b; }

TESSERA_INLINE double total(const Lanes& lanes) {
    double sum = 0;
    for (const double lane : lanes.of) sum += lane;
    return sum;
}
TESSERA_INLINE double least(const Lanes& lanes) {
    double low = lanes.of[0];
    for (const double lane : lanes.of) low = smaller(lane, low);
    return low;
}
TESSERA_INLINE double most(const Lanes& lanes) {
    double high = lanes.of[0];
    for (const double lane : lanes.of) high = larger(lane, high);
    return high;
}

TESSERA_INLINE void fill(Lanes& lanes, double value) {
    for (double& lane : lanes.of) lane = value;
}

void sum_ulp(const PieceLanes& from, std::size_t count, PieceSums& sums) {
    Lanes sign, size, not_exact, square;
    const PieceLanes of = from;
    for (std::size_t i = 0; i < count; i += width)
#pragma GCC unroll 1
        for (std::size_t l = 0; l < width; ++l) {
            const double error = or_zero(mask(of.compared[i + l] != 0), of.error[i + l]);
            const double part = magnitude(error);
            size.of[l] += part;
            sign.of[l] += error;
            not_exact.of[l] += part * of.inexact[i + l];
            square.of[l] += part * part;
        }
    sums.ulp_signed = total(sign);
    sums.ulp_magnitude = total(size);
    sums.ulp_not_exact = total(not_exact);
    sums.ulp_square = total(square);
}

void find_limits(const PieceLanes& from, std::size_t count, PieceSums& sums) {
    Lanes low, high;
    const PieceLanes of = from;
    fill(low, __builtin_inf());
    fill(high, -__builtin_inf());
    for (std::size_t i = 0; i < count; i += width)
#pragma GCC unroll 1
        for (std::size_t l = 0; l < width; ++l) {
            const double error = or_zero(mask(of.compared[i + l] != 0), of.error[i + l]);
            low.of[l] = smaller(error, low.of[l]);
            high.of[l] = larger(error, high.of[l]);
        }
    sums.low = least(low);
    sums.high = most(high);
    sums.max_ulp = larger(magnitude(sums.low), magnitude(sums.high));
}

TESSERA_INLINE double largest(const double* compared, const double* error, std::size_t count) {
    Lanes high;
    for (std::size_t i = 0; i < count; i += width)
#pragma GCC unroll 1
        for (std::size_t l = 0; l < width; ++l)
            high.of[l] = larger(magnitude(or_zero(mask(compared[i + l] != 0), error[i + l])), high.of[l]);
    return most(high);
}

void count_above(const PieceLanes& from, std::size_t count, PieceSums& sums) {
    const double limit[] = {from.limits[0], from.limits[1], from.limits[2]};
    std::int64_t above[3][width] = {};
    const PieceLanes of = from;
    for (std::size_t i = 0; i < count; i += width)
#pragma GCC unroll 1
        for (std::size_t l = 0; l < width; ++l) {
            const double size = magnitude(or_zero(mask(of.compared[i + l] != 0), of.error[i + l]));
            above[0][l] -= mask(size > limit[0]);
            above[1][l] -= mask(size > limit[1]);
            above[2][l] -= mask(size > limit[2]);
        }
    for (std::size_t k = 0; k < 3; ++k)
        for (const std::int64_t lane : above[k]) sums.above[k] += static_cast<std::uint64_t>(lane);
}

void sum_relative(const PieceLanes& from, std::size_t count, PieceSums& sums) {
    Lanes sign, size, low, high, absolute;
    const PieceLanes of = from;
    fill(low, __builtin_inf());
    fill(high, -__builtin_inf());
    for (std::size_t i = 0; i < count; i += width)
#pragma GCC unroll 1
        for (std::size_t l = 0; l < width; ++l) {
            const Mask counts = mask(of.compared[i + l] != 0);
            const double exact = of.exact[i + l], off = of.y[i + l] - exact;
            const double relative = or_zero(counts & mask(exact != 0), of.relative[i + l]);
            size.of[l] += magnitude(relative);
            sign.of[l] += relative;
            low.of[l] = smaller(relative, low.of[l]);
            high.of[l] = larger(relative, high.of[l]);
            absolute.of[l] = larger(magnitude(or_zero(counts, off)), absolute.of[l]);
        }
    sums.relative_signed = total(sign);
    sums.relative_magnitude = total(size);
    sums.low_relative = least(low);
    sums.high_relative = most(high);
    sums.max_relative = larger(magnitude(sums.low_relative), magnitude(sums.high_relative));
    sums.max_absolute = most(absolute);
}

}  // namespace

PieceSums sums(const PieceLanes& lanes, std::size_t count) {
    PieceSums all;
    sum_ulp(lanes, count, all);
    find_limits(lanes, count, all);
    all.max_goldberg = largest(lanes.compared, lanes.goldberg, count);
    all.max_at_rounded = largest(lanes.compared, lanes.at_rounded, count);
    if (all.max_ulp > std::get<0>(ulp_limits)) count_above(lanes, count, all);
    sum_relative(lanes, count, all);
    return all;
}

}  // namespace tessera::accuracy::TESSERA_LEVEL
