#include "host/study/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "host/expression/expression.hpp"
#include "host/expression/primitive.hpp"
#include "host/job/words.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::accuracy {
namespace {

using fault::InputError;
using host::Expression;
using FormulaOp = Formula::Op;
using FormulaNode = Formula::Node;

struct Called {
    std::string_view name;
    FormulaOp op;
    std::size_t arguments;
};
constexpr std::array<Called, 5> calls_of_several{{{"pow", FormulaOp::power, 2},
                                                  {"min", FormulaOp::least, 2},
                                                  {"max", FormulaOp::greatest, 2},
                                                  {"fmod", FormulaOp::mod, 2},
                                                  {"where", FormulaOp::where, 3}}};

// Takes an expression apart, operands first.
class Binder {
  public:
    std::vector<FormulaNode> nodes;
    std::size_t arguments = 1;

    std::uint16_t bind(const Expression& e) {
        switch (e.kind) {
            case Expression::Kind::whole: return literal(fmt::format("{}", e.whole));
            case Expression::Kind::real: return literal(e.name);
            case Expression::Kind::parameter:
                throw InputError(fmt::format("${}: there are no parameters here", e.name));
            case Expression::Kind::name: return name(e.name);
            case Expression::Kind::negate: return add({.op = FormulaOp::negate, .a = bind(e.operands[0])});
            case Expression::Kind::binary: return of_two(e);
            case Expression::Kind::call: return call(e);
        }
        return 0;
    }

