#include "host/run/first_nan.hpp"

#include <cmath>

#include "host/tensor/beyond_ieee.hpp"

namespace tessera::host {

views::FirstNonFinite first_non_finite(Device& device, const core::FollowedValues& followed) {
    const auto found = [&](watch::NonFinite kind) -> std::optional<views::FirstNonFinite::Found> {
        const auto id = followed.found.first(kind);
        if (!id) return std::nullopt;
        views::FirstNonFinite::Found out{followed.found.at(*id), std::nullopt, followed.left(device.machine(), *id)};
        if (out.origin.because != 0) out.cause = followed.found.at(out.origin.because);
        return out;
    };
    return {found(watch::NonFinite::nan), found(watch::NonFinite::infinity)};
}

std::optional<views::FirstNonFinite::Result> non_finite_in(const std::string& name, const NpyArray& result) {
    if (result.dtype != DType::f4) return std::nullopt;
    views::FirstNonFinite::Result out{.name = name};
    const std::span<const float> values = result.as<float>();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isfinite(values[i])) continue;
        if (out.first.empty()) out.first = place_in(result.shape, i);
        ++(std::isnan(values[i]) ? out.nans : out.infinities);
    }
    return out.first.empty() ? std::nullopt : std::optional(out);
}

}  // namespace tessera::host
