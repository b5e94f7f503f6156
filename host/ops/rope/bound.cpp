#include "host/ops/rope/bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "host/study/function.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using std::numbers::pi;

constexpr double u = 0x1p-24;                // fp32 rounding to nearest, relative
constexpr double sine_absolute = 1.31e-7;    // sfpu-math.md 4.1, full form, 1.30e-7 and a unit of its last digit
constexpr double tf32_truncation = 0x1p-10;  // 10 fraction bits kept
constexpr double smallest_normal = 0x1p-126;
constexpr double steepest_argument = 0.56110;   // z cos z for z within pi/2: 0.561096 at 0.860334
constexpr double three_newton_steps = 2.28e-6;  // sfpu-math.md 5.1, n = 4: 2.27e-6 and a unit of its last digit

// (1 + a)(1 + b) - 1 without losing digits to the ones.
double compound(double a, double b) { return a + b + a * b; }

// Number 13 of the list, relative to w, without the product with q.
double ramp_error(const Yarn& yarn, const YarnRamp& ramp, std::size_t k) {
    const double place = 1 - ramp.kept(k), r = yarn.ext_factor * (1 - place);
    const double offset = static_cast<double>(k) - ramp.first;
    const double uncut = offset <= 0 || offset > ramp.width ? 0 : place;
    const double r_off = yarn.ext_factor * 2 * u * uncut + 3 * u * r;
    const double w = frequency_scale(yarn, ramp, k);
    const double off = std::abs(1 - yarn.freq_scale) * (r_off + 2 * u * r) + u * yarn.freq_scale + u * w;
    return off / w * (1 + 0x1p-10);
}

}  // namespace

std::string_view name(ExpVariant variant) {
    switch (variant) {
        case ExpVariant::exp_21f: return "exp_21f";
        case ExpVariant::exp_24f: return "exp_24f";
        case ExpVariant::exp_61f: return "exp_61f";
        case ExpVariant::exp_fp32: return "exp_fp32";
    }
    throw fault::InputError("unknown exp variant");
}

double relative_error(ExpVariant variant) {
    switch (variant) {
        case ExpVariant::exp_21f: return 1.7340e-3;  // sfpu-math.md 2.1: 1.7339e-3 (d3 = 0x560e)
        case ExpVariant::exp_24f: return 3.631e-5;   // sfpu-math.md 2.1: 3.630e-5
        case ExpVariant::exp_61f: return 9.137e-6;   // sfpu-math.md 2.1: 9.136e-6
        case ExpVariant::exp_fp32: return 1.00e-7;   // sfpu-math.md 2.1: 9.9e-8 (Taylor 7; 9.4e-8 for minimax)
    }
    throw fault::InputError("unknown exp variant");
}

double RopeBoundTerms::total() const {
    return angle + cosine_argument + sine + data + rotation + underflow + magnitude;
}

std::vector<RopeBound::Pair> RopeBound::pairs() const {
    std::vector<Pair> all;
    if (phase == RopePhase::computed) {
        for (std::size_t k = 0; k < static_cast<std::size_t>(rotary_dim / 2); ++k) all.push_back(computed_pair(k));
        return all;
    }
    for (const long double frequency : rope_frequencies(rotary_dim, base, yarn, factors)) {
        Pair pair{.frequency = static_cast<double>(frequency), .magnitude = magnitude(yarn)};
        if (phase == RopePhase::split) {
            const SplitFrequency parts = split_frequency(frequency);
            pair.rest = std::abs(static_cast<double>(parts.f2));
            pair.per_position = pi * (parts.lost + 2 * u * pair.rest) + pair.frequency * 0x1p-61;
            pair.always = pi * u / 2;
        } else {
            pair.per_position = 2 * pi * 0x1p-65 + pair.frequency * 0x1p-61;
            pair.always = 2 * pi * 0x1p-32;
        }
        all.push_back(pair);
    }
    return all;
}

RopeBound::Pair RopeBound::computed_pair(std::size_t k) const {
    const double t = 2.0 * static_cast<double>(k) / static_cast<double>(rotary_dim);
    const double argument = std::expm1(u * (5 * t * std::log(base) + 2 * std::log(pi)));
    const YarnRamp ramp = yarn_ramp(yarn, rotary_dim, base);
    Pair out{std::pow(base, -t) * frequency_scale(yarn, ramp, k), compound(relative_error(exp), argument),
             magnitude(yarn)};
    if (!factors.empty()) {
        out.frequency /= static_cast<double>(factors[k]);
        out.relative = compound(out.relative, three_newton_steps * three_newton_steps + 4 * u);
    }
    if (yarn.ramps())
        out.relative = compound(out.relative, ramp_error(yarn, ramp, k) + u);
    else if (yarn.scales())
        out.relative = compound(out.relative, 2 * u);
    out.relative = compound(out.relative, radians ? 3 * u : u);
    return out;
}

double RopeBound::angle_error(const Pair& p, double position) const {
    return std::abs(position) * (p.frequency * p.relative + p.per_position) + p.always;
}

double RopeBound::argument_error(const Pair& p, double position) const {
    if (phase == RopePhase::turns) return u * steepest_argument * (1 + 0x1p-10);
    const double half_turns = std::abs(position) * p.rest + 0.5;  // of 15
    const double angle =
        phase == RopePhase::split ? pi * half_turns : std::abs(position) * p.frequency * (1 + p.relative);
    const double roundings = radians ? 4 : 1;
    return std::min(roundings * u * (angle + pi / 2), 2.0);
}

