// Functions that neither glibc nor MPFR has: of 64 bits, and rounded to any precision.
//
// The rounded forms work with 64 bits more than asked for, and give the end of their own error bound that `mode` is
// for: with the modes up and down they enclose the function.
#pragma once

#include <mpfr.h>

namespace tessera::accuracy {

// The modified Bessel functions of the first kind, by their power series: all its terms have one sign.
long double bessel_i0_64(long double x);
long double bessel_i1_64(long double x);
int bessel_i0_rounded(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode);
int bessel_i1_rounded(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode);

// The inverse of erf, by Newton's steps; what erf makes of the last one bounds its error.
long double erfinv_64(long double x);
int erfinv_rounded(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode);

// The slope of lgamma; no number where it is close to its zero, or x is not positive.
long double digamma_64(long double x);

}  // namespace tessera::accuracy
