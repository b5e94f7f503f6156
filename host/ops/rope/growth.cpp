#include "host/ops/rope/growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "host/compile/parallel.hpp"
#include "host/ops/rope/defines.hpp"
#include "host/tensor/random_word.hpp"

namespace tessera::accuracy {
namespace {

using Patterns = std::vector<std::uint32_t>;

// A way to the angle, recorded.
struct Recordings {
    const AngleVariant* variant;
    std::optional<Built> angle;
    Built sine, cosine;
    std::vector<PairFrequency> pairs;
};

// Only the frequency names its exponential, so that the other parts are compiled once for all of them.
Built build_part(const std::string& expression, const GrowthRequest& request, const Setting& setting,
                 const std::string& init, const std::string& exp = "") {
    host::RopeOptions rope;
    rope.rotary_dim = request.rotary_dim;
    rope.base = request.base;
    Function part;
    part.name = expression;
    part.file = "accuracy/rope_angles.hpp";
    part.expression = expression;
    part.init = init;
    part.is_builtin = true;
    part.defines = host::rope_compute_defines(host::RopePlan{.options = rope});
    part.defines["ROPE_COLUMNS"] = fmt::format("{}", request.rotary_dim);
    if (!exp.empty()) part.defines["ROPE_EXP"] = exp;
    return build(part, setting);
}

void compute_frequencies(const Recorded& frequency, std::vector<PairFrequency>& pairs) {
    Patterns columns(pairs.size()), computed(pairs.size());
    for (std::size_t k = 0; k < pairs.size(); ++k)
        columns[k] = std::bit_cast<std::uint32_t>(static_cast<float>(k));  // NeoX: a pair a column
    frequency.run(columns, computed);
    for (std::size_t k = 0; k < pairs.size(); ++k) pairs[k].computed = std::bit_cast<float>(computed[k]);
}

Recordings recorded(const AngleVariant& variant, const std::vector<PairFrequency>& pairs, const GrowthRequest& request,
                    const Setting& setting, GrowthCurve& curve) {
    const auto part = [&](const std::string& expression) {
        return build_part(expression, request, setting, variant.init);
    };
    Recordings r{&variant, std::nullopt, part(variant.sine), part(variant.cosine), pairs};
    if (!variant.angle.empty()) r.angle.emplace(part(variant.angle));
    curve.sines = part(variant.pair).cost;
    if (!variant.frequency.empty()) {
        // The constants of kernels/rope, two columns a pair.
        const std::string init = fmt::format("rope::set_constants({})", request.rotary_dim / 64);
        const Built frequency = build_part(variant.frequency, request, setting, init, variant.exp);
        compute_frequencies(frequency.recorded, r.pairs);
        curve.frequency = frequency.cost;
    }
    return r;
}

// One pair over the positions of a range.
class Evaluation {
  public:
    explicit Evaluation(std::size_t count) : sine_(count), cosine_(count) {
        for (Patterns& argument : arguments_) argument.resize(count);
        angle_.resize(count);
    }
    void run(const Recordings& r, std::span<const std::uint32_t> positions, const PairFrequency& pair) {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const auto all = r.variant->arguments(positions[i], pair);
            for (std::size_t a = 0; a < all.size(); ++a) arguments_[a][i] = all[a];
        }
        Recorded::Arguments given{arguments_[0], arguments_[1], arguments_[2], arguments_[3]};
        if (r.angle) {
            r.angle->recorded.run(given, angle_);
            given = {angle_, {}, {}, {}};
        }
        r.sine.recorded.run(given, sine_);
        r.cosine.recorded.run(given, cosine_);
    }
    double error(std::size_t i, const Turn& exact) const {
        return std::max(off(sine_[i], exact.sine), off(cosine_[i], exact.cosine));
    }

