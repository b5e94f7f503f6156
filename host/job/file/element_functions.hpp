// Functions that references apply element by element.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/expression/formulas.hpp"
#include "host/expression/primitive.hpp"

namespace tessera::host::job_file {

// Of two elements, by its name or its sign.
struct Pairwise {
    std::string_view name;
    double (*act)(double, double);
};
const Pairwise* find_pairwise(std::string_view name);

// Of one element: of libm, or made of others.
using accuracy::find_primitive;
const accuracy::NamedFormula* find_formula_of_x(std::string_view name);

std::vector<std::string> element_function_names();

}  // namespace tessera::host::job_file
