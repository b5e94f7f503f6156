// What `tessera accuracy fit` was asked, and what it says of the constants that it found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/accuracy_conditions.hpp"
#include "host/study/fit/fit.hpp"

namespace tessera::apps {

struct FitCommand : Conditions {
    std::string name, range, kernel, function, init, reference, measure = "rel";
    std::vector<std::size_t> constants;
    std::int64_t sample = 0, tries = 4000, degree = 0;
    bool odd = false;
};

std::string fit_text(const FitCommand& given, const accuracy::FitRequest& request, const accuracy::Fit& fit);
std::string fit_json(const FitCommand& given, const accuracy::FitRequest& request, const accuracy::Fit& fit);

}  // namespace tessera::apps