  private:
    static double off(std::uint32_t pattern, double exact) {
        const double got = value_of(pattern);
        return std::isfinite(got) ? std::abs(got - exact) : 2;
    }
    std::array<Patterns, 4> arguments_;
    Patterns angle_, sine_, cosine_;
};

void look_at(const PositionRange& range, const GrowthRequest& request, std::span<const Recordings> all,
             std::size_t index, std::vector<GrowthCurve>& curves) {
    const std::vector<std::uint32_t> positions = positions_of(range, request);
    std::vector<Turn> exact(positions.size());
    Evaluation evaluation(positions.size());
    std::vector<double> squares(all.size());
    for (std::size_t v = 0; v < all.size(); ++v) {
        Growth& growth = curves[v].ranges[index];
        growth.range = range;
        growth.max_by_pair.resize(request.pairs());
    }
    for (std::size_t k = 0; k < request.pairs(); ++k) {
        for (std::size_t i = 0; i < positions.size(); ++i) exact[i] = exact_turn(positions[i], all.front().pairs[k]);
        for (std::size_t v = 0; v < all.size(); ++v) {
            Growth& growth = curves[v].ranges[index];
            const PairFrequency& pair = all[v].pairs[k];
            evaluation.run(all[v], positions, pair);
            growth.is_beyond |= range.high > all[v].variant->last_position ||
                                static_cast<double>(pair.half_turns) * range.high >= all[v].variant->most_half_turns;
            for (std::size_t i = 0; i < positions.size(); ++i) {
                const double error = evaluation.error(i, exact[i]);
                squares[v] += error * error;
                growth.max_by_pair[k] = std::max(growth.max_by_pair[k], error);
                if (error <= growth.max) continue;
                growth.max = error;
                growth.worst_position = positions[i];
                growth.worst_pair = k;
            }
        }
    }
    for (std::size_t v = 0; v < all.size(); ++v)
        curves[v].ranges[index].rms = std::sqrt(squares[v] / static_cast<double>(positions.size() * request.pairs()));
}

}  // namespace

std::vector<std::uint32_t> positions_of(const PositionRange& range, const GrowthRequest& request) {
    const std::uint64_t all = std::uint64_t{range.high} - range.low + 1;
    std::vector<std::uint32_t> positions;
    if (all <= request.sample) {
        for (std::uint64_t i = 0; i < all; ++i) positions.push_back(range.low + static_cast<std::uint32_t>(i));
        return positions;
    }
    for (std::uint64_t i = 2; i < request.sample; ++i)
        positions.push_back(range.low + static_cast<std::uint32_t>(host::random_word(request.seed, i) % all));
    positions.push_back(range.low);
    positions.push_back(range.high);
    return positions;
}

std::vector<PositionRange> ranges_of(const GrowthRequest& request) {
    std::vector<std::uint32_t> tops = request.tops;
    if (tops.empty()) {
        tops.push_back(request.last);
        for (std::uint64_t p = 1; p < request.last; p *= 2) tops.push_back(static_cast<std::uint32_t>(p));
        for (std::uint64_t p = 10; p < request.last; p *= 10) tops.push_back(static_cast<std::uint32_t>(p));
        std::ranges::sort(tops);
    }
    std::vector<PositionRange> ranges;
    for (const std::uint32_t top : tops) ranges.push_back({(top + 1) / 2, top});
    return ranges;
}

bool is_power_of_ten(std::uint32_t position) {
    while (position > 1 && position % 10 == 0) position /= 10;
    return position == 1;
}

std::vector<std::size_t> tabled_ranges(const GrowthCurve& curve) {
    std::vector<std::size_t> tabled;
    for (std::size_t i = 0; i < curve.ranges.size(); ++i) {
        const std::uint32_t top = curve.ranges[i].range.high;
        if ((top > 1 && is_power_of_ten(top)) || i + 1 == curve.ranges.size()) tabled.push_back(i);
    }
    return tabled;
}

std::vector<GrowthCurve> growth_of(std::span<const AngleVariant> variants, const GrowthRequest& request,
                                   const Setting& setting, unsigned threads, const std::function<void(double)>& done) {
    const std::vector<PairFrequency> pairs = pair_frequencies(request.rotary_dim, request.base);
    const std::vector<PositionRange> ranges = ranges_of(request);
    std::vector<GrowthCurve> curves;
    std::vector<Recordings> all;
    for (const AngleVariant& variant : variants) {
        GrowthCurve& curve = curves.emplace_back();
        curve.variant = variant;
        curve.ranges.resize(ranges.size());
        all.push_back(recorded(variant, pairs, request, setting, curve));
    }
    std::size_t finished = 0;
    std::mutex telling;
    if (!all.empty())
        host::in_parallel(ranges.size(), threads, [&](std::size_t i) {
            look_at(ranges[i], request, all, i, curves);
            const std::lock_guard lock(telling);
            if (done) done(static_cast<double>(++finished) / static_cast<double>(ranges.size()));
        });
    return curves;
}

}  // namespace tessera::accuracy
