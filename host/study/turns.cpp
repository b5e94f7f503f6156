#include "host/study/turns.hpp"

#include <array>
#include <cmath>

#include "host/expression/mpfr_number.hpp"
#include "host/study/levels.hpp"

namespace tessera::accuracy {
namespace {

constexpr int least_exponent = -126, greatest_exponent = 127;
// Below it a number's square is so small that sine and tangent are x, and the cosine, of pi times it too, is 1.
constexpr int small_exponent = -30;

std::array<QuarterTurns, greatest_exponent - least_exponent + 1> quarters_by_exponent(bool is_in_pi) {
    constexpr mpfr_prec_t bits = 600;
    Number rate(bits), rest(bits), four(bits), part(bits);
    if (is_in_pi)
        mpfr_set_ui(rate, 2, MPFR_RNDN);
    else {
        mpfr_const_pi(rate, MPFR_RNDN);
        mpfr_ui_div(rate, 2, rate, MPFR_RNDN);
    }
    mpfr_set_ui(four, 4, MPFR_RNDN);
    // The largest multiple of 2^-place in what is left.
    const auto take = [&](int place) {
        mpfr_mul_2si(part, rest, place, MPFR_RNDN);
        mpfr_floor(part, part);
        mpfr_div_2si(part, part, place, MPFR_RNDN);
        mpfr_sub(rest, rest, part, MPFR_RNDN);
        return mpfr_get_d(part, MPFR_RNDN);
    };
    std::array<QuarterTurns, greatest_exponent - least_exponent + 1> all{};
    for (int exponent = least_exponent; exponent <= greatest_exponent; ++exponent) {
        mpfr_mul_2si(rest, rate, exponent - fp32.fraction_bits, MPFR_RNDN);
        mpfr_fmod(rest, rest, four, MPFR_RNDN);
        QuarterTurns& turns = all[static_cast<std::size_t>(exponent - least_exponent)];
        turns.high = take(27);
        turns.middle = take(56);
        turns.low = mpfr_get_d(rest, MPFR_RNDN);
    }
    return all;
}

int exponent_of(double x) { return static_cast<int>((bits(x) >> 52 & 0x7ff) - 1023); }

// Numbers of one exponent after the other.
template <Wave wave, bool is_in_pi, double (*single)(double)>
void values_of(const double* x, double* f, std::size_t count) {
    static const auto quarters = quarters_by_exponent(is_in_pi);
    for (std::size_t i = 0; i < count;) {
        const int exponent = exponent_of(x[i]);
        std::size_t end = i + 1;
        while (end < count && exponent_of(x[end]) == exponent) ++end;
        if (exponent < least_exponent || exponent > greatest_exponent)
            for (std::size_t k = i; k < end; ++k) f[k] = single(x[k]);
        else if (exponent < small_exponent && (wave == Wave::cosine || !is_in_pi))
            for (std::size_t k = i; k < end; ++k) f[k] = wave == Wave::cosine ? 1 : x[k];
        else
            loops().wave(wave, quarters[static_cast<std::size_t>(exponent - least_exponent)], x + i, f + i, end - i);
        i = end;
    }
}

}  // namespace

// x less its nearest even number is exact, and so is the rest up to pi.
double sin_of_half_turns(double x) { return std::sin(M_PI * (x - 2 * std::nearbyint(x / 2))); }
double cos_of_half_turns(double x) {
    const double rest = std::abs(x - 2 * std::nearbyint(x / 2));
    return std::sin(M_PI * (0.5 - rest));
}

void sin_values(const double* x, double* f, std::size_t count) { values_of<Wave::sine, false, std::sin>(x, f, count); }
void cos_values(const double* x, double* f, std::size_t count) {
    values_of<Wave::cosine, false, std::cos>(x, f, count);
}
void tan_values(const double* x, double* f, std::size_t count) {
    values_of<Wave::tangent, false, std::tan>(x, f, count);
}
void sinpi_values(const double* x, double* f, std::size_t count) {
    values_of<Wave::sine, true, sin_of_half_turns>(x, f, count);
}
void cospi_values(const double* x, double* f, std::size_t count) {
    values_of<Wave::cosine, true, cos_of_half_turns>(x, f, count);
}

}  // namespace tessera::accuracy
