// What a function should give: in double, and correctly rounded to a format.
//
// The double form is off by less than 2^-48 of its value: glibc documents at most 1 ulp of double (2^-52) for the
// functions used, and compositions of two or three of them add up to a few. Where the double lies within 2^-45 of the
// middle between two neighbours of the format, MPFR decides the side. So every rounding is the correct one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "host/study/ulp.hpp"

namespace tessera::accuracy {

// f(-x) as f(x) gives it.
enum class Symmetry : unsigned char { none, even, odd };

struct Reference {
    std::string_view name;
    double (*value)(double);
    double (*rounded)(double, const Format&);  // the nearest value of the format, ties to even
    Symmetry symmetry = Symmetry::none;
    // Of two arguments; null where the function has one, as the two above are where it has two.
    double (*value_of_two)(double, double) = nullptr;
    double (*rounded_of_two)(double, double, const Format&) = nullptr;
    // value() of many at once, with the same bound.
    void (*values)(const double* x, double* f, std::size_t count) = nullptr;

    double of(double x, double y) const { return value_of_two != nullptr ? value_of_two(x, y) : value(x); }
    double nearest_of(double x, double y, const Format& format) const {
        return rounded_of_two != nullptr ? rounded_of_two(x, y, format) : rounded(x, format);
    }
};

// Whether the double alone leaves open which neighbour is the nearest.
bool is_undecided(double exact, const Format& format);
// Correctly rounded to the format; `exact` is reference.of(x, y).
double nearest(const Reference& reference, double x, double y, double exact, const Format& format);

namespace reference {
extern const Reference exp, exp2, expm1, reciprocal, sqrt, rsqrt, log, log1p, sin, cos, tan, asin, acos, atan, sinpi,
    cospi, sinh, cosh, tanh, sigmoid, silu, gelu, softplus, elu, power, quotient;
}

// By name; null when unknown.
const Reference* find_reference(std::string_view name);
std::vector<std::string> reference_names();

}  // namespace tessera::accuracy
