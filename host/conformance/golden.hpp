// One golden case on the simulated machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/conformance/outcome.hpp"
#include "host/ops/operation.hpp"

namespace tessera::conformance {

struct GoldenRun {
    std::vector<GoldenRow> rows;
    std::optional<views::Check> check;  // of the job's own judge
    Cycle cycles = 0;
    std::size_t cores = 0;
    bool passed() const;
    // One line for each row that is beyond its limit, and one where the judge says no.
    std::vector<std::string> complaints() const;
};

// With blind time only the cycles. Throws as host::execute does.
GoldenRun run_golden(const host::GoldenCase& golden, const arch::Arch& arch, const core::Options& options = {});

}  // namespace tessera::conformance