  private:
    std::uint16_t add(FormulaNode node) {
        nodes.push_back(std::move(node));
        return static_cast<std::uint16_t>(nodes.size() - 1);
    }
    std::uint16_t literal(std::string text) {
        FormulaNode node{.op = FormulaOp::literal, .text = std::move(text)};
        const Interval exact(80, node.text.c_str());
        node.near = mpfr_get_ld(exact.low, MPFR_RNDN);
        if (!exact.is_point() || mpfr_cmp_ld(exact.low, node.near) != 0) node.off = std::abs(node.near) * 0x1p-62L;
        return add(std::move(node));
    }
    std::uint16_t name(const std::string& name) {
        if (name == "x") return add({.op = FormulaOp::x});
        if (name == "pi") return add({.op = FormulaOp::pi});
        if (name != "y") throw InputError(fmt::format("{}: only x, y and pi have names", name));
        arguments = 2;
        return add({.op = FormulaOp::y});
    }
    std::uint16_t of_two(const Expression& e) {
        struct Sign {
            std::string_view name;
            FormulaOp op;
            bool turned = false;  // a > b is b < a
        };
        static constexpr Sign signs[] = {
            {"+", FormulaOp::add},      {"-", FormulaOp::sub},        {"*", FormulaOp::mul},
            {"/", FormulaOp::div},      {"%", FormulaOp::mod},        {"<", FormulaOp::less},
            {"<=", FormulaOp::at_most}, {">", FormulaOp::less, true}, {">=", FormulaOp::at_most, true},
            {"==", FormulaOp::equal},   {"!=", FormulaOp::unequal},   {"&&", FormulaOp::least},
            {"||", FormulaOp::greatest}};
        const auto* sign = std::ranges::find(signs, e.name, &Sign::name);
        if (sign == std::end(signs)) throw InputError(fmt::format("`{}` is no sign between functions", e.name));
        std::uint16_t a = bind(e.operands[0]), b = bind(e.operands[1]);
        if (e.name == "&&" || e.name == "||") {
            const std::uint16_t zero = literal("0");
            a = add({.op = FormulaOp::unequal, .a = a, .b = zero});
            b = add({.op = FormulaOp::unequal, .a = b, .b = zero});
        }
        if (sign->turned) std::swap(a, b);
        return add({.op = sign->op, .a = a, .b = b});
    }
    std::uint16_t call(const Expression& e) {
        FormulaNode node{.op = FormulaOp::call, .function = find_primitive(e.name)};
        std::size_t count = 1;
        if (node.function == nullptr) {
            const auto* several = std::ranges::find(calls_of_several, e.name, &Called::name);
            if (several == calls_of_several.end())
                throw InputError(fmt::format("unknown function {}; {}", e.name, host::hint(e.name, formula_names())));
            node.op = several->op;
            count = several->arguments;
        }
        if (e.operands.size() != count)
            throw InputError(fmt::format("{} takes {} argument(s), {} are given", e.name, count, e.operands.size()));
        node.a = bind(e.operands[0]);
        if (count > 1) node.b = bind(e.operands[1]);
        if (count > 2) node.c = bind(e.operands[2]);
        return add(node);
    }
};

// A number of 64 bits and a bound of how far off it is. An infinity is more than 2^16384, whatever it was.
struct Quick {
    long double near, off;
    bool is_certain() const { return off == 0; }
};
constexpr long double unit_64 = 0x1p-64L, least_off = 0x1p-16000L;
constexpr Quick unknown_quick{std::numeric_limits<long double>::quiet_NaN(), HUGE_VALL};
bool is_no_number(const Quick& q) { return std::isnan(q.near) && q.off == 0; }  // for certain

Quick rounded_quick(long double near, long double off) { return {near, off + std::abs(near) * unit_64}; }

// Sums and products of few bits are exact: what rounding took away shows in the way back.
Quick sum_of(const Quick& a, const Quick& b) {
    const long double near = a.near + b.near, part = near - a.near, lost = (a.near - (near - part)) + (b.near - part);
    if (std::isinf(near)) return std::isinf(a.near) != std::isinf(b.near) ? Quick{near, 0} : unknown_quick;
    return {near, a.off + b.off + (lost == 0 ? 0 : std::abs(near) * unit_64)};
}
Quick product_of(const Quick& a, const Quick& b) {
    const long double near = a.near * b.near;
    if (std::isinf(near)) return a.is_certain() && b.is_certain() ? Quick{near, 0} : unknown_quick;
    const long double off = std::abs(a.near) * b.off + std::abs(b.near) * a.off + a.off * b.off;
    if (a.is_certain() && b.is_certain() && std::fma(a.near, b.near, -near) == 0) return {near, 0};
    return {near, off * (1 + 8 * unit_64) + std::abs(near) * unit_64 + least_off};
}
Quick quotient_of(const Quick& a, const Quick& b) {
    if (std::isinf(b.near)) return std::isinf(a.near) ? unknown_quick : Quick{a.near / b.near, 0x1p-8000L};
    if (!(std::abs(b.near) > 2 * b.off)) return unknown_quick;
    const long double near = a.near / b.near;
    if (std::isinf(near)) return unknown_quick;
    const long double off = (a.off + std::abs(near) * b.off) / (std::abs(b.near) - b.off);
    return {near, off * (1 + 8 * unit_64) + std::abs(near) * unit_64 + least_off};
}
// fmod of the numbers is exact; what they are off by counts as long as the whole quotient is the same all over.
Quick modulo_of(const Quick& a, const Quick& b) {
    if (a.is_certain() && b.is_certain()) return {std::fmod(a.near, b.near), 0};
    if (!std::isfinite(a.near) || !(std::abs(b.near) > 2 * b.off) || !std::isfinite(b.near)) return unknown_quick;
    const long double near = std::fmod(a.near, b.near), quotient = std::abs(a.near / b.near);
    const long double off = (a.off + (quotient + 1) * b.off) * (1 + 8 * unit_64) + least_off;
    const bool is_inside = std::abs(near) > 2 * off && std::abs(near) + 2 * off < std::abs(b.near) - b.off;
    return is_inside ? Quick{near, off} : unknown_quick;
}
Quick smaller_of(const Quick& a, const Quick& b) { return {std::min(a.near, b.near), std::max(a.off, b.off)}; }
Quick larger_of(const Quick& a, const Quick& b) { return {std::max(a.near, b.near), std::max(a.off, b.off)}; }

Quick power_of(const Quick& x, const Quick& y) {
    const long double near = std::pow(x.near, y.near);
    if (!std::isfinite(near) || near == 0) return unknown_quick;
    const long double by_x = std::abs(y.near * near / x.near) * x.off;
    const long double by_y = y.is_certain() ? 0 : std::abs(near * std::log(std::abs(x.near))) * y.off;
    return rounded_quick(near, 2 * (by_x + by_y) + 8 * std::abs(near) * unit_64);
}

// Of numbers whose order is `order`, less than 0, 0 or more; none where a side is no number.
bool holds(FormulaOp op, std::optional<int> order) {
    if (!order) return op == FormulaOp::unequal;
    return op == FormulaOp::less      ? *order < 0
           : op == FormulaOp::at_most ? *order <= 0
                                      : (*order == 0) == (op == FormulaOp::equal);
}
Quick compared(FormulaOp op, const Quick& a, const Quick& b) {
    if (is_no_number(a) || is_no_number(b)) return {holds(op, std::nullopt) ? 1.0L : 0.0L, 0};
    if (std::isnan(a.near) || std::isnan(b.near) || (std::isinf(a.near) && a.near == b.near)) return unknown_quick;
    const bool is_apart = std::abs(a.near - b.near) > a.off + b.off;
    if (!is_apart && !(a.is_certain() && b.is_certain())) return unknown_quick;
    return {holds(op, a.near < b.near ? -1 : a.near > b.near ? 1 : 0) ? 1.0L : 0.0L, 0};
}
// 0, 1 or, as long as it is open, all between.
Interval compared(FormulaOp op, const Interval& a, const Interval& b) {
    const auto told = [&](std::optional<int> order) { return Interval(a.bits(), holds(op, order) ? 1.0 : 0.0); };
    if (a.is_nan() || b.is_nan()) return told(std::nullopt);
    if (a.is_point() && b.is_point()) return told(mpfr_cmp(static_cast<mpfr_srcptr>(a.low), b.low));
    const Interval apart = settled_step(a - b);
    if (apart.is_above(0)) return told(1);
    if (apart.is_below(0)) return told(-1);
    return apart.is_point() && !apart.is_nan() ? told(0) : hull(told(-1), hull(told(0), told(1)));
}

// A slope holds for what lies within a thousandth of a thousandth: more is left to MPFR.
Quick applied_quick(const Primitive& f, const Quick& x) {
    if (f.quick == nullptr || !std::isfinite(x.near)) {
        if (f.name == "exp" && x.near == -HUGE_VALL) return {0, least_off};
        if (f.name == "exp" && x.near == HUGE_VALL) return x;
        return unknown_quick;
    }
    const long double near = f.quick(x.near);
    if (std::isnan(near)) return x.is_certain() && f.units <= units_of_libm ? Quick{near, 0} : unknown_quick;
    if (x.is_certain())
        return {near, f.units == 0 || std::isinf(near) ? 0 : f.units * std::abs(near) * unit_64 + least_off};
    if (f.is_step())
        return f.quick(x.near - x.off) == near && f.quick(x.near + x.off) == near ? Quick{near, 0} : unknown_quick;
    if (std::isinf(near)) return x.off < 1 ? Quick{near, 0} : unknown_quick;
    const long double by_slope = 2 * f.slope(x.near, near) * x.off;
    if (!(by_slope <= 0x1p-20L * std::abs(near) || x.off < 0x1p-40L)) return unknown_quick;
    return {near, by_slope + f.units * std::abs(near) * unit_64 + least_off};
}

// Off by less than 2^-50, as tiny as no format has it, or infinite: then it is the double to return.
bool is_settled(const Quick& q) {
    if (std::isinf(q.near) || is_no_number(q)) return true;
    return q.off <= std::abs(q.near) * 0x1p-50L || std::abs(q.near) + q.off < 0x1p-1080L;
}

constexpr mpfr_prec_t first_bits = 128, most_bits = most_interval_bits;
constexpr double tiny = 0x1p-160;  // less than any format's numbers: that it is there is all that counts

bool is_tiny(const Interval& a) { return a.is_above(-tiny) && a.is_below(tiny); }

double middle_of(const Interval& a) {
    Number middle(a.bits());
    mpfr_add(middle, a.low, a.high, MPFR_RNDN);
    mpfr_div_2ui(middle, middle, 1, MPFR_RNDN);
    if (mpfr_zero_p(static_cast<mpfr_srcptr>(middle)) != 0) mpfr_set(middle, a.high, MPFR_RNDN);
    return mpfr_get_d(middle, MPFR_RNDN);
}

bool is_narrow(const Interval& a) {
    if (a.is_point() || is_tiny(a) || a.is_above(0x1p1023) || a.is_below(-0x1p1023)) return true;
    Number width(a.bits()), size(a.bits());
    mpfr_sub(width, a.high, a.low, MPFR_RNDU);
    mpfr_mul_2ui(width, width, 58, MPFR_RNDU);
    return mpfr_cmpabs(width, a.low) < 0 && !a.has_zero();
}

double in_format(mpfr_srcptr x, const Format& format) {
    Number result(static_cast<mpfr_prec_t>(format.fraction_bits + 1));
    const int off = mpfr_set(result, x, format.to_odd ? MPFR_RNDZ : MPFR_RNDN);
    const double value = mpfr_get_d(result, MPFR_RNDN);
    if (format.to_odd && off != 0 && std::isfinite(value)) return odd_neighbour(value);
    return std::abs(value) > format.largest() ? std::copysign(std::numeric_limits<double>::infinity(), value) : value;
}

}  // namespace

