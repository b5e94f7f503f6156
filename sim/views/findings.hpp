// What was found wrong, for machines that gather findings: SARIF 2.1.0 and JUnit's XML.
#pragma once

#include <string>
#include <vector>

#include "sim/fault/fault.hpp"

namespace tessera::views {

struct Finding {
    fault::Fault fault;
    fault::Severity severity;
};

// One run with a rule for each kind of fault that occurs and a result for each finding.
std::string to_sarif(const std::vector<Finding>& findings);
// One suite of the name given: a case for the run, which fails by its errors or by `failed_check`, and the warnings as
// its output. Its time is that of the machine, not of the host: equal runs give equal bytes.
std::string to_junit(const std::string& name, const std::vector<Finding>& findings, const std::string& failed_check,
                     double seconds);

}  // namespace tessera::views
