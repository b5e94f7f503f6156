// A function of x, or of x and y, given as an expression: `x / (1 + exp(-x))`. Literals are the decimal numbers that
// they show. Results are certain: 64 bits with a bound of every rounding, and where that leaves something open MPFR
// between two bounds, with as many bits as it takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host/study/interval.hpp"
#include "host/study/reference.hpp"

namespace tessera::accuracy {

class Formula final : public ExactFunction {
  public:
    // In the grammar of job files (host/expression/expression.hpp). InputError for what it does not know.
    explicit Formula(std::string_view text);

    std::size_t arguments() const override { return arguments_; }
    double value(double x, double y) const override;  // off by less than 2^-49
    double nearest(double x, double y, const Format& format) const override;

    // Between which bounds it lies for all of x and y; with the precision of x.
    Interval over(const Interval& x, const Interval& y) const;

    enum class Op : std::uint8_t {
        x,
        y,
        literal,
        pi,
        negate,
        add,
        sub,
        mul,
        div,
        mod,
        power,
        least,
        greatest,
        call,
        where,
        less,
        at_most,
        equal,
        unequal,
    };
    struct Node {
        Op op;
        std::uint16_t a = 0, b = 0, c = 0;  // earlier nodes
        const Primitive* function = nullptr;
        std::string text = {};          // of a literal
        long double near = 0, off = 0;  // of a literal
    };
    const std::vector<Node>& nodes() const { return nodes_; }

  private:
    std::vector<Node> nodes_;  // operands first; the last one is the result
    std::size_t arguments_ = 1;
};

// The reference's expression; null where it has none.
const Formula* formula_of(const Reference& reference);

// What an expression can call, for messages.
std::vector<std::string> formula_names();

}  // namespace tessera::accuracy
