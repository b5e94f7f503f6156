// The references by name, and those that a user gives.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "host/expression/formulas.hpp"
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

// Those that have no function of libm beside their formula.
std::vector<NamedFormula> by_expression() {
    std::vector<NamedFormula> rows;
    for (const NamedFormula& row : named_formulas)
        if (std::ranges::find(by_libm, row.name, &Reference::name) == by_libm.end()) rows.push_back(row);
    return rows;
}

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
        for (const NamedFormula& row : by_expression()) {
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
    for (const NamedFormula& row : by_expression()) names.emplace_back(row.name);
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