RopeBoundTerms RopeBound::terms(const Pair& p, double position, double x, double y) const {
    const double length = std::sqrt(x * x + y * y), larger = std::max(std::abs(x), std::abs(y));
    const double m = std::abs(p.magnitude);
    RopeBoundTerms out;
    out.angle = m * std::min(angle_error(p, position), 2.0) * length;
    out.cosine_argument =
        m * argument_error(p, position) * (phase == RopePhase::turns ? std::abs(x) + std::abs(y) : larger);
    out.sine = m * sine_absolute * (std::abs(x) + std::abs(y));
    out.data = through_srca ? m * tf32_truncation * length : 0;
    out.rotation = m * 2 * u * length * (1 + 0x1p-10);
    out.underflow = 5 * smallest_normal;
    if (p.magnitude != 1) {
        out.magnitude = m * 2 * u * length * (1 + 0x1p-10);
        out.underflow += smallest_normal * (std::abs(x) + std::abs(y));
    }
    return out;
}

std::int64_t RopeBound::max_position() const {
    switch (phase) {
        case RopePhase::computed: break;
        case RopePhase::split: return static_cast<std::int64_t>(exact_integers);
        case RopePhase::turns: return std::numeric_limits<std::int32_t>::max();
    }
    double fastest = 0;
    for (const Pair& p : pairs()) fastest = std::max(fastest, p.frequency * (1 + p.relative));
    return static_cast<std::int64_t>(std::floor(std::min(accuracy::int16_reach * pi / fastest, exact_integers)));
}

std::int64_t RopeBound::min_position() const {
    switch (phase) {
        case RopePhase::computed: break;
        case RopePhase::split: return -max_position();
        case RopePhase::turns: return std::numeric_limits<std::int32_t>::min();
    }
    return 0;
}

std::string RopeBound::summary(double position) const {
    const std::vector<Pair> all = pairs();
    const auto at = [&](std::size_t k) { return terms(all[k], position, 1, 1); };
    std::size_t worst = 0;
    for (std::size_t k = 1; k < all.size(); ++k)
        if (at(k).total() > at(worst).total()) worst = k;
    const RopeBoundTerms t = at(worst);
    std::string angle, argument = "0.5 - phase is rounded";
    switch (phase) {
        case RopePhase::computed:
            angle = fmt::format("frequency wrong by {:.3e}, of that {} {:.3e}", all[worst].relative, name(exp),
                                relative_error(exp));
            break;
        case RopePhase::split:
            angle = fmt::format("position times the rest of the frequency, {:.3e}, is rounded", all[worst].rest);
            break;
        case RopePhase::turns:
            angle = "2^-32 turns";
            argument = "the angle within a half turn is rounded";
            break;
    }
    return fmt::format(
        "error bound at position {} for |x|, |y| <= 1: {:.3e}, largest for pair {}\n"
        "  angle            {:.3e}  {}\n"
        "  cosine argument  {:.3e}  {}\n"
        "  sine             {:.3e}  sinpi polynomial\n"
        "  data             {:.3e}  {}\n"
        "  rotation         {:.3e}  products and sum are rounded\n"
        "  magnitude        {:.3e}  sine and cosine are multiplied by {:.6g}\n",
        position, t.total(), worst, t.angle, angle, t.cosine_argument, argument, t.sine, t.data,
        through_srca ? "inputs cross SrcA as TF32" : "inputs are unpacked to Dst", t.rotation, t.magnitude,
        magnitude(yarn));
}

views::Check judge(const RopeProblem& problem, const RopeBound& bound, std::span<const float> x,
                   std::span<const float> got, const views::JudgedShare& judged) {
    if (x.size() != problem.elements() || got.size() != problem.elements())
        throw fault::InputError(
            fmt::format("rope judge: {} inputs and {} results, {} expected", x.size(), got.size(), problem.elements()));
    if (bound.rotary_dim != problem.rotary_dim || bound.base != problem.base || bound.yarn != problem.yarn ||
        bound.factors != problem.factors)
        throw fault::InputError("rope judge: the bound was made for another problem");
    RopeReference reference(problem);
    views::Checker checker;
    const auto width = static_cast<std::size_t>(problem.width);
    std::vector<double> exact(width);
    const std::vector<RopeBound::Pair> pairs = bound.pairs();
    for (std::size_t row = 0; row < x.size() / width; ++row) {
        const auto in = x.subspan(row * width, width), result = got.subspan(row * width, width);
        reference.row(static_cast<std::int64_t>(row), in, exact);
        const double position = problem.position(static_cast<std::int64_t>(row));
        for (std::size_t c = 0; c < width; ++c) checker.compare(result[c], exact[c]);
        for (std::size_t k = 0; k < reference.pairs(); ++k) {
            const std::size_t i = reference.first(k), j = reference.second(k);
            const double limit =
                bound.terms(pairs[k], position, i < width ? in[i] : 0.0, j < width ? in[j] : 0.0).total();
            for (std::size_t c : {i, j}) {
                if (c >= width) continue;
                checker.hold(row * width + c, result[c], exact[c], limit);
            }
        }
        for (std::size_t c = 2 * reference.pairs(); c < width; ++c)
            if (std::bit_cast<std::uint32_t>(result[c]) != std::bit_cast<std::uint32_t>(in[c]))
                checker.note(INFINITY, row * width + c, result[c], exact[c], 0);
        if (judged) judged(static_cast<double>((row + 1) * width) / static_cast<double>(x.size()));
    }
    return checker.result();
}

}  // namespace tessera::host
