#include "host/study/series.hpp"

#include <algorithm>
#include <cmath>

#include "host/expression/primitive.hpp"

namespace tessera::accuracy {
namespace {

struct NoSeries {};

// To a whole number, which it leaves as it is.
bool rounds(const Primitive& f) {
    return f.name == "floor" || f.name == "ceil" || f.name == "trunc" || f.name == "round";
}

// Works out series of one length and precision by the rules of differentiation.
class SeriesMaker {
  public:
    SeriesMaker(const Formula& formula, const Interval& x, std::size_t terms)
        : formula_(formula), x_(x), terms_(terms), bits_(x.bits()) {}

    Series made() {
        for (const Formula::Node& node : formula_.nodes()) at_.push_back(of_or_none(node));
        return std::move(known(at_.back()));
    }

  private:
    using Op = Formula::Op;

    // Of what is not chosen there need not be one.
    Series of_or_none(const Formula::Node& n) {
        try {
            return of(n);
        } catch (const NoSeries&) {
            return {};
        }
    }
    static Series& known(Series& a) {
        if (a.empty()) throw NoSeries{};
        return a;
    }
    Series of(const Formula::Node& n) {
        switch (n.op) {
            case Op::x: return {x_, number(1)};
            case Op::literal: return {Interval(bits_, n.text.c_str())};
            case Op::pi: return {interval_of_pi(bits_)};
            case Op::negate: return negated(known(at_[n.a]));
            case Op::add: return sum(known(at_[n.a]), known(at_[n.b]));
            case Op::sub: return sum(known(at_[n.a]), negated(known(at_[n.b])));
            case Op::mul: return product(known(at_[n.a]), known(at_[n.b]));
            case Op::div: return quotient(known(at_[n.a]), known(at_[n.b]));
            case Op::power: return power(known(at_[n.a]), known(at_[n.b]));
            case Op::least: return is_less(known(at_[n.a]), known(at_[n.b])) ? known(at_[n.a]) : known(at_[n.b]);
            case Op::greatest: return is_less(known(at_[n.a]), known(at_[n.b])) ? known(at_[n.b]) : known(at_[n.a]);
            case Op::where: return is_less({number(0)}, known(at_[n.a])) ? known(at_[n.b]) : known(at_[n.c]);
            case Op::call: {
                const Series& u = known(at_[n.a]);
                if (u.size() == 1) return {applied(*n.function, u[0])};
                // Numbers of fp32 from 2^23 on are whole.
                const bool is_whole =
                    formula_.nodes()[n.a].op == Op::x && (u[0].is_above(0x1p23) || u[0].is_below(-0x1p23));
                return is_whole && rounds(*n.function) ? u : called(n.function->name, *n.function, u);
            }
            // Decided all along, or there is none.
            case Op::less:
            case Op::at_most: return {number(is_less(known(at_[n.a]), known(at_[n.b])) ? 1 : 0)};
            case Op::equal:
            case Op::unequal: is_less(known(at_[n.a]), known(at_[n.b])); return {number(n.op == Op::unequal ? 1 : 0)};
            case Op::y:
            case Op::mod: break;
        }
        throw NoSeries{};
    }

    Interval number(double x) const { return {bits_, x}; }
    static const Interval& known(const Interval& a) {
        if (a.is_nan() || mpfr_number_p(static_cast<mpfr_srcptr>(a.low)) == 0 ||
            mpfr_number_p(static_cast<mpfr_srcptr>(a.high)) == 0)
            throw NoSeries{};
        return a;
    }
    // Which of two is less all along.
    static bool is_less(const Series& a, const Series& b) {
        if (mpfr_less_p(a[0].high, b[0].low) != 0) return true;
        if (mpfr_less_p(b[0].high, a[0].low) != 0) return false;
        throw NoSeries{};
    }

