// tessera conformance FILE.csv: the vendor's table of transfer times, replayed.
#pragma once

#include <string>
#include <vector>

#include "apps/cli.hpp"
#include "host/run/what_if.hpp"

namespace tessera::apps {

struct LatencyCommand {
    std::string file, arch, pattern, resume;
    std::vector<const arch::Arch*> archs;
    bool rows = false;  // every setting, and not the patterns alone
    bool json = false, quiet = false;
    unsigned jobs = 1;
};

int run_latencies(const LatencyCommand& given);

}  // namespace tessera::apps
