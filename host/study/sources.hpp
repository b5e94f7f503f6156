// Where a function loses its bits: the same inputs with one source of error at a time, or under conditions that differ
// in one thing.
#pragma once

#include "host/study/study.hpp"

namespace tessera::accuracy {

inline constexpr std::size_t source_inputs = 1 << 16;

// Over that many inputs spread over the request's: rounding of the exact result; the function under each lowering and,
// where the packer rounds too, without it; of the exponentials that read exponent and fraction from an integer z, the
// polynomial in exact arithmetic, z as fp32 holds it, and both (spec/sfpu-math.md 1.4, 2).
std::vector<Source> sources_of(const Function& function, const Setting& setting, const Reference& reference,
                               const Request& request);

// e^x by one of these forms with nothing rounded but what is asked for.
struct ExpForm {
    std::string_view name;                   // of the function
    bool scaled_first;                       // x / ln 2 + 127, shifted later; else x 2^23 / ln 2 + 127 2^23
    long double shift;                       // of z, which centres the error
    long double (*fraction)(long double m);  // P: 2^23 (2^t - 1) approximately, m = 2^23 t
};
const ExpForm* find_exp_form(std::string_view function);
// The form's own polynomial, or the exact one; z exact, or as fp32 holds it.
double value_by(const ExpForm& form, float x, bool exact_polynomial, bool exact_z);

}  // namespace tessera::accuracy
