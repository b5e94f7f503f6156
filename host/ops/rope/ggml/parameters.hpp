// The parameter block of GGML's ROPE and ROPE_BACK: sixteen words of 32 bits, and what may stand in them
// (rope-variants.md (a)).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "host/ops/rope/field.hpp"
#include "host/ops/rope/rows/rotation.hpp"
#include "host/ops/rope/yarn.hpp"

namespace tessera::host {

enum class GgmlMode : std::int32_t { normal = 0, neox = 2, mrope = 8, vision = 24, imrope = 40 };
inline constexpr std::array ggml_modes{GgmlMode::normal, GgmlMode::neox, GgmlMode::mrope, GgmlMode::imrope,
                                       GgmlMode::vision};
std::string name(GgmlMode mode);  // "mode 7" where it is none
// mrope, imrope and vision: a token has four positions, and sections say which of them a pair turns by.
bool has_sections(GgmlMode mode);

// The members in their order are the words of the block.
struct GgmlParameters {
    std::int32_t n_past = 0;  // unused
    std::int32_t n_dims = 0;  // elements that turn
    GgmlMode mode = GgmlMode::normal;
    std::int32_t n_ctx = 0;       // unused
    std::int32_t n_ctx_orig = 0;  // of the training, for YaRN's ramp
    float freq_base = 10000, freq_scale = 1, ext_factor = 0, attn_factor = 1, beta_fast = 0, beta_slow = 0;
    std::array<std::int32_t, 4> sections = {};  // of mode has_sections: pairs that turn by t, h, w and e
    std::int32_t n_offs = 0;                    // the first element that turns

    RowPairs pairs() const;
    // What a token has.
    std::size_t positions() const { return has_sections(mode) ? 4 : 1; }
    Yarn yarn() const;
    friend bool operator==(const GgmlParameters&, const GgmlParameters&) = default;
};

// Those that count, in the order of the help. The first of them say which elements turn.
using GgmlField = Field<GgmlParameters, GgmlMode, std::int32_t, float, std::array<std::int32_t, 4>>;
std::span<const GgmlField> ggml_fields();
inline constexpr std::size_t ggml_turning_fields = 3;

using GgmlBlock = std::array<std::byte, 64>;
static_assert(sizeof(GgmlParameters) == sizeof(GgmlBlock));
// Any words, whether or not a call may have them.
GgmlParameters decode(const GgmlBlock& block);
GgmlBlock encode(const GgmlParameters& parameters);

// InputError with the nearest legal value for what GGML refuses for rows of ne0 elements, and for what it takes and
// makes no numbers of: frequencies, factors or a ramp that are not finite.
void check(const GgmlParameters& parameters, std::int64_t ne0);

}  // namespace tessera::host
