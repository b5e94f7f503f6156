#include "host/ops/rope/ggml/angles.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "host/ops/rope/phase.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

// Of a pair whose number within a period of the sections is z.
std::uint8_t stream_of(const GgmlParameters& p, std::int32_t z) {
    const auto [t, h, w, e] = p.sections;
    if (p.mode == GgmlMode::imrope) {
        constexpr std::array<std::uint8_t, 3> turn{0, 1, 2};
        const std::uint8_t stream = turn[static_cast<std::size_t>(z % 3)];
        return z / 3 < p.sections[stream] ? stream : 3;
    }
    if (z < t) return 0;
    if (z < t + h) return 1;
    return z < t + h + w ? 2 : 3;
}

// Which stream's section begins at z; the earlier one where two begin there, 4 for none.
std::size_t begins_at(const GgmlParameters& p, std::int32_t z) {
    std::int32_t begin = 0;
    for (std::size_t stream = 0; stream < 4; begin += p.sections[stream], ++stream)
        if (z == begin) return stream;
    return 4;
}

}  // namespace

std::vector<GgmlStream> ggml_streams(const GgmlParameters& p) {
    std::vector<GgmlStream> out(p.pairs().count);
    if (!has_sections(p.mode)) {
        for (std::size_t k = 0; k < out.size(); ++k) out[k].exponent = k;
        return out;
    }
    const std::int32_t period = p.sections[0] + p.sections[1] + p.sections[2] + p.sections[3];
    std::array<std::size_t, 5> exponents = {};  // the last one of no stream
    for (std::size_t k = 0; k < out.size(); ++k) {
        const auto z = static_cast<std::int32_t>(k % static_cast<std::size_t>(period));
        if (p.mode == GgmlMode::vision) exponents[begins_at(p, z)] = 0;
        const std::uint8_t stream = stream_of(p, z);
        out[k] = {stream, exponents[stream]};
        for (std::size_t& exponent : exponents) ++exponent;
    }
    return out;
}

std::vector<PairAngle> ggml_angles(const GgmlParameters& p, std::span<const float> factors, bool backward) {
    constexpr long double most = std::numeric_limits<float>::max() / 0x1p31L;
    const Yarn yarn = p.yarn();
    const YarnRamp ramp = yarn_ramp(yarn, p.n_dims, p.freq_base);
    std::vector<PairAngle> out;
    for (const auto& [stream, exponent] : ggml_streams(p)) {
        const std::size_t k = out.size();
        const long double plain = plain_frequency(p.freq_base, exponent, p.n_dims);
        const long double divided = factors.empty() ? plain : plain / static_cast<long double>(factors[k]);
        const long double turned = divided * static_cast<long double>(frequency_scale(yarn, ramp, k));
        for (const long double step : {plain, divided, turned})
            if (!(std::abs(step) <= most))
                throw fault::InputError(fmt::format(
                    "pair {} turns by {:g} radians a position; at most {:g} is expected, that fp32 holds the angles of "
                    "all positions",
                    k, static_cast<double>(step), static_cast<double>(most)));
        out.push_back({backward ? -turned : turned, stream});
    }
    return out;
}

}  // namespace tessera::host
