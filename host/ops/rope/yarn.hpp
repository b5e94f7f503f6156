// YaRN: what ggml makes of its parameters (rope-variants.md (a)). Pairs that turn fast keep their frequency, pairs
// that turn slowly take freq_scale times theirs, and a ramp over the pair numbers leads from the ones to the others.
#pragma once

#include <cstdint>

namespace tessera::host {

struct Yarn {
    double freq_scale = 1;                           // multiplies the angle
    double ext_factor = 0;                           // how much of the ramp counts; 0 scales all pairs alike
    double attn_factor = 1;                          // multiplies sine and cosine
    double beta_fast = 32;                           // turns within ctx_orig from which on a pair is fast
    double beta_slow = 1;                            // and down to which it is not quite slow
    std::int64_t ctx_orig = 0;                       // positions of the training
    bool scales() const { return freq_scale != 1; }  // without it the ramp leads from 1 to 1
    bool ramps() const { return ext_factor != 0 && scales(); }
    friend bool operator==(const Yarn&, const Yarn&) = default;
};

// Where the ramp lies, in pair numbers: ggml's correction dims. In fp32, as ggml computes them: they are whole numbers,
// and another rounding could make another one of them.
struct YarnRamp {
    double first = 0;  // the last pair that keeps its frequency
    double width = 0;  // pairs over which the ramp falls; never 0

    // 1 for pairs that keep their frequency, 0 for those that are scaled.
    double kept(std::size_t k) const;
};
// ctx_orig 0 is legal, as in ggml's own tests: pair 0 alone keeps its frequency.
YarnRamp yarn_ramp(const Yarn& yarn, std::int64_t rotary_dim, double base);

// What multiplies the frequency of pair k.
double frequency_scale(const Yarn& yarn, const YarnRamp& ramp, std::size_t k);
// What multiplies sine and cosine.
double magnitude(const Yarn& yarn);

}  // namespace tessera::host
