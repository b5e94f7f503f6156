// NoC traces recorded by the vendor's profiler, replayed on the network model (spec/trace-formats.md 3.1): each
// transfer starts at its recorded cycle, the model says when it completes, and the last completion is compared with the
// record.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "host/conformance/outcome.hpp"
#include "sim/noc/transfer.hpp"

namespace tessera::conformance {

struct NocTrace {
    std::vector<noc::Transfer> transfers;  // `issued` in cycles since the first event
    Cycle golden = 0;                      // cycles: last event less first, less 20
    const arch::Arch* arch = nullptr;      // the smallest whose torus holds every coordinate
};

bool is_noc_trace(const std::filesystem::path& file);  // a .json file that holds an array

// Throw InputError with file and event for anything that breaks the format's rules; `name` stands for the text.
NocTrace read_noc_trace(const std::filesystem::path& file);
NocTrace parse_noc_trace(std::string_view text, const std::string& name);

// Cycle of the last completion.
Cycle replay(const NocTrace& trace);

// A single trace fails beyond this error; the mean over all has a limit of its own.
inline constexpr double trace_limit_percent = 15, mean_limit_percent = 5;

// On `arch`, which may be what a figure is set to differently.
Outcome run_noc_trace(const std::filesystem::path& file, const arch::Arch& arch);

}  // namespace tessera::conformance
