// One run in a page of text: what ran, how long it took, where the cycles went and whether the result is right.
//
//     rope   wormhole_b0, 1 core, rung R10, exp_24f, inputs through SrcA (TF32),
//            lowering sfpi-2025, seed 1
//     shape  B=1 N=32 D=2048, 256 columns rotate, base 10000, one position per batch
//            entry, largest 411
//     time   10123 cycles = 10.12 us at 1.00 GHz
//     units  calibrated on the RoPE ladder: RISCs, SFPU, tiles in and out of Dst; on
//            transfers: NoC, DRAM
//     ...
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/changes.hpp"
#include "sim/views/check.hpp"
#include "sim/views/first_nan.hpp"
#include "sim/views/report.hpp"
#include "sim/views/run_fault.hpp"
#include "sim/views/summary.hpp"
#include "sim/views/workload.hpp"

namespace tessera::views {

// What other orders that hardware may take made of the same run.
struct OtherOrders {
    struct Different {
        std::string replay;  // the options that take this order again
        std::string what;
    };
    struct Race {
        std::string headline;
        std::vector<Different> witnesses;  // orders that delay one of its accesses and change results
    };
    std::string wrong;  // about the run that they are compared with, a line; empty: it ended well
    std::size_t tried = 0;
    std::vector<Different> differing;
    std::vector<Race> races;

    bool all_same() const;
};
std::string to_text(const OtherOrders& orders, const Screen& screen = {});

struct RunSummary {
    using Lines = std::vector<std::pair<std::string, std::string>>;
    std::string name;     // of the operation or the job
    std::string title;    // of pages and profiles, without the cores
    std::string about;    // of profiles, behind the title; may be empty
    std::string subject;  // of the first line, after the cores; may be empty
    Lines details;        // label and text
    Lines facts;          // of the page: name and text
    nlohmann::ordered_json options = nlohmann::ordered_json::object();  // as taken; null: known to the run
    nlohmann::ordered_json more = nlohmann::ordered_json::object();     // members of the JSON report

    std::string arch;
    double clock_ghz = 1;
    std::string calibration;  // of the parts of the machine that the run took time of
    Changes changes;
    std::string lowering;
    std::string sfpu_library;           // whose functions of the vector unit ran, where they are not tessera's
    std::optional<std::uint64_t> seed;  // where data was generated
    bool profiler_overhead = true, blind_time = false;
    std::size_t cores = 0;
    Cycle cycles = 0;                 // of all workloads together
    std::vector<Workload> workloads;  // of a program; none where the run is of one job
    std::vector<SummaryLine> units;
    // Once a place, in the order of the run; errors are those after which it went on.
    std::vector<fault::Fault> warnings, errors;
    std::optional<RunFault> ended_by;  // the run is partial, up to this fault
    std::optional<Check> check;  // nothing where values were not computed or there is nothing to hold them against

    std::optional<FirstNonFinite> first_nan;  // where they were followed

    std::optional<OtherOrders> orders;  // where other orders were tried

    double microseconds() const { return static_cast<double>(cycles) / clock_ghz / 1000.0; }
    // Why there is no check.
    std::string unchecked() const;
};

std::string to_text(const RunSummary& run, bool verbose, const Screen& screen = {});
std::string to_json(const RunSummary& run);  // one object, schema_version 1
ReportHeader page_header(const RunSummary& run);
// Of the profile of the run: what ran and with which constants.
std::string profile_title(const RunSummary& run);

}  // namespace tessera::views
