#include "host/study/ulp.hpp"

#include <cmath>
#include <limits>

namespace tessera::accuracy {

std::string_view name(Ulp ulp) {
    switch (ulp) {
        case Ulp::goldberg: return "ULP at the exact result";
        case Ulp::at_rounded: return "ULP at the rounded result";
        case Ulp::of_rounded: return "whole ULP from the rounded result";
    }
    return "?";
}

double rounded(double value, const Format& format) {
    if (format == fp32) return static_cast<double>(static_cast<float>(value));
    if (!std::isfinite(value) || format.to_odd) return value;
    const double step = spacing(value, format);
    const double nearest = std::nearbyint(value / step) * step;
    if (std::abs(nearest) > format.largest()) return std::copysign(std::numeric_limits<double>::infinity(), value);
    return nearest;
}

}  // namespace tessera::accuracy
