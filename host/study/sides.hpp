// On which side of a number the values of a reference lie, for many inputs: one look at an octave of inputs settles it
// where the reference saturates, and single inputs are left to MPFR.
#pragma once

#include <cstdint>
#include <vector>

#include "host/study/formula.hpp"
#include "host/study/reference.hpp"

namespace tessera::accuracy {

// -1 or 1 where the expression lies below or above the number for every x from first to last; 0 where that is open.
int side_over(const Formula& formula, float first, float last, double number);

class Sides {
  public:
    explicit Sides(const Reference& reference);
    // As Reference::side_of; both are patterns, `second` counts for references of two arguments.
    int of(std::uint32_t x, std::uint32_t second, double number);
    // The same for all inputs of the sign and exponent of x; 0 where they differ, or it is not known of all.
    int over_octave(std::uint32_t x, double number);

  private:
    struct Octave {  // of inputs: one sign and exponent
        double number = 0;
        int side = 0, looks = 0;
    };
    const Reference& reference_;
    const Formula* formula_;  // null: none, or of two arguments
    std::vector<Octave> octaves_;
};

}  // namespace tessera::accuracy
