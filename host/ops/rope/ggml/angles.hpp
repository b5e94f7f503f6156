// By what each pair of a GGML call turns: which of a token's positions, and what that is multiplied by
// (rope-variants.md (a)).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "host/ops/rope/ggml/parameters.hpp"

namespace tessera::host {

// GGML multiplies the position of the stream by freq_base^(-2/n_dims), `exponent` times over.
struct GgmlStream {
    std::uint8_t stream = 0;
    std::size_t exponent = 0;
};
// Of each pair; the parameters are checked. In mode vision a stream's exponent begins anew with its section. Where a
// section is empty, GGML sees a section begin that shares its beginning with the one before only if that is not empty,
// so that the stream of the later one goes on counting; the same happens here.
std::vector<GgmlStream> ggml_streams(const GgmlParameters& parameters);

// The exact angles, wrong by 2^-62 of themselves; YaRN's mix is worked out in double. No factors, or at least one for
// each pair. InputError where positions that an int32 holds can turn a pair by more than fp32 holds.
std::vector<PairAngle> ggml_angles(const GgmlParameters& parameters, std::span<const float> factors, bool backward);

}  // namespace tessera::host
