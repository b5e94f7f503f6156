// The functions of one argument that expressions are made of.
#pragma once

#include <mpfr.h>

#include <cmath>
#include <span>
#include <string_view>

namespace tessera::accuracy {

// How a function runs, as far as its bounds over an interval need it.
enum class Course : unsigned char {
    rises,  // or stays, wherever it is defined
    falls,
    rises_from_0,  // with |x|
    waves,         // its slope is at most 1 either way
    tangent,       // rises between its poles
    digamma,       // rises between its poles, which are 0, -1, -2, ...
    lgamma,        // has digamma as its slope
};

struct Primitive {
    std::string_view name;
    Course course;
    // Rounded as asked for, to the precision of the result; what is not MPFR's own is within a unit of that.
    int (*rounded)(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode);
    // Of 64 bits, off by at most `units` of the last, and a bound of its slope around x where it gives f; null where
    // there is none.
    long double (*quick)(long double x) = nullptr;
    int units = 0;
    long double (*slope)(long double x, long double f) = nullptr;
    double low = -HUGE_VAL, high = HUGE_VAL;  // beyond these it gives no number
    bool is_step() const { return units == 0 && slope(1, 1) == 0; }
};

// glibc documents at most 5 units of the last place for its functions of 64 bits, and gives no number where there is
// none.
inline constexpr int units_of_libm = 8;

std::span<const Primitive> primitives();
const Primitive* find_primitive(std::string_view name);

}  // namespace tessera::accuracy
