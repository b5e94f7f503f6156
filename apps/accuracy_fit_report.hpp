// What `tessera accuracy fit` was asked, and what it says of the constants that it found. `form` is null where they are
// those of a function that exists.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/accuracy_conditions.hpp"
#include "host/study/fit/form_fit.hpp"

namespace tessera::apps {

struct FitCommand : Conditions {
    std::string name, range, kernel, function, init, reference, measure = "rel";
    std::vector<std::size_t> constants;
    std::int64_t sample = 0, tries = 4000, degree = 0;
    bool odd = false;
    std::int64_t segments = 1;
    std::string coefficients = "float", reduce = "none", outside = "clamp", emit;
    bool force = false;
    // No function is named: what is fitted is made from the form.
    bool is_form() const { return name.empty() && kernel.empty() && !reference.empty(); }
};

views::Document fit_document(const FitCommand& given, const accuracy::FitRequest& request, const accuracy::Fit& fit,
                             const accuracy::FormFit* form);
std::string fit_json(const FitCommand& given, const accuracy::FitRequest& request, const accuracy::Fit& fit,
                     const accuracy::FormFit* form);

}  // namespace tessera::apps
