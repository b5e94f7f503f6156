#include "host/ops/rope/yarn.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tessera::host {
namespace {

// The pair that turns `turns` times within the training context, as a real number.
float correction_dim(const Yarn& yarn, std::int64_t rotary_dim, double base, double turns) {
    const auto n = static_cast<float>(rotary_dim);
    const float wavelength =
        static_cast<float>(yarn.ctx_orig) / (static_cast<float>(turns) * 2 * std::numbers::pi_v<float>);
    return n * std::log(wavelength) / (2 * std::log(static_cast<float>(base)));
}

}  // namespace

double YarnRamp::kept(std::size_t k) const {
    return 1 - std::clamp((static_cast<double>(k) - first) / width, 0.0, 1.0);
}

YarnRamp yarn_ramp(const Yarn& yarn, std::int64_t rotary_dim, double base) {
    const float low = std::max(0.0f, std::floor(correction_dim(yarn, rotary_dim, base, yarn.beta_fast)));
    const float high =
        std::min(static_cast<float>(rotary_dim - 1), std::ceil(correction_dim(yarn, rotary_dim, base, yarn.beta_slow)));
    return {low, std::max(0.001f, high - low)};
}

double frequency_scale(const Yarn& yarn, const YarnRamp& ramp, std::size_t k) {
    if (yarn.ext_factor == 0) return yarn.freq_scale;  // ggml leaves the ramp out, and it need not be a number
    const double r = yarn.ext_factor * ramp.kept(k);
    return yarn.freq_scale * (1 - r) + r;
}

double magnitude(const Yarn& yarn) {
    if (yarn.ext_factor == 0) return yarn.attn_factor;
    return yarn.attn_factor * (1 + 0.1 * std::log(1 / yarn.freq_scale));
}

}  // namespace tessera::host
