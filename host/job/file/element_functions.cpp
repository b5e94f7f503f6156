#include "host/job/file/element_functions.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace tessera::host::job_file {
namespace {

constexpr Pairwise pairwise[] = {
    {"+", [](double x, double y) { return x + y; }},
    {"-", [](double x, double y) { return x - y; }},
    {"*", [](double x, double y) { return x * y; }},
    {"/", [](double x, double y) { return x / y; }},
    {"%", [](double x, double y) { return std::fmod(x, y); }},
    {"<", [](double x, double y) -> double { return x < y; }},
    {"<=", [](double x, double y) -> double { return x <= y; }},
    {">", [](double x, double y) -> double { return x > y; }},
    {">=", [](double x, double y) -> double { return x >= y; }},
    {"==", [](double x, double y) -> double { return x == y; }},
    {"!=", [](double x, double y) -> double { return x != y; }},
    {"&&", [](double x, double y) -> double { return x != 0 && y != 0; }},
    {"||", [](double x, double y) -> double { return x != 0 || y != 0; }},
    {"min", [](double x, double y) { return std::min(x, y); }},
    {"max", [](double x, double y) { return std::max(x, y); }},
    {"pow", [](double x, double y) { return std::pow(x, y); }},
    {"fmod", [](double x, double y) { return std::fmod(x, y); }},
};

}  // namespace

const Pairwise* find_pairwise(std::string_view name) {
    const auto* found = std::ranges::find(pairwise, name, &Pairwise::name);
    return found == std::end(pairwise) ? nullptr : found;
}

const accuracy::NamedFormula* find_formula_of_x(std::string_view name) {
    const accuracy::NamedFormula* found = accuracy::find_formula(name);
    return found == nullptr || found->expression.find('y') != std::string_view::npos ? nullptr : found;
}

std::vector<std::string> element_function_names() {
    std::vector<std::string> names;
    for (const Pairwise& one : pairwise)
        if (std::isalpha(static_cast<unsigned char>(one.name[0])) != 0) names.emplace_back(one.name);
    for (const accuracy::Primitive& one : accuracy::primitives()) names.emplace_back(one.name);
    for (const accuracy::NamedFormula& one : accuracy::named_formulas)
        if (find_formula_of_x(one.name) != nullptr) names.emplace_back(one.name);
    return names;
}

}  // namespace tessera::host::job_file
