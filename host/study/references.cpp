// The references by name, and those that a user gives.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "host/job/words.hpp"
#include "host/study/exact_table.hpp"
#include "host/study/formula.hpp"
#include "host/study/reference.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::accuracy {
namespace {

constexpr std::array by_libm{&reference::exp,   &reference::exp2,    &reference::expm1,    &reference::reciprocal,
                             &reference::sqrt,  &reference::rsqrt,   &reference::log,      &reference::log1p,
                             &reference::sin,   &reference::cos,     &reference::tan,      &reference::asin,
                             &reference::acos,  &reference::atan,    &reference::sinpi,    &reference::cospi,
                             &reference::sinh,  &reference::cosh,    &reference::tanh,     &reference::sigmoid,
                             &reference::silu,  &reference::gelu,    &reference::softplus, &reference::elu,
                             &reference::power, &reference::quotient};

struct Expressed {
    std::string_view name, expression;
    Symmetry symmetry = Symmetry::none;
};
// Those with parameters take the ones that PyTorch has by default.
constexpr Expressed by_expression[] = {
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

// A reference with all it needs.
struct Given {
    Given(std::string name_, Symmetry symmetry, std::unique_ptr<const ExactFunction> exact_)
        : name(std::move(name_)), exact(std::move(exact_)) {
        reference.name = name;
        reference.symmetry = symmetry;
        reference.exact = exact.get();
    }
    Given(const Given&) = delete;
    std::string name;
    std::unique_ptr<const ExactFunction> exact;
    Reference reference{};
};

std::span<const std::unique_ptr<const Given>> expressed() {
    static const std::vector<std::unique_ptr<const Given>> all = [] {
        std::vector<std::unique_ptr<const Given>> list;
        for (const Expressed& row : by_expression) {
            auto given = std::make_unique<Given>(std::string(row.name), row.symmetry,
                                                 std::make_unique<const Formula>(row.expression));
            given->reference.expression = row.expression;
            list.push_back(std::move(given));
        }
        return list;
    }();
    return all;
}

// A word that could only be a name.
bool is_word(std::string_view text) {
    if (text == "x" || text == "y" || text == "pi") return false;
    return std::ranges::all_of(text,
                               [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

}  // namespace

const Reference* find_reference(std::string_view name) {
    for (const Reference* reference : by_libm)
        if (reference->name == name) return reference;
    for (const auto& given : expressed())
        if (given->name == name) return &given->reference;
    return nullptr;
}

std::vector<std::string> reference_names() {
    std::vector<std::string> names;
    for (const Reference* reference : by_libm) names.emplace_back(reference->name);
    for (const Expressed& row : by_expression) names.emplace_back(row.name);
    return names;
}

std::shared_ptr<const Reference> reference_given(const std::string& text) {
    if (const Reference* known = find_reference(text)) return {std::shared_ptr<void>(), known};
    std::unique_ptr<const ExactFunction> exact;
    if (text.ends_with(".npy"))
        exact = std::make_unique<const ExactTable>(text);
    else if (is_word(text))
        throw fault::InputError(
            fmt::format("no reference {}: {}; or give an expression in x and y, or a table FILE.npy", text,
                        host::hint(text, reference_names())));
    else
        exact = std::make_unique<const Formula>(text);
    const auto given = std::make_shared<const Given>(text, Symmetry::none, std::move(exact));
    return {given, &given->reference};
}

const Reference* reference_in_name(std::string_view function) {
    const auto is_apart = [&](std::size_t at) {  // nothing that goes on with the word
        return at >= function.size() || std::isalpha(static_cast<unsigned char>(function[at])) == 0;
    };
    const Reference* longest = nullptr;
    for (const std::string& name : reference_names())
        for (std::size_t at = function.find(name); at != std::string_view::npos; at = function.find(name, at + 1))
            if ((at == 0 || is_apart(at - 1)) && is_apart(at + name.size()) &&
                (longest == nullptr || name.size() > longest->name.size()))
                longest = find_reference(name);
    return longest;
}

}  // namespace tessera::accuracy