    static Series negated(Series a) {
        for (Interval& c : a) c = -c;
        return a;
    }
    static Series sum(const Series& a, const Series& b) {
        Series result = a.size() < b.size() ? b : a;
        const Series& other = a.size() < b.size() ? a : b;
        for (std::size_t k = 0; k < other.size(); ++k) result[k] = result[k] + other[k];
        return result;
    }
    Series product(const Series& a, const Series& b) const {
        Series result;
        for (std::size_t k = 0; k < std::min(terms_, a.size() + b.size() - 1); ++k) result.push_back(term(a, b, k, 0));
        return result;
    }
    // The sum of a_j b_(k-j) for j from `first` on.
    Interval term(const Series& a, const Series& b, std::size_t k, std::size_t first) const {
        Interval total = number(0);
        const std::size_t begin = std::max(first, k + 1 > b.size() ? k + 1 - b.size() : 0);
        for (std::size_t j = begin; j <= k && j < a.size(); ++j) total = total + a[j] * b[k - j];
        return total;
    }
    Series quotient(const Series& u, const Series& v) const {
        known(number(1) / v[0]);
        Series w;
        for (std::size_t k = 0; k < (v.size() == 1 ? u.size() : terms_); ++k) {
            Interval rest = k < u.size() ? u[k] : number(0);
            for (std::size_t j = 1; j <= k && j < v.size(); ++j) rest = rest - v[j] * w[k - j];
            w.push_back(rest / v[0]);
        }
        return w;
    }
    // w(0) and the slope g(w) u': the coefficient of t^k in turn, by what `slope` has for t^(k-1).
    template <class Slope>
    Series by_slope(Interval at_zero, const Series& u, Slope slope) const {
        Series w{known(at_zero)}, g;
        for (std::size_t k = 1; k < terms_; ++k) {
            g.push_back(slope(w, g, k - 1));
            Interval total = number(0);
            for (std::size_t j = 1; j <= k && j < u.size(); ++j)
                total = total + number(static_cast<double>(j)) * u[j] * g[k - j];
            w.push_back(total / number(static_cast<double>(k)));
        }
        return w;
    }
    // The slope does not depend on w.
    Series integral(Interval at_zero, const Series& u, const Series& g) const {
        return by_slope(std::move(at_zero), u,
                        [&](const Series&, const Series&, std::size_t k) { return k < g.size() ? g[k] : number(0); });
    }
    Series exponential(const Interval& at_zero, const Series& u) const {
        return by_slope(at_zero, u, [](const Series& w, const Series&, std::size_t k) { return w[k]; });
    }
    // u^a, a a number: w' = a w u' / u.
    Series raised(const Interval& at_zero, const Series& u, const Interval& a) const {
        const Series log_slope = quotient({number(1)}, u);
        return by_slope(at_zero, u,
                        [&](const Series& w, const Series&, std::size_t k) { return a * term(w, log_slope, k, 0); });
    }
    Series power(const Series& base, const Series& exponent) const {
        if (exponent.size() != 1) throw NoSeries{};
        const Interval at_zero = accuracy::raised(base[0], exponent[0]);
        return base.size() == 1 ? Series{at_zero} : raised(at_zero, base, exponent[0]);
    }

    Interval value(std::string_view name, const Interval& x) const { return known(applied(*find_primitive(name), x)); }

    // Sine and cosine, or their hyperbolic kin: two functions, each the slope of the other but for a sign.
    Series of_pair(const Interval& wanted, const Interval& other, const Series& u, double first, double second) const {
        Series a{wanted}, b{other};
        for (std::size_t k = 1; k < terms_; ++k) {
            Interval to_a = number(0), to_b = number(0);
            for (std::size_t j = 1; j <= k && j < u.size(); ++j) {
                const Interval step = number(static_cast<double>(j)) * u[j];
                to_a = to_a + step * b[k - j];
                to_b = to_b + step * a[k - j];
            }
            a.push_back(number(first) * to_a / number(static_cast<double>(k)));
            b.push_back(number(second) * to_b / number(static_cast<double>(k)));
        }
        return a;
    }
    // i0' = i1 and i1' = i0 - i1 / u.
    Series of_bessel(std::size_t wanted, const Series& u) const {
        const Series reciprocal = quotient({number(1)}, u);
        Series i0{value("i0", u[0])}, i1{value("i1", u[0])}, slope;
        for (std::size_t k = 1; k < terms_; ++k) {
            slope.push_back(i0[k - 1] - term(i1, reciprocal, k - 1, 0));
            Interval to_0 = number(0), to_1 = number(0);
            for (std::size_t j = 1; j <= k && j < u.size(); ++j) {
                const Interval step = number(static_cast<double>(j)) * u[j];
                to_0 = to_0 + step * i1[k - j];
                to_1 = to_1 + step * slope[k - j];
            }
            i0.push_back(to_0 / number(static_cast<double>(k)));
            i1.push_back(to_1 / number(static_cast<double>(k)));
        }
        return wanted == 0 ? i0 : i1;
    }
    // w' = sqrt(pi) / 2 e^(w w) u'.
    Series of_erfinv(const Series& u) const {
        const Interval half_root_pi = value("sqrt", interval_of_pi(bits_)) / number(2);
        Series square, bell;
        return by_slope(value("erfinv", u[0]), u, [&](const Series& w, const Series&, std::size_t k) {
            square.push_back(term(w, w, k, 0));
            if (k == 0) {
                bell.push_back(value("exp", square[0]));
            } else {
                Interval total = number(0);
                for (std::size_t j = 1; j <= k; ++j)
                    total = total + number(static_cast<double>(j)) * square[j] * bell[k - j];
                bell.push_back(total / number(static_cast<double>(k)));
            }
            return half_root_pi * bell[k];
        });
    }