std::vector<std::string> formula_names() {
    std::vector<std::string> names;
    for (const Primitive& f : primitives()) names.emplace_back(f.name);
    for (const Called& f : calls_of_several) names.emplace_back(f.name);
    return names;
}

Formula::Formula(std::string_view text) {
    Binder binder;
    const Expression expression = host::parse_expression(text);
    try {
        binder.bind(expression);
    } catch (const InputError& error) {
        throw InputError(fmt::format("`{}`: {}", text, error.what()));
    }
    nodes_ = std::move(binder.nodes);
    arguments_ = binder.arguments;
}

double Formula::value(double x, double y) const {
    thread_local std::vector<Quick> at;
    at.resize(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node& n = nodes_[i];
        const bool has_operands = n.op >= Op::negate && n.op < Op::where;
        if (has_operands && is_no_number(at[n.a])) {
            at[i] = at[n.a];
            continue;
        }
        switch (n.op) {
            case Op::x: at[i] = {static_cast<long double>(x), 0}; break;
            case Op::y: at[i] = {static_cast<long double>(y), 0}; break;
            case Op::literal: at[i] = {n.near, n.off}; break;
            case Op::pi: at[i] = rounded_quick(3.14159265358979323846264338327950288L, 0); break;
            case Op::negate: at[i] = {-at[n.a].near, at[n.a].off}; break;
            case Op::add: at[i] = sum_of(at[n.a], at[n.b]); break;
            case Op::sub: at[i] = sum_of(at[n.a], {-at[n.b].near, at[n.b].off}); break;
            case Op::mul: at[i] = product_of(at[n.a], at[n.b]); break;
            case Op::div: at[i] = quotient_of(at[n.a], at[n.b]); break;
            case Op::mod: at[i] = modulo_of(at[n.a], at[n.b]); break;
            case Op::power: at[i] = power_of(at[n.a], at[n.b]); break;
            case Op::least: at[i] = smaller_of(at[n.a], at[n.b]); break;
            case Op::greatest: at[i] = larger_of(at[n.a], at[n.b]); break;
            case Op::where:
                at[i] = at[n.a].near - at[n.a].off > 0    ? at[n.b]
                        : at[n.a].near + at[n.a].off <= 0 ? at[n.c]
                                                          : unknown_quick;
                break;
            case Op::call: at[i] = applied_quick(*n.function, at[n.a]); break;
            case Op::less:
            case Op::at_most:
            case Op::equal:
            case Op::unequal: at[i] = compared(n.op, at[n.a], at[n.b]); break;
        }
    }
    if (std::isfinite(x) && std::isfinite(y) && is_settled(at.back())) return static_cast<double>(at.back().near);
    for (mpfr_prec_t bits = first_bits;; bits *= 2) {
        const Interval found = over({bits, x}, {bits, y});
        if (is_narrow(found) || bits >= most_bits)
            return found.is_nan() ? std::numeric_limits<double>::quiet_NaN() : middle_of(found);
    }
}

