#include "host/ops/rope/rows/bound.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "host/ops/rope/bound.hpp"
#include "host/ops/rope/rows/elements.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;

constexpr double u = 0x1p-24, smallest_fp32 = 0x1p-126;
constexpr double rsqrt_relative = 1.03e-7;
constexpr double slack = 1 + 0x1p-10;  // for products of two of the terms
constexpr std::size_t kept_turns = std::size_t{1} << 20;

double rounding(DataFormat format) {
    if (format == DataFormat::fp32) return 0;  // what fp32 rounds is counted step by step
    return format == DataFormat::fp16 ? 0x1p-11 : 0x1p-8;
}
double smallest(DataFormat format) { return format == DataFormat::fp16 ? 0x1p-14 : smallest_fp32; }
// What of a number counts as zero.
double flushed(DataFormat format, double value) {
    return std::abs(value) < smallest(format) * slack ? std::abs(value) : 0;
}

struct Turn {
    double cosine, sine;  // times the magnitude
};

}  // namespace

struct RowJudge::State {
    const Rotation& rotation;
    RopeBound bound;
    std::vector<RopeBound::Pair> pairs;
    // By position of the pair's stream: of each pair that takes it.
    std::map<std::array<std::int32_t, 4>, std::vector<Turn>> turns;
    std::vector<Pair> row;
    std::vector<double> normalised, lost;  // of each element; and what it lacks because it counted as zero

    explicit State(const Rotation& r) : rotation(r), row(r.computed_pairs()), normalised(r.width), lost(r.width) {
        bound.phase = RopePhase::turns;
        bound.through_srca = false;
        for (const PairAngle& angle : r.angles) {
            const auto frequency = static_cast<double>(std::abs(angle.frequency));
            pairs.push_back({.frequency = frequency,
                             .magnitude = r.magnitude,
                             .per_position = 2 * std::numbers::pi * 0x1p-65 + frequency * 0x1p-61,
                             .always = 2 * std::numbers::pi * 0x1p-32});
        }
    }

    const std::vector<Turn>& turns_at(const std::array<std::int32_t, 4>& positions) {
        if (const auto known = turns.find(positions); known != turns.end()) return known->second;
        if (turns.size() * pairs.size() > kept_turns) turns.clear();
        std::vector<Turn>& out = turns[positions];
        for (const PairAngle& angle : rotation.angles) {
            const long double a = angle.frequency * static_cast<long double>(positions[angle.stream]);
            out.push_back({static_cast<double>(std::cos(a)) * rotation.magnitude,
                           static_cast<double>(std::sin(a)) * rotation.magnitude});
        }
        return out;
    }

    // The row as it enters the rotation, and how far it may be off already, relative to a pair's length.
    double normalise(const RowMove& move, std::span<const float> x) {
        const DataFormat format = rotation.tensors[move.source].format;
        std::ranges::copy(x, normalised.begin());
        std::ranges::transform(x, lost.begin(), [&](float value) { return flushed(format, value); });
        if (!rotation.norm) return 0;
        double sum = 0, lost_sum = 0;
        for (const float value : x) sum += static_cast<double>(value) * value;
        for (const double value : lost) lost_sum += value * value;
        const auto width = static_cast<double>(x.size());
        const double mean = sum / width + rotation.norm->eps, factor = 1 / std::sqrt(mean);
        const double without = 1 / std::sqrt(1 - lost_sum / width / mean);  // times as large is the factor
        const std::vector<float>& weight = rotation.norm->weights[move.weight];
        for (std::size_t i = 0; i < x.size(); ++i) {
            normalised[i] *= factor * static_cast<double>(weight[i]);
            lost[i] *= factor * std::abs(static_cast<double>(weight[i]));
        }
        return ((width / 8 + 12) * u / 2 + rsqrt_relative + 2 * u) * without * slack + (without - 1);
    }
};

RowJudge::RowJudge(const Rotation& rotation) : state_(std::make_unique<State>(rotation)) {}
RowJudge::~RowJudge() = default;

