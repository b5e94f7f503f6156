// The report of an earlier run, beside which a study is not to be worse.
#pragma once

#include <string>
#include <vector>

#include "host/study/study.hpp"

namespace tessera::accuracy {

// The chip whose figures of the function the report has: this one, if there is a choice. Throws fault::InputError for
// what is no such report of the function with all that is compared.
std::string baseline_arch(const std::string& baseline, const std::string& file, const std::string& function,
                          const std::string& arch);
// Figures of another run's report that are worse here: a line each. Throws fault::InputError when the file is no report
// of the same function.
std::vector<std::string> regressions(const Study& study, const std::string& baseline, const std::string& file);

}  // namespace tessera::accuracy
