// tessera conformance LIST FILE: a list of golden cases, generated and run.
#pragma once

#include <string>
#include <vector>

#include "apps/cli.hpp"

namespace tessera::apps {

struct CaseCommand {
    std::string list, file, suite, resume, csv;
    std::vector<const arch::Arch*> archs;
    std::uint64_t seed = 1;
    bool blind_time = false, json = false, quiet = false, force = false;
    unsigned jobs = 1;
};

int run_cases(const CaseCommand& given);

}  // namespace tessera::apps