double Formula::nearest(double x, double y, const Format& format) const {
    for (mpfr_prec_t bits = first_bits;; bits *= 2) {
        const Interval found = over({bits, x}, {bits, y});
        if (found.is_nan()) return std::numeric_limits<double>::quiet_NaN();
        const double low = in_format(found.low, format), high = in_format(found.high, format);
        if (low == high || (is_tiny(found) && std::abs(high - low) < tiny)) return high;
        if (bits >= most_bits) return rounded(middle_of(found), format);
    }
}

Interval Formula::over(const Interval& x, const Interval& y) const {
    const mpfr_prec_t bits = x.bits();
    std::vector<Interval> at;
    at.reserve(nodes_.size());
    const auto add = [&](Interval value) { at.push_back(std::move(value)); };
    for (const Node& n : nodes_) switch (n.op) {
            case Op::x: add(x); break;
            case Op::y: add(y); break;
            case Op::literal: add(Interval(bits, n.text.c_str())); break;
            case Op::pi: add(interval_of_pi(bits)); break;
            case Op::negate: add(-at[n.a]); break;
            case Op::add: add(at[n.a] + at[n.b]); break;
            case Op::sub: add(at[n.a] - at[n.b]); break;
            case Op::mul: add(at[n.a] * at[n.b]); break;
            case Op::div: add(at[n.a] / at[n.b]); break;
            case Op::mod: add(modulo(at[n.a], at[n.b])); break;
            case Op::power: add(raised(at[n.a], at[n.b])); break;
            case Op::least: add(accuracy::least(at[n.a], at[n.b])); break;
            case Op::greatest: add(accuracy::greatest(at[n.a], at[n.b])); break;
            case Op::where: {
                const Interval when = settled_step(at[n.a]);
                add(when.is_above(0)                                             ? at[n.b]
                    : when.is_below(0) || (when.is_point() && !when.is_above(0)) ? at[n.c]
                                                                                 : hull(at[n.b], at[n.c]));
                break;
            }
            case Op::call: add(applied(*n.function, at[n.a])); break;
            case Op::less:
            case Op::at_most:
            case Op::equal:
            case Op::unequal: add(compared(n.op, at[n.a], at[n.b])); break;
        }
    return std::move(at.back());
}

}  // namespace tessera::accuracy
