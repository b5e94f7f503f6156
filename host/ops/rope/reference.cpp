#include "host/ops/rope/reference.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "host/ops/rope/phase.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

constexpr std::size_t kept_positions = 4096;  // 8 MiB of angles for rotary_dim 256
constexpr double infinity = std::numeric_limits<double>::infinity();

// NaN, or an infinity that the other side does not share, cannot be measured (rope-variants.md (e)).
bool incomparable(double a, double b) {
    return std::isnan(a) || std::isnan(b) || ((std::isinf(a) || std::isinf(b)) && a != b);
}

double ratio(double errors, double squares) {
    if (errors == 0) return 0;
    return squares == 0 ? infinity : errors / squares;
}

void check(const RopeProblem& p) {
    if (p.batch < 1 || p.rows < 1 || p.width < 1)
        throw InputError(fmt::format("rope reference: [{}, {}, {}] has a dimension below 1", p.batch, p.rows, p.width));
    if (p.rotary_dim < 2 || p.rotary_dim % 2 != 0)
        throw InputError(fmt::format("rope reference: rotary_dim {} is not even and >= 2", p.rotary_dim));
    const auto wanted = static_cast<std::size_t>(p.per_row ? p.batch * p.rows : p.batch);
    if (p.positions.size() != wanted)
        throw InputError(fmt::format("rope reference: {} positions, {} expected", p.positions.size(), wanted));
    if (!p.factors.empty() && p.factors.size() != static_cast<std::size_t>(p.rotary_dim / 2))
        throw InputError(fmt::format("rope reference: {} factors, {} expected", p.factors.size(), p.rotary_dim / 2));
}

}  // namespace

RopeReference::RopeReference(const RopeProblem& problem) : problem_(problem), magnitude_(magnitude(problem.yarn)) {
    check(problem);
    frequencies_ = rope_frequencies(problem.rotary_dim, problem.base, problem.yarn, problem.factors);
}

std::size_t RopeReference::first(std::size_t k) const { return problem_.pairing == RopePairing::neox ? k : 2 * k; }
std::size_t RopeReference::second(std::size_t k) const {
    return problem_.pairing == RopePairing::neox ? k + pairs() : 2 * k + 1;
}

const std::vector<RopeReference::Turn>& RopeReference::turns(std::int32_t position) {
    if (const auto known = turns_.find(position); known != turns_.end()) return known->second;
    if (turns_.size() == kept_positions) turns_.clear();
    std::vector<Turn>& out = turns_[position];
    for (long double frequency : frequencies_) {
        const long double angle = frequency * static_cast<long double>(position);
        const double sine = static_cast<double>(std::sin(angle)) * magnitude_;
        out.push_back({static_cast<double>(std::cos(angle)) * magnitude_, problem_.backward ? -sine : sine});
    }
    return out;
}

void RopeReference::row(std::int64_t row, std::span<const float> x, std::span<double> y) {
    const std::vector<Turn>& turn = turns(problem_.position(row));
    const auto width = static_cast<std::size_t>(problem_.width);
    for (std::size_t c = 2 * pairs(); c < width; ++c) y[c] = x[c];
    for (std::size_t k = 0; k < pairs(); ++k) {
        const std::size_t i = first(k), j = second(k);
        const double a = i < width ? x[i] : 0.0, b = j < width ? x[j] : 0.0;
        if (i < width) y[i] = a * turn[k].cosine - b * turn[k].sine;
        if (j < width) y[j] = a * turn[k].sine + b * turn[k].cosine;
    }
}

std::vector<double> rope_reference(const RopeProblem& problem, std::span<const float> x) {
    RopeReference reference(problem);
    if (x.size() != problem.elements())
        throw InputError(fmt::format("rope reference: {} elements, {} expected", x.size(), problem.elements()));
    std::vector<double> y(x.size());
    const auto width = static_cast<std::size_t>(problem.width);
    for (std::size_t start = 0; start < x.size(); start += width)
        reference.row(static_cast<std::int64_t>(start / width), x.subspan(start, width),
                      std::span(y).subspan(start, width));
    return y;
}

views::Deviation compare(std::span<const float> got, std::span<const double> expected) {
    if (got.size() != expected.size())
        throw InputError(fmt::format("{} elements compared with {}", got.size(), expected.size()));
    views::DeviationMeter meter;
    for (std::size_t i = 0; i < got.size(); ++i) meter.add(got[i], expected[i]);
    views::Deviation out = meter.result();
    for (std::size_t i = 0; i < got.size() && out.max_abs != infinity; ++i)  // rope-variants.md (e): a NaN never passes
        if (std::isnan(got[i]) && std::isnan(expected[i])) {
            out.max_abs = out.nmse = infinity;
            out.worst = i;
            out.got = got[i];
            out.expected = expected[i];
        }
    return out;
}

double ggml_nmse(std::span<const float> got, std::span<const float> expected) {
    if (got.size() != expected.size())
        throw InputError(fmt::format("{} elements compared with {}", got.size(), expected.size()));
    double errors = 0, squares = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (incomparable(got[i], expected[i])) return infinity;
        if (std::isinf(got[i])) continue;
        const float difference = got[i] - expected[i];
        errors += difference * difference;
        squares += got[i] * got[i];
    }
    return ratio(errors, squares);
}

}  // namespace tessera::host