std::span<const RowJudge::Pair> RowJudge::row(std::size_t i, std::span<const float> given) {
    State& s = *state_;
    const Rotation& r = s.rotation;
    const RowMove& move = r.rows[i];
    const DataFormat from = r.tensors[move.source].format, to = r.tensors[move.target].format;
    const double off = s.normalise(move, given);
    const std::vector<Turn>* turns = r.caches ? nullptr : &s.turns_at(move.positions);
    const auto stored = [&](double exact, double limit) {
        const double all = limit + rounding(to) * (std::abs(exact) + limit);
        return std::abs(exact) - all < smallest(to) ? all + smallest(to) : all;
    };
    for (std::size_t k = r.pairs.count; k < s.row.size(); ++k) {
        const auto limit = [&](std::size_t e) {
            return stored(s.normalised[e], off * std::abs(s.normalised[e]) + s.lost[e]);
        };
        const std::size_t one = r.one(k), other = r.other(k);
        s.row[k] = {s.normalised[one], s.normalised[other], limit(one), limit(other)};
    }
    for (std::size_t k = 0; k < r.pairs.count; ++k) {
        const std::size_t one = r.pairs.one(k), other = r.pairs.other(k);
        const double x = s.normalised[one], y = s.normalised[other];
        const double length = std::hypot(x, y);
        Turn turn{};
        double limit = 0;
        if (turns == nullptr) {
            const std::size_t at = static_cast<std::size_t>(move.positions[0]) * r.pairs.count + k;
            turn = {number_at(r.caches->cosines.data, from, at), number_at(r.caches->sines.data, from, at)};
            limit = (flushed(from, turn.cosine) + flushed(from, turn.sine)) * length + 5 * smallest_fp32;
        } else {
            turn = (*turns)[k];
            limit = s.bound.terms(s.pairs[k], move.positions[r.angles[k].stream], x, y).total();
        }
        limit += off * std::hypot(turn.cosine, turn.sine) * length +
                 (s.lost[one] + s.lost[other]) * std::max({1.0, std::abs(turn.cosine), std::abs(turn.sine)});
        const auto limit_of = [&](double exact, double first, double second) {
            double all = limit;
            if (turns == nullptr)
                all += slack * (std::max(u, rounding(to)) * (std::abs(first) + std::abs(second)) + u * std::abs(exact));
            return stored(exact, all);
        };
        Pair& out = s.row[k];
        out.one = x * turn.cosine - y * turn.sine;
        out.other = x * turn.sine + y * turn.cosine;
        out.limit = limit_of(out.one, x * turn.cosine, y * turn.sine);
        out.other_limit = limit_of(out.other, x * turn.sine, y * turn.cosine);
    }
    return s.row;
}

namespace {

// The bits of an array that came back: bf16 comes as f4.
std::uint32_t result_bits(const NpyArray& array, DataFormat format, std::size_t i) {
    if (format == DataFormat::bf16) return std::bit_cast<std::uint32_t>(array.as<float>()[i]) >> 16;
    return bits_at(array.data, format, i);
}

// One result tensor's check. Elements become known in any order and are judged in theirs.
class ResultJudge {
  public:
    ResultJudge(const RowTensor& tensor, const NpyArray& got)
        : tensor_(tensor), got_(got), exact_(element_count(tensor.shape)), limit_(exact_.size(), unwritten) {}

    void copied(std::size_t at, std::uint32_t bits) {
        exact_[at] = static_cast<double>(bits);
        limit_[at] = same_bits;
    }
    void turned(std::size_t at, double exact, double limit) {
        exact_[at] = exact;
        limit_[at] = limit;
    }
    views::Check result() {
        for (std::size_t i = 0; i < exact_.size(); ++i) {
            if (limit_[i] == unwritten && tensor_.contents)
                copied(i, bits_at(tensor_.contents->data, tensor_.format, i));
            if (limit_[i] != unwritten) judge(i);
        }
        views::Check check = checker_.result();
        check.shape = tensor_.shape;
        check.what = tensor_.name;
        return check;
    }

  private:
    static constexpr double unwritten = -1, same_bits = -2;  // in place of a limit

