// What the RoPE kernels can be asked. Each broken rule is one fault::InputError line with the rule and the nearest
// legal value: batch, rows, width >= 1; rotary_dim a whole number of units (64 columns, 32 with normal pairing) and not
// above the width padded to 32; 1 < base <= 1e36 (beyond that exp's argument leaves its documented range); YaRN's
// factors and the frequency factors positive and within a million of 1, 0 <= ext_factor <= 1, betas positive; as many
// frequency factors as pairs; a rung gets the kind of positions, the batch, the rows and the features it was written
// for, and none that computes its frequencies in a way of its own goes with another phase; split frequencies are at
// most pi/2 a position.
#pragma once

#include "host/ops/rope/plan.hpp"
#include "host/tensor/tilize.hpp"

namespace tessera::host {

inline constexpr std::int64_t most_rope_elements = std::int64_t{1} << 31;  // after padding
inline std::int64_t padded(std::int64_t n) {
    return static_cast<std::int64_t>(padded_to_tile(static_cast<std::size_t>(n)));
}

void check_rope_rules(const RopeOptions& options);

}  // namespace tessera::host