    Series one_plus(const Series& a) const { return sum({number(1)}, a); }
    Series reciprocal_of(const Series& a) const { return quotient({number(1)}, a); }
    Series root_reciprocal(const Series& a) const {
        return raised(known(number(1) / value("sqrt", a[0])), a, number(-0.5));
    }
    Series scaled(Series a, const Interval& by) const {
        for (Interval& c : a) c = c * by;
        return a;
    }

    Series called(std::string_view name, const Primitive& f, const Series& u) const {
        const Interval w0 = known(applied(f, u[0]));
        const auto square = [&] { return product(u, u); };
        if (name == "exp") return exponential(w0, u);
        if (name == "exp2") return exponential(w0, scaled(u, value("log", number(2))));
        if (name == "expm1") {
            Series w = exponential(value("exp", u[0]), u);
            w[0] = w0;
            return w;
        }
        if (name == "log") return integral(w0, u, reciprocal_of(u));
        if (name == "log1p") return integral(w0, u, reciprocal_of(one_plus(u)));
        if (name == "log2") return integral(w0, u, scaled(reciprocal_of(u), number(1) / value("log", number(2))));
        if (name == "log10") return integral(w0, u, scaled(reciprocal_of(u), number(1) / value("log", number(10))));
        if (name == "sqrt") return raised(w0, u, number(0.5));
        if (name == "cbrt") return raised(w0, u, number(1) / number(3));
        if (name == "sin") return of_pair(w0, value("cos", u[0]), u, 1, -1);
        if (name == "cos") return of_pair(w0, value("sin", u[0]), u, -1, 1);
        if (name == "sinpi") return of_pair(w0, value("cospi", u[0]), scaled(u, interval_of_pi(bits_)), 1, -1);
        if (name == "cospi") return of_pair(w0, value("sinpi", u[0]), scaled(u, interval_of_pi(bits_)), -1, 1);
        if (name == "sinh") return of_pair(w0, value("cosh", u[0]), u, 1, 1);
        if (name == "cosh") return of_pair(w0, value("sinh", u[0]), u, 1, 1);
        if (name == "tan" || name == "tanh") {
            const double sign = name == "tan" ? 1 : -1;
            return by_slope(w0, u, [&](const Series& w, const Series&, std::size_t k) {
                const Interval part = number(sign) * term(w, w, k, 0);
                return k == 0 ? number(1) + part : part;
            });
        }
        if (name == "atan") return integral(w0, u, reciprocal_of(one_plus(square())));
        if (name == "atanh") return integral(w0, u, reciprocal_of(one_plus(negated(square()))));
        if (name == "asin") return integral(w0, u, root_reciprocal(one_plus(negated(square()))));
        if (name == "acos") return integral(w0, u, negated(root_reciprocal(one_plus(negated(square())))));
        if (name == "asinh") return integral(w0, u, root_reciprocal(one_plus(square())));
        if (name == "acosh") return integral(w0, u, root_reciprocal(sum(square(), {number(-1)})));
        if (name == "erf" || name == "erfc") {
            const Series exponent = negated(square());
            const Interval front = number(name == "erf" ? 2 : -2) / value("sqrt", interval_of_pi(bits_));
            return integral(w0, u, scaled(exponential(value("exp", exponent[0]), exponent), front));
        }
        if (name == "erfinv") return of_erfinv(u);
        if (name == "i0") return of_bessel(0, u);
        if (name == "i1") return of_bessel(1, u);
        if (name == "abs") return is_less({number(0)}, u) ? u : negated(u);
        if (f.units == 0 && w0.is_point()) return {w0};  // a step, none of whose edges is here
        throw NoSeries{};
    }

    const Formula& formula_;
    const Interval& x_;
    const std::size_t terms_;
    const mpfr_prec_t bits_;
    std::vector<Series> at_;
};

}  // namespace

std::optional<Series> series_of(const Formula& formula, const Interval& x, std::size_t terms) {
    try {
        return SeriesMaker(formula, x, terms).made();
    } catch (const NoSeries&) {
        return std::nullopt;
    }
}

}  // namespace tessera::accuracy
