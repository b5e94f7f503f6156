// An expression as a power series around a number, or around every number of an interval at once: coefficients that are
// certain, from which local_polynomial.hpp makes polynomials with a proven bound.
#pragma once

#include <optional>
#include <vector>

#include "host/study/formula.hpp"

namespace tessera::accuracy {

// Coefficients of 1, t, t^2 ...; those that are left out are 0.
using Series = std::vector<Interval>;

// The first `terms` coefficients of formula(x + t). None where it has no series there, or none is known: at a seam, at
// a pole, of a function that no rule is written for.
std::optional<Series> series_of(const Formula& formula, const Interval& x, std::size_t terms);

}  // namespace tessera::accuracy
