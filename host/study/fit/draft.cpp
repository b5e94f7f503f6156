#include "host/study/fit/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/fault/fault.hpp"

namespace tessera::accuracy {
namespace {

using fault::InputError;

constexpr int most_segments = 32, most_degree = 16;
constexpr int points_to_cut = 64, points_to_fit = 400;

// What one instruction loads: another value takes two, and a search that adds no instruction could not move it.
bool loads_at_once(std::uint32_t word) { return (word & 0x1fff) == 0; }

std::uint32_t pattern_of(long double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

std::uint32_t rounded_constant(long double value, Design::Constants constants) {
    if (constants == Design::Constants::bf16) return pattern_of(rounded(static_cast<double>(value), bf16));
    const std::uint32_t word = pattern_of(value);
    return loads_at_once(word) ? word + 1 : word;
}

}  // namespace

Draft::Draft(const Design& design, const Reference& reference, const Format& result, ErrorKind kind)
    : design_(design), reference_(reference), result_(result), kind_(kind) {
    check();
    if (design_.by_exponent) find_base();
    const std::vector<double> edges = cuts();
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        pieces_.push_back(piece(edges[i], edges[i + 1]));
        if (is_of_integers())
            factor(pieces_.back());
        else
            round(pieces_.back());
        words_.insert(words_.end(), pieces_.back().words.begin(), pieces_.back().words.end());
        form_.without_constant.push_back(pieces_.back().first != first());
        if (i != 0) form_.edges.push_back(edges[i] - origin());
    }
    form_.function = design_.name;
    if (design_.by_exponent) form_.reduction = design_.name + "_z";
    form_.first = first();
    form_.step = step();
    form_.last = design_.degree;
    form_.roundings = roundings();
    form_.is_of_size = design_.odd;
}

void Draft::check() const {
    if (design_.segments < 1 || design_.segments > most_segments)
        throw InputError(fmt::format("--segments {}: expected 1 to {}", design_.segments, most_segments));
    if (design_.degree < 1 || design_.degree > most_degree)
        throw InputError(fmt::format("--degree {}: expected 1 to {}", design_.degree, most_degree));
    if (!(design_.low < design_.high)) throw InputError("a form needs a range: --range LOW:HIGH");
    if (design_.odd && design_.degree % 2 == 0)
        throw InputError(fmt::format("--odd --degree {}: the last power of an odd polynomial is odd", design_.degree));
    if (design_.odd && design_.by_exponent)
        throw InputError("--odd is of a polynomial in x; leave it or --reduce exp2 out");
    if (is_of_integers() && (!design_.by_exponent || design_.degree != 2))
        throw InputError(
            "--coefficients integer makes two linear factors of the fraction's bits, as exp_21f: it takes --reduce "
            "exp2 and --degree 2");
    if (design_.by_exponent && design_.outside == Design::Outside::identity)
        throw InputError("--outside identity is of a polynomial in x; with --reduce exp2 the exponent saturates");
}

// b of b^x, which the reference must be.
void Draft::find_base() {
    log2_base_ = std::log2(reference_.of(1, 0));
    constexpr int tried = 9;
    for (int i = 0; i < tried; ++i) {
        const double x = std::clamp(design_.low + (design_.high - design_.low) * i / (tried - 1), -60.0, 60.0);
        const double power = std::exp2(log2_base_ * x);
        if (!(std::abs(reference_.of(x, 0) - power) <= 1e-12 * power) || log2_base_ == 0)
            throw InputError(
                fmt::format("--reduce exp2: {} is no b^x; exp, exp2 and 'pow(10, x)' are", reference_.name));
    }
}

double Draft::exact(double at) const {
    if (design_.by_exponent) return std::exp2(at - origin());
    return in_own_binade(reference_, at, 0, reference_.of(at, 0));
}

// From the lowest end to the highest. What is left of b^x has the same error on parts of the same size; elsewhere the
// segments are such that each has about the same error.
std::vector<double> Draft::cuts() const {
    const int n = design_.segments;
    std::vector<double> edges;
    if (design_.by_exponent) {
        for (int i = 0; i <= n; ++i) edges.push_back(origin() + std::ldexp(std::round(std::ldexp(i, 7) / n), -7));
        return edges;
    }
    double low = design_.low, high = design_.high;
    if (design_.odd) {
        const double a = std::abs(low), b = std::abs(high);
        low = low <= 0 && high >= 0 ? 0 : std::min(a, b);
        high = std::max(a, b);
    }
    edges.push_back(low);
    if (n > 1)
        for (const double edge : balanced(low, high)) edges.push_back(edge);
    edges.push_back(high);
    return edges;
}

// The inner edges, as far up as each segment stays within one error, and the least error for which they are enough.
// They are bf16, which a comparison takes at once.
std::vector<double> Draft::balanced(double low, double high) const {
    constexpr int halvings = 18;
    const auto edges_for = [&](double error, std::vector<double>& edges) {
        edges.clear();
        double from = low;
        for (int i = 1; i < design_.segments; ++i) {
            double good = from, bad = high;
            for (int round = 0; round < halvings; ++round) {
                const double middle = (good + bad) / 2;
                (level(from, middle) <= error ? good : bad) = middle;
            }
            edges.push_back(from = good);
        }
        return level(from, high) <= error;
    };
    double good = level(low, high), bad = 0;
    std::vector<double> edges, best;
    edges_for(good, best);
    for (int round = 0; round < halvings; ++round) {
        const double middle = bad == 0 ? good / 16 : std::sqrt(good * bad);
        if (edges_for(middle, edges)) {
            good = middle;
            best = edges;
        } else {
            bad = middle;
        }
        if (good < 1e-12 || (bad != 0 && good / bad < 1.005)) break;
    }
    for (double& edge : best) edge = rounded(edge, bf16);
    best.insert(best.begin(), low);
    best.push_back(high);
    for (std::size_t i = 0; i + 1 < best.size(); ++i)
        if (!(best[i] < best[i + 1]))
            throw InputError(fmt::format("--segments {}: fewer reach what there is to reach in {:g}..{:g}",
                                         design_.segments, design_.low, design_.high));
    return {best.begin() + 1, best.end() - 1};
}

// Where the function has its zero at 0 a constant would be infinitely far off beside it, unless by absolute error.
Draft::Piece Draft::piece(double low, double high) const {
    const bool has_zero =
        kind_ != ErrorKind::absolute && low <= 0 && high >= 0 && !design_.by_exponent && exact(0) == 0;
    return {.low = low, .high = high, .first = has_zero ? 1 : first()};
}

// The weighted errors of what is free when the lowest coefficients are fixed.
LinearFamily Draft::family(const Piece& piece, std::span<const long double> fixed, int points) const {
    const std::size_t all = static_cast<std::size_t>((design_.degree - piece.first) / step()) + 1;
    LinearFamily family(all - fixed.size());
    const long double half_turn = std::acos(-1.0L);
    for (int i = 0; i <= points; ++i) {
        // Denser towards the ends, as the extrema are.
        const long double share = (1 - std::cos(half_turn * i / points)) / 2;
        const auto at = static_cast<double>(static_cast<float>(piece.low + (piece.high - piece.low) * share));
        const double f = exact(at);
        if (!(std::abs(f) >= result_.smallest_normal()) || std::abs(f) > result_.largest() || std::abs(at) < 0x1p-126)
            continue;
        const long double weight = kind_ == ErrorKind::absolute   ? 1.0L
                                   : kind_ == ErrorKind::relative ? 1.0L / std::abs(f)
                                                                  : 1.0L / spacing(f, result_);
        long double target = f;
        std::vector<long double> row;
        for (std::size_t k = 0; k < all; ++k) {
            const long double power =
                std::pow(static_cast<long double>(at), piece.first + static_cast<int>(k) * step());
            if (k < fixed.size())
                target -= fixed[k] * power;
            else
                row.push_back(power * weight);
        }
        family.add(row, target * weight);
    }
    return family;
}

double Draft::level(double low, double high) const {
    const Minimax best = minimax(family(piece(low, high), {}, points_to_cut));
    return best.is_found ? static_cast<double>(best.reached) : 0;
}

// The lowest first: what its rounding does, the others make good. The source has the highest first.
void Draft::round(Piece& piece) const {
    const auto all = static_cast<std::size_t>((design_.degree - piece.first) / step() + 1);
    for (std::size_t k = 0; k < all; ++k) {
        const Minimax best = minimax(family(piece, piece.coefficients, points_to_fit));
        if (!best.is_found)
            throw InputError(fmt::format("{:g}..{:g}: no polynomial of degree {} can be found there", piece.low,
                                         piece.high, design_.degree));
        piece.words.push_back(rounded_constant(best.coefficients.front(), design_.constants));
        piece.coefficients.push_back(value_of(piece.words.back()));
    }
    std::ranges::reverse(piece.words);
}

// 2^23 (p(t) - 1) as d1 (m + d2) (m + d3), m = 2^23 t.
void Draft::factor(Piece& piece) const {
    const Minimax best = minimax(family(piece, {}, points_to_fit));
    const std::vector<long double>& c = best.coefficients;
    const long double under = best.is_found ? c[1] * c[1] - 4 * c[2] * (c[0] - 1) : -1;
    if (under < 0) throw InputError("the best quadratic has no real factors; --coefficients float takes any");
    piece.coefficients = c;
    const long double root = std::sqrt(under);
    for (const long double d : {c[1] + root, c[1] - root})
        piece.words.push_back(static_cast<std::uint32_t>(std::llround(std::ldexp(d / (2 * c[2]), 23))));
    piece.words.insert(piece.words.begin(), rounded_constant(std::ldexp(c[2], -23), Design::Constants::fp32));
}

double Draft::value(const Piece& piece, double at) const {
    long double sum = 0;
    for (std::size_t k = 0; k < piece.coefficients.size(); ++k)
        sum +=
            piece.coefficients[k] * std::pow(static_cast<long double>(at), piece.first + static_cast<int>(k) * step());
    return static_cast<double>(sum);
}

// Of Horner's steps, product and sum rounded each, in units of 2^-24 of the result: the largest on the points.
int Draft::roundings() const {
    if (is_of_integers()) return 3;  // of a product that is at most half of the result, and its place in the fraction
    double most = 0;
    for (const Piece& piece : pieces_)
        for (int i = 1; i < points_to_cut; ++i) {
            const double at = piece.low + (piece.high - piece.low) * i / points_to_cut;
            const double by = std::abs(design_.odd ? at * at : at);
            double sum = 0, size = 0;
            for (std::size_t k = piece.coefficients.size(); k-- > 0;) {
                const double product = sum * (design_.odd ? at * at : at);
                sum = product + static_cast<double>(piece.coefficients[k]);
                size = size * by + (k + 1 == piece.coefficients.size() ? 0 : std::abs(product) + std::abs(sum));
            }
            if (piece.first != 0) size = size * std::abs(at) + std::abs(sum * at);
            const double f = std::abs(value(piece, at));
            if (f > 0) most = std::max(most, size / f);
        }
    return static_cast<int>(std::ceil(most));
}

// Whether 1 <= p < 2 everywhere, so that an exponent can be put into it.
bool Draft::keeps_binade() const {
    return std::ranges::all_of(pieces_, [&](const Piece& piece) {
        for (int i = 0; i <= points_to_fit; ++i) {
            const double p = value(piece, piece.low + (piece.high - piece.low) * i / points_to_fit);
            if (!(p >= 1 && p < 2 - 0x1p-22)) return false;
        }
        return true;
    });
}

}  // namespace tessera::accuracy
