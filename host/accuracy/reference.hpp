// What a function should give: in double, and correctly rounded.
//
// The double form is off by at most 1 ulp of double, 2^-28 ULP of fp32. Where that leaves the rounding open, the value
// is computed again in long double, off by at most 2^-62 relative.
#pragma once

#include <string_view>

#include "host/accuracy/ulp.hpp"

namespace tessera::accuracy {

struct Reference {
    std::string_view name;
    double (*value)(double);
    long double (*precise)(long double);
};

// Correctly rounded to the format; `exact` is reference.value(x).
double nearest(const Reference& reference, double x, double exact, const Format& format);

namespace reference {
extern const Reference exp, exp2, expm1, reciprocal, sqrt, rsqrt, log, sin, cos, tan, tanh, sigmoid;
}

}  // namespace tessera::accuracy