    void judge(std::size_t at) {
        const std::uint32_t bits = result_bits(got_, tensor_.format, at);
        const float got = number_of(bits, tensor_.format);
        if (limit_[at] != same_bits) {
            checker_.compare(got, exact_[at]);
            checker_.hold(at, got, exact_[at], limit_[at]);
            return;
        }
        const auto wanted = static_cast<std::uint32_t>(exact_[at]);
        const float number = number_of(wanted, tensor_.format);
        if (bits == wanted) {
            const double both = std::isfinite(number) ? number : 0;  // a NaN that stayed one is no deviation
            checker_.compare(both, both);
        } else {
            checker_.compare(got, number);
            checker_.note(INFINITY, at, got, number, 0);
        }
    }

    const RowTensor& tensor_;
    const NpyArray& got_;
    std::vector<double> exact_, limit_;
    views::Checker checker_;
};

}  // namespace

NpyArray exact_result(const Rotation& r, std::uint32_t t) {
    const RowTensor& tensor = r.tensors[t];
    std::vector<double> values(element_count(tensor.shape));
    if (tensor.contents)
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = number_at(tensor.contents->data, tensor.format, i);
    RowJudge exact(r);
    std::vector<float> x(r.width);
    for (std::size_t i = 0; i < r.rows.size(); ++i) {
        const RowMove& move = r.rows[i];
        if (move.target != t) continue;
        const RowTensor& source = r.tensors[move.source];
        for (std::size_t e = 0; e < r.width; ++e) {
            x[e] = number_at(source.contents->data, source.format, move.source_element + e);
            values[move.target_element + e] = static_cast<double>(x[e]);
        }
        if (!move.turns) continue;
        const std::span<const RowJudge::Pair> pairs = exact.row(i, x);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            values[move.target_element + r.one(k)] = pairs[k].one;
            values[move.target_element + r.other(k)] = pairs[k].other;
        }
    }
    NpyArray out{DType::f8, tensor.shape, {}};
    const auto bytes = std::as_bytes(std::span(values));
    out.data.assign(bytes.begin(), bytes.end());
    return out;
}

views::Check judge(const Rotation& r, std::span<const NpyArray> results, const views::JudgedShare& judged) {
    std::map<std::uint32_t, ResultJudge> judges;
    for (std::uint32_t t = 0, output = 0; t < r.tensors.size(); ++t)
        if (r.tensors[t].result) judges.emplace(t, ResultJudge(r.tensors[t], results[output++]));
    RowJudge exact(r);
    std::vector<float> x(r.width);
    std::vector<bool> turning(r.width);
    for (std::size_t k = 0; k < r.computed_pairs(); ++k) turning[r.one(k)] = turning[r.other(k)] = true;
    for (std::size_t i = 0; i < r.rows.size(); ++i) {
        if (judged) judged(static_cast<double>(i) / static_cast<double>(r.rows.size()));
        const RowMove& move = r.rows[i];
        const auto at = judges.find(move.target);
        if (at == judges.end()) continue;
        const RowTensor& source = r.tensors[move.source];
        for (std::size_t e = 0; e < r.width; ++e)
            if (!move.turns || !turning[e])
                at->second.copied(move.target_element + e,
                                  bits_at(source.contents->data, source.format, move.source_element + e));
        if (!move.turns) continue;
        for (std::size_t e = 0; e < r.width; ++e)
            x[e] = number_at(source.contents->data, source.format, move.source_element + e);
        const std::span<const RowJudge::Pair> pairs = exact.row(i, x);
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            at->second.turned(move.target_element + r.one(k), pairs[k].one, pairs[k].limit);
            at->second.turned(move.target_element + r.other(k), pairs[k].other, pairs[k].other_limit);
        }
    }
    std::optional<views::Check> worst;
    for (auto& [tensor, one] : judges) {
        views::Check check = one.result();
        if (!worst || check.worst_ratio > worst->worst_ratio) worst = std::move(check);
    }
    return worst.value_or(views::Check{});
}

}  // namespace tessera::host
