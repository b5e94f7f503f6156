#include "frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace decoder {
namespace {

// The pair that turns so often within the context of the training. In fp32, as ggml has it: the limits are rounded to
// whole numbers, and another precision could make another one of them.
float pair_of(const Model& model, double turns) {
    const auto context = static_cast<float>(model.yarn->original_context);
    const float wavelength = context / (static_cast<float>(turns) * 2 * std::numbers::pi_v<float>);
    return static_cast<float>(model.rotated) * std::log(wavelength) / (2 * std::log(static_cast<float>(model.theta)));
}

// Pairs up to a first one keep their frequency (1), from a last one on they are scaled (0).
class Ramp {
  public:
    explicit Ramp(const Model& model)
        : first_(std::max(0.0f, std::floor(pair_of(model, model.yarn->beta_fast)))),
          width_(std::max(0.001f, std::min(static_cast<float>(model.rotated - 1),
                                           std::ceil(pair_of(model, model.yarn->beta_slow))) -
                                      first_)) {}
    double kept(std::size_t pair) const {
        return 1 - std::clamp((static_cast<double>(pair) - static_cast<double>(first_)) / static_cast<double>(width_),
                              0.0, 1.0);
    }

  private:
    float first_, width_;
};

}  // namespace

std::vector<long double> frequencies(const Model& model) {
    std::vector<double> factors(model.rotated / 2, 1.0);
    if (model.frequency_factors)
        dequantise(model.frequency_factors->type, model.frequency_factors->row(0), std::span(factors));
    std::optional<Ramp> ramp;
    if (model.yarn) ramp.emplace(model);
    std::vector<long double> out;
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const double kept = ramp ? ramp->kept(i) : 0;
        const long double scale = static_cast<long double>(model.frequency_scale * (1 - kept) + kept);
        const long double exponent = -2.0L * static_cast<long double>(i) / static_cast<long double>(model.rotated);
        out.push_back(scale * std::pow(static_cast<long double>(model.theta), exponent) /
                      static_cast<long double>(factors[i]));
    }
    return out;
}

double magnitude(const Model& model) {
    return model.yarn ? model.yarn->attn_factor * (1 + 0.1 * std::log(1 / model.frequency_scale)) : 1;
}

void rescale(Model& model, RopeScaling scaling, double factor) {
    if (scaling == RopeScaling::as_in_file) return;
    if (scaling != RopeScaling::none && !(factor >= 1))
        throw FileError(joined("--rope-scaling: expected --rope-factor of 1 at least, ", factor, " is given"));
    model.frequency_scale = scaling == RopeScaling::none ? 1 : 1 / factor;
    if (scaling != RopeScaling::yarn)
        model.yarn.reset();
    else if (!model.yarn)
        model.yarn.emplace(Yarn{.original_context = model.context});
}

}  // namespace decoder
