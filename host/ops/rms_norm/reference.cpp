// The exact result in double, and how far the kernel's may lie from it (numbers of operation.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/ops/rms_norm/operation.hpp"
#include "host/tensor/formats.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;

constexpr double u = 0x1p-24;
constexpr double tf32_truncation = 0x1p-10;  // 1
constexpr double rsqrt_relative = 1.03e-7;   // 4
constexpr double bf16_rounding = 0x1p-8;     // 6
constexpr double smallest_normal = 0x1p-126;

double mean_of_squares(std::span<const float> row) {
    double sum = 0;
    for (const float x : row) sum += static_cast<double>(x) * x;
    return sum / static_cast<double>(row.size());
}

}  // namespace

RmsNormBound::RmsNormBound(const RmsNormOptions& options) : options_(options) {
    const bool fp32 = options.format == DataFormat::fp32;
    truncation_ = fp32 && options.through_srca ? tf32_truncation : 0;
    sum_ = std::expm1((3 * static_cast<double>(options.row_tiles()) + 7) * std::log1p(u));
    products_ = options.weighted ? std::expm1(2 * std::log1p(u)) : u;
    packing_ = fp32 ? 0 : bf16_rounding;
}

double RmsNormBound::relative(double v) const {
    const double of_v = sum_ + 3 * smallest_normal / v;
    const double later = (1 + rsqrt_relative) * (1 + products_) * (1 + packing_);
    const double above = later / (1 - truncation_) / std::sqrt(1 - of_v) - 1;
    const double least = (1 - rsqrt_relative) * (1 - products_) * (1 - packing_) / std::sqrt(1 + of_v);
    const double below = 1 - least * std::pow(1 - truncation_, options_.weighted ? 2 : 1);
    return std::max(above, below);
}

double RmsNormBound::of(double x, double weight, double v) const {
    const double r = 1 / std::sqrt(v), w = std::abs(weight);
    const double vanishing = smallest_normal * (r * w + w + std::abs(x) * r + 1);  // 7
    return std::abs(x) * r * w * relative(v) + vanishing * (1 + tf32_truncation);
}

std::string RmsNormBound::summary() const {
    const auto line = [](const char* label, double value, std::string_view text) {
        return fmt::format("  {:16} {:.3e}  {}\n", label, value, text);
    };
    return fmt::format("error bound relative to the exact result: {:.3e}\n", relative(1)) +
           line("data", truncation_,
                truncation_ > 0                       ? "inputs cross SrcA as TF32"
                : options_.format == DataFormat::fp32 ? "inputs are unpacked to Dst"
                                                      : "bf16 fits SrcA") +
           line("mean", sum_ / 2,
                fmt::format("{} roundings, half of them remain in the root", 3 * options_.row_tiles() + 7)) +
           line("root", rsqrt_relative, "rsqrt") + line("products", products_, "are rounded") +
           line("result", packing_, packing_ > 0 ? "is rounded to bf16" : "is packed as it is");
}

std::vector<float> rms_norm_stored(std::span<const float> values, DataFormat format) {
    return from_row(to_row(values, format), format);
}

views::Check judge_rms_norm(const RmsNormOptions& options, std::span<const float> x, std::span<const float> weight,
                            std::span<const float> y, const views::JudgedShare& judged) {
    const std::size_t width = options.width(), weights = options.weighted ? width : 0;
    if (x.size() != options.rows() * width || y.size() != x.size() || weight.size() != weights)
        throw fault::InputError(
            fmt::format("rms_norm judge: {} inputs, {} weights and {} results; {}, {} and {} expected", x.size(),
                        weight.size(), y.size(), options.rows() * width, weights, options.rows() * width));
    const RmsNormBound bound(options);
    views::Checker checker;
    for (std::size_t first = 0; first < x.size(); first += width) {
        const double v = mean_of_squares(x.subspan(first, width)) + options.eps;
        for (std::size_t i = 0; i < width; ++i) {
            const double element = x[first + i], w = options.weighted ? weight[i] : 1;
            const double exact = element / std::sqrt(v) * w;
            checker.compare(y[first + i], exact);
            checker.hold(first + i, y[first + i], exact, bound.of(element, w, v));
        }
        if (judged) judged(static_cast<double>(first + width) / static_cast<double>(x.size()));
    }
    views::Check check = checker.result();
    check.shape = options.shape;
    check.terms = bound.summary();
    return check;
}

}  // namespace tessera::host
