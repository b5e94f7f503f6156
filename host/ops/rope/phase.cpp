#include "host/ops/rope/phase.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

// What the bounds say of large positions rests on the 64 bits of the x86 format.
static_assert(std::numeric_limits<long double>::digits >= 64);

}  // namespace

std::string_view name(RopePhase phase) {
    switch (phase) {
        case RopePhase::computed: return "computed";
        case RopePhase::split: return "split";
        case RopePhase::turns: return "turns";
    }
    throw fault::InputError("unknown phase");
}

long double plain_frequency(double base, std::size_t k, std::int64_t rotary_dim) {
    return std::pow(static_cast<long double>(base),
                    -2.0L * static_cast<long double>(k) / static_cast<long double>(rotary_dim));
}

std::vector<long double> rope_frequencies(std::int64_t rotary_dim, double base, const Yarn& yarn,
                                          const std::vector<float>& factors) {
    const YarnRamp ramp = yarn_ramp(yarn, rotary_dim, base);
    std::vector<long double> out;
    for (std::size_t k = 0; k < static_cast<std::size_t>(rotary_dim / 2); ++k) {
        const long double plain = plain_frequency(base, k, rotary_dim);
        const long double factor = factors.empty() ? 1.0L : static_cast<long double>(factors[k]);
        out.push_back(plain / factor * static_cast<long double>(frequency_scale(yarn, ramp, k)));
    }
    return out;
}

SplitFrequency split_frequency(long double radians) {
    const long double f = radians / std::numbers::pi_v<long double>;
    SplitFrequency out;
    out.f1 = static_cast<float>(std::round(f * 0x1p12L) * 0x1p-12L);
    const long double rest = f - static_cast<long double>(out.f1);
    if (std::abs(rest) >= 0x1p-126L) out.f2 = static_cast<float>(rest);  // below, the vector unit reads zero
    out.lost = static_cast<double>(std::abs(f - static_cast<long double>(out.f1) - static_cast<long double>(out.f2)));
    return out;
}

std::uint64_t fixed_frequency(long double radians) {
    const long double turns = radians / (2 * std::numbers::pi_v<long double>);
    const long double scaled = std::round((turns - std::floor(turns)) * 0x1p64L);
    return scaled < 0x1p64L ? static_cast<std::uint64_t>(scaled) : 0;
}

}  // namespace tessera::host
