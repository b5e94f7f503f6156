// Functions that have a name and are made of others (primitive.hpp), as expressions of x, or of x and y. Those with
// parameters take the ones that PyTorch has by default.
#pragma once

#include <algorithm>
#include <string_view>

namespace tessera::accuracy {

// f(-x) as f(x) gives it.
enum class Symmetry : unsigned char { none, even, odd };

struct NamedFormula {
    std::string_view name, expression;
    Symmetry symmetry = Symmetry::none;
};
inline constexpr NamedFormula named_formulas[] = {
    {"recip", "1 / x", Symmetry::odd},
    {"rsqrt", "1 / sqrt(x)"},
    {"sigmoid", "1 / (1 + exp(-x))"},
    {"silu", "x / (1 + exp(-x))"},
    {"gelu", "x / 2 * erfc(-x / sqrt(2))"},
    {"softplus", "max(x, 0) + log1p(exp(-abs(x)))"},
    {"elu", "where(x, x, expm1(x))"},
    {"gelu_tanh", "x / (1 + exp(-2 * sqrt(2 / pi) * x * (1 + 0.044715 * x * x)))"},
    {"mish", "x * tanh(max(x, 0) + log1p(exp(-abs(x))))"},
    {"logsigmoid", "min(x, 0) - log1p(exp(-abs(x)))"},
    {"hardsigmoid", "min(max(x / 6 + 1 / 2, 0), 1)"},
    {"hardswish", "x * min(max(x / 6 + 1 / 2, 0), 1)"},
    {"hardmish", "x * min(max(x + 2.8, 0), 5) / 5"},
    {"hardtanh", "min(max(x, -1), 1)", Symmetry::odd},
    {"softsign", "x / (1 + abs(x))", Symmetry::odd},
    {"softshrink", "x - min(max(x, -0.5), 0.5)", Symmetry::odd},
    {"hardshrink", "where(abs(x) - 0.5, x, 0)", Symmetry::odd},
    {"tanhshrink", "x - tanh(x)", Symmetry::odd},
    {"relu", "max(x, 0)"},
    {"relu6", "min(max(x, 0), 6)"},
    {"leaky_relu", "max(x, 0) + 0.01 * min(x, 0)"},
    {"selu", "1.0507009873554804934193349852946 * where(x, x, 1.6732632423543772848170429916717 * expm1(x))"},
    {"celu", "where(x, x, expm1(x))"},
    {"erf", "erf(x)", Symmetry::odd},
    {"erfc", "erfc(x)"},
    {"erfinv", "erfinv(x)", Symmetry::odd},
    {"i0", "i0(x)", Symmetry::even},
    {"i1", "i1(x)", Symmetry::odd},
    {"lgamma", "lgamma(x)"},
    {"digamma", "digamma(x)"},
    {"asinh", "asinh(x)", Symmetry::odd},
    {"acosh", "acosh(x)"},
    {"atanh", "atanh(x)", Symmetry::odd},
    {"cbrt", "cbrt(x)", Symmetry::odd},
    {"log2", "log2(x)"},
    {"log10", "log10(x)"},
    {"square", "x * x", Symmetry::even},
    {"abs", "abs(x)", Symmetry::even},
    {"negative", "-x", Symmetry::odd},
    {"identity", "x", Symmetry::odd},
    {"sign", "sign(x)", Symmetry::odd},
    {"floor", "floor(x)"},
    {"ceil", "ceil(x)"},
    {"trunc", "trunc(x)", Symmetry::odd},
    {"frac", "x - trunc(x)", Symmetry::odd},
    {"round", "round(x)", Symmetry::odd},
    {"sum", "x + y"},
    {"difference", "x - y"},
    {"product", "x * y"},
    {"maximum", "max(x, y)"},
    {"minimum", "min(x, y)"},
    {"xlogy", "x * log(y)"},
    {"fmod", "fmod(x, y)"},
    {"remainder", "x - y * floor(x / y)"},
};

constexpr const NamedFormula* find_formula(std::string_view name) {
    const auto* found = std::ranges::find(named_formulas, name, &NamedFormula::name);
    return found == std::end(named_formulas) ? nullptr : found;
}

}  // namespace tessera::accuracy
