#include "apps/rope_variant.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "apps/cli.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {

using namespace host;

namespace {

std::vector<float> chosen_factors(const std::string& given, std::uint64_t seed, std::int64_t rotary_dim) {
    if (given == "random")
        return generate_factors(seed, static_cast<std::size_t>(std::max<std::int64_t>(rotary_dim / 2, 1)));
    try {
        return factors_from(read_npy(given));
    } catch (const fault::InputError& error) {
        throw fault::InputError(fmt::format("--factors {}: {}", given, error.what()));
    }
}

}  // namespace

void add_rope_variant_options(CLI::App& app, RopeVariant& variant, RopeOptions& rope) {
    const auto group = "Variant";
    const auto real = [&](const char* flag, double& value, const char* text) {
        app.add_option(flag, value, text)->type_name("X")->check(real_number)->capture_default_str()->group(group);
    };
    app.add_option("--mode", variant.mode, "pairs of columns: neox (k, k + A/2) or normal (2k, 2k + 1)")
        ->type_name("NAME")
        ->capture_default_str()
        ->group(group);
    app.add_flag("--backward", rope.backward, "turn the other way, as the gradient does")->group(group);
    real("--freq-scale", rope.yarn.freq_scale, "multiplies the angles; 1/s to reach s times the trained context");
    real("--ext-factor", rope.yarn.ext_factor, "YaRN: how far fast pairs are exempt from --freq-scale, 0 to 1");
    real("--attn-factor", rope.yarn.attn_factor, "multiplies sines and cosines");
    real("--beta-fast", rope.yarn.beta_fast, "YaRN: pairs that turn so often in the trained context are exempt");
    real("--beta-slow", rope.yarn.beta_slow, "YaRN: pairs that turn less often are scaled in full");
    app.add_option("--ctx-orig", rope.yarn.ctx_orig, "YaRN: positions of the trained context")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str()
        ->group(group);
    app.add_option("--factors", variant.factors,
                   "frequency factors: .npy, float32 [A/2], or random, 0.9..1.1 from --seed")
        ->type_name("FILE")
        ->capture_default_str()
        ->group(group);
}

void apply_rope_variant(const RopeVariant& variant, std::uint64_t seed, RopeOptions& options) {
    constexpr std::array pairings{RopePairing::neox, RopePairing::normal};
    options.pairing = pairings[choose("--mode", variant.mode, {"neox", "normal"})];
    const RopeFeatures needs = options.rung ? row(*options.rung).needs : RopeFeatures{};
    if (needs.normal) options.pairing = RopePairing::normal;
    if (!variant.factors.empty() || needs.factors)
        options.factors =
            chosen_factors(variant.factors.empty() ? "random" : variant.factors, seed, options.rotary_dim);
}

std::string describe_rope_variant(const RopeOptions& o) {
    std::vector<std::string> parts;
    if (o.pairing == RopePairing::normal) parts.emplace_back("normal pairs");
    if (o.backward) parts.emplace_back("backward");
    if (o.yarn.ramps()) {
        const YarnRamp ramp = yarn_ramp(o.yarn, o.rotary_dim, o.base);
        parts.push_back(fmt::format("frequencies times {:g} from pair {:g} on, up to pair {:g} less of it by {:g}",
                                    o.yarn.freq_scale, std::ceil(ramp.first + ramp.width), ramp.first,
                                    o.yarn.ext_factor));
    } else if (o.yarn.scales()) {
        parts.push_back(fmt::format("frequencies times {:g}", o.yarn.freq_scale));
    }
    if (const double m = magnitude(o.yarn); m != 1) parts.push_back(fmt::format("magnitude {:g}", m));
    if (!o.factors.empty()) {
        const auto [least, most] = std::minmax_element(o.factors.begin(), o.factors.end());
        parts.push_back(fmt::format("factors {:g} to {:g}", *least, *most));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace tessera::apps
