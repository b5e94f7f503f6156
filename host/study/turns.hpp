// Sines, cosines and tangents of many fp32 numbers at once, for sweeps over all of them.
//
// x, an integer of 24 bits times a power of two, is turned into quarter turns by what 2/pi times that power is modulo
// 4: the turns that make no difference are left out before anything is multiplied, so that numbers of any size cost the
// same. The rest is good for 2^-84 of a quarter turn, and no fp32 comes closer to a whole number of them than 2^-30.
#pragma once

#include <cstddef>

namespace tessera::accuracy {

// x are numbers of fp32. Relative error below 2^-49 (derived in turn_level.cpp).
void sin_values(const double* x, double* f, std::size_t count);
void cos_values(const double* x, double* f, std::size_t count);
void tan_values(const double* x, double* f, std::size_t count);
// sin(pi x) and cos(pi x), of one and of many.
double sin_of_half_turns(double x);
double cos_of_half_turns(double x);
void sinpi_values(const double* x, double* f, std::size_t count);
void cospi_values(const double* x, double* f, std::size_t count);

}  // namespace tessera::accuracy
