// The plain judge of RoPE: exact angles in long double, rotation in double (rope-variants.md (a) and (e)). The
// angle of pair k at position p is wrong by 2^-61 of itself, 1e-9 rad at frequency 1 and position 2^31.
// It knows nothing of tiles or of how a kernel computes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "host/ops/rope/yarn.hpp"
#include "sim/views/check.hpp"

namespace tessera::host {

// neox pairs element k with k + rotary_dim/2, normal 2k with 2k+1 (rope-variants.md (a)).
enum class RopePairing : std::uint8_t { neox, normal };

// x is [batch, rows, width] in C order. Element pair k of a row at position p turns by p * base^(-2k/rotary_dim), over
// its factor where there are factors, times what YaRN says; YaRN's magnitude multiplies what has turned. Columns from
// rotary_dim on pass through. A partner beyond width (rotary_dim may reach into the padding of a tile, rope-variants.md
// (d)) is zero and its result is dropped.
struct RopeProblem {
    std::int64_t batch = 1, rows = 1, width = 0;
    std::int64_t rotary_dim = 0;  // even
    double base = 10000;
    bool per_row = false;  // positions [batch, rows], else [batch]
    std::vector<std::int32_t> positions;
    RopePairing pairing = RopePairing::neox;
    bool backward = false;            // the transposed rotation: the sine negated
    Yarn yarn = {};                   // identity without parameters
    std::vector<float> factors = {};  // rotary_dim/2 divisors of the frequencies, or none

    std::size_t elements() const { return static_cast<std::size_t>(batch * rows * width); }
    std::int32_t position(std::int64_t row) const {  // row counts over batch and rows
        return positions[static_cast<std::size_t>(per_row ? row : row / rows)];
    }
};

// Row by row, so that a large tensor needs no second copy in double.
class RopeReference {
  public:
    explicit RopeReference(const RopeProblem& problem);  // InputError when the problem contradicts itself

    // The exact result of one row of width elements; row counts over batch and rows. Angles of positions
    // met before are kept, which is why this is not const.
    void row(std::int64_t row, std::span<const float> x, std::span<double> y);

    // Column of the first and second element of pair k.
    std::size_t first(std::size_t k) const;
    std::size_t second(std::size_t k) const;
    std::size_t pairs() const { return frequencies_.size(); }

  private:
    struct Turn {
        double cosine = 1, sine = 0;  // times the magnitude
    };
    const std::vector<Turn>& turns(std::int32_t position);

    RopeProblem problem_;
    double magnitude_;
    std::vector<long double> frequencies_;
    std::unordered_map<std::int32_t, std::vector<Turn>> turns_;
};

std::vector<double> rope_reference(const RopeProblem& problem, std::span<const float> x);

// Sizes must agree, else InputError.
views::Deviation compare(std::span<const float> got, std::span<const double> expected);

// ggml's own criterion between two float results, to be <= 1e-7: differences and squares in float, sums in double
// (rope-variants.md (e)). NaN on either side, or infinities that differ, give infinity.
double ggml_nmse(std::span<const float> got, std::span<const float> expected);

}  // namespace tessera::host
