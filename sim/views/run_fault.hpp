// The fault that ended a run, and how every RISC stood then: JSON for reports and pages.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/fault/fault.hpp"
#include "sim/watch/standing.hpp"

namespace tessera::views {

struct RunFault {
    fault::Fault fault;
    std::vector<watch::Standing> standing;
    Cycle start = 0;            // of its workload on the time line of the run
    std::string workload = {};  // which of several it ended, in words; else empty

    std::string ended_text() const;  // "a fault ended the run at cycle 1234"
};

// "reader.cpp:63", empty where no file is known.
std::string place_text(const std::string& file, int line);
// What reports list of a warning or an error.
nlohmann::ordered_json to_json(const fault::Fault& fault);
// The same with all that the page shows: meaning, remedy, notes, related places and how each RISC stood. Cycles are
// those of the time line.
nlohmann::ordered_json to_json(const RunFault& fault);

}  // namespace tessera::views
