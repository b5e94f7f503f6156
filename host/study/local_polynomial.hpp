// References over many neighbouring inputs: where an expression is smooth, a polynomial in double stands for it over up
// to 2^16 of them, at a cost that does not depend on the function.
//
// Its coefficients are those of the expression's power series in the middle (series.hpp), and what is left out is at
// most the next coefficient over the whole stretch times the stretch to that power: Lagrange's remainder, by intervals.
// Remainder and the roundings of coefficients and Horner's steps are added up, and the stretch is halved until the sum
// is below 2^-49 of every value. Around zeros, seams and poles single inputs are left to the reference itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/study/formula.hpp"
#include "host/study/levels.hpp"

namespace tessera::accuracy {

// Between two fp32 numbers of one sign and exponent; none where no bound can be given.
std::optional<Polynomial> local_polynomial(const Formula& formula, float first, float last);

class LocalReference {
  public:
    LocalReference(const Formula& formula, const Reference& reference) : formula_(formula), reference_(reference) {}

    // Forgets what came before, so that results depend only on what follows; but where these are the inputs of before
    // with the other sign, and the reference has a symmetry, its polynomials are those of before.
    void begin(bool is_mirror = false);
    // The reference's values of the patterns, which rise and lie close together, and are x as numbers.
    void values(const std::uint32_t* patterns, const double* x, double* f, std::size_t count);

  private:
    struct State {
        std::uint32_t first = 1, last = 0;  // patterns that the polynomial is for
        std::optional<Polynomial> polynomial = {};
        int bits = 16;     // of the patterns in a stretch
        int attempts = 0;  // so far
    };
    void find_stretch(std::uint32_t pattern);
    bool take_mirrored(std::uint32_t pattern);

    const Formula& formula_;
    const Reference& reference_;
    State state_;
    std::vector<State> found_, before_;  // in this block; in the one whose mirror it is
};

}  // namespace tessera::accuracy
