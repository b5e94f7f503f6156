// e^x of many doubles at once, for sweeps over all fp32 inputs.
#pragma once

#include <cstddef>

namespace tessera::accuracy {

// Relative error below 2^-50 for |x| <= 700 (derived in exp_level.cpp); beyond that infinity, or the smallest double
// until -745.13 and then zero. NaN gives NaN.
void exp_values(const double* x, double* f, std::size_t count);

}  // namespace tessera::accuracy
