// Studies as JSON: what is kept to be resumed and merged, losing nothing, and what people's programs read.
#pragma once

#include <string>

#include "host/study/study.hpp"

namespace tessera::accuracy {

// The whole state, one line and its checksum. `from_state` throws fault::InputError for what is not such a text.
std::string to_state(const Study& study);
Study from_state(const std::string& text, const std::string& file);

// One object with schema_version 2: request, figures, worst points, percentiles, special values, cost; `also` has the
// figures over inputs of other ways of sampling.
std::string to_report_json(const Study& study);

// The chip whose figures of the function the report has: this one, if there is a choice. Throws fault::InputError for
// what is no such report of the function with all that is compared.
std::string baseline_arch(const std::string& baseline, const std::string& file, const std::string& function,
                          const std::string& arch);
// Figures of another run's report that are worse here: a line each. Throws fault::InputError when the file is no report
// of the same function.
std::vector<std::string> regressions(const Study& study, const std::string& baseline, const std::string& file);

}  // namespace tessera::accuracy
