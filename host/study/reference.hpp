// What a function should give: in double, and correctly rounded to a format.
//
// The double form is off by less than 2^-48 of its value: glibc documents at most 1 ulp of double (2^-52) for the
// functions used, compositions of two or three of them add up to a few, and expressions (formula.hpp) bound what they
// add up. Where the double lies within 2^-45 of the middle between two neighbours of the format, MPFR decides the side.
// So every rounding is the correct one. MPFR also decides on which side of a power of two a result lies, and of a
// number of the format where a neighbour of it was found.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/expression/formulas.hpp"
#include "host/study/ulp.hpp"

namespace tessera::accuracy {

// What decides each value by itself: an expression, a table.
struct ExactFunction {
    virtual ~ExactFunction() = default;
    virtual std::size_t arguments() const = 0;
    virtual double value(double x, double y) const = 0;
    virtual double nearest(double x, double y, const Format& format) const = 0;
};

struct Reference {
    std::string_view name;
    double (*value)(double);
    double (*rounded)(double, const Format&);  // the nearest value of the format, ties to even; null: by the expression
    Symmetry symmetry = Symmetry::none;
    // Of two arguments; null where the function has one, as the two above are where it has two.
    double (*value_of_two)(double, double) = nullptr;
    double (*rounded_of_two)(double, double, const Format&) = nullptr;
    // value() of many at once, with the same bound.
    void (*values)(const double* x, double* f, std::size_t count) = nullptr;
    std::string_view expression = {};      // the same as formula.hpp reads it
    const ExactFunction* exact = nullptr;  // instead of all functions above

    std::size_t arguments() const { return exact != nullptr ? exact->arguments() : value_of_two != nullptr ? 2 : 1; }
    double of(double x, double y) const {
        if (exact != nullptr) return exact->value(x, y);
        return value_of_two != nullptr ? value_of_two(x, y) : value(x);
    }
    double nearest_of(double x, double y, const Format& format) const;
    // -1, 0 or 1: the value lies below, at or above this number, which is one of a format.
    int side_of(double x, double y, double number) const;
};

// Whether the double alone leaves open which neighbour is the nearest.
bool is_undecided(double exact, const Format& format);
// `exact`, which is reference.of(x, y), moved into the binade that the value is in: one that is less than 1 by 1e-30 is
// 1 as a double, and its spacing that of the numbers below 1.
double in_own_binade(const Reference& reference, double x, double y, double exact);
// The same where the side of the power of two is known.
inline double moved_to_side(double exact, double power, int side) {
    const bool is_inside = power > 0 ? side < 0 : side > 0;
    if (!is_inside) return std::abs(exact) > std::abs(power) ? exact : power;
    const double next = std::bit_cast<double>(std::bit_cast<std::uint64_t>(power) - 1);  // towards zero
    return std::abs(exact) < std::abs(power) ? exact : next;
}
// Correctly rounded to the format; `exact` is reference.of(x, y).
double nearest(const Reference& reference, double x, double y, double exact, const Format& format);

namespace reference {
extern const Reference exp, exp2, expm1, reciprocal, sqrt, rsqrt, log, log1p, sin, cos, tan, asin, acos, atan, sinpi,
    cospi, sinh, cosh, tanh, sigmoid, silu, gelu, softplus, elu, power, quotient;
}

// By name; null when unknown.
const Reference* find_reference(std::string_view name);
std::vector<std::string> reference_names();

// By name, an expression in x and y, or a table in a file that ends in .npy. InputError for what is none of these.
std::shared_ptr<const Reference> reference_given(const std::string& text);
// The one that a function's own name holds, as my_sigmoid holds sigmoid: the longest; null where it holds none.
const Reference* reference_in_name(std::string_view function);

}  // namespace tessera::accuracy
