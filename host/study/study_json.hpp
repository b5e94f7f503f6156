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

}  // namespace tessera::accuracy
