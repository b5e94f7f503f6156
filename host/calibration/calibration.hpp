// Every published time that the model is held against, run on the model (spec/timing.md 6.6, 3.2): one set of constants
// for all of them (sim/arch), nothing fitted to a kernel.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "host/calibration/latency_table.hpp"
#include "sim/arch/arch.hpp"

namespace tessera::calibration {

// How a simulated value is judged.
enum class Judge : std::uint8_t {
    relative,  // within `tolerance` percent of the published value
    absolute,  // within `tolerance` of it, in its unit
    above,     // greater than it
    shown,     // not at all: printed beside another
};

struct Target {
    std::string id;    // of spec/timing.md 6.6
    std::string what;  // that must move the figure
    std::string unit;
    double published = 0;
    Judge judge = Judge::relative;
    double tolerance = 0;
    std::string fitted = {};  // the constant of sim/arch that was fitted to this figure, or empty
};

struct Verdict {
    Target target;
    double simulated = 0;
    double error_percent() const { return 100 * (simulated / target.published - 1); }
    bool passed() const;
};

// One row of the measured transfer table: the error over its sizes.
struct RowVerdict {
    std::string name;
    double rms_percent = 0, worst_percent = 0;
    std::uint32_t worst_bytes = 0;
    static constexpr double limit_percent = 5;
    bool passed() const { return rms_percent <= limit_percent; }
};

struct Calibration {
    std::vector<Verdict> targets;
    std::vector<RowVerdict> transfers;
    double transfers_rms_percent = 0;
    LatencyTable latencies;  // with nothing done where the scope leaves it out
    bool passed() const;
};

struct Scope {
    bool whole = true;        // with the run of 512 MiB (M2), which takes most of the time
    bool latencies = true;    // with the table of transfers by pattern, about as long
    bool placements = true;   // with the cells of the DRAM table, which take most of the rest
    bool blind_time = false;  // see core::Options; every target is a time
    std::span<const arch::Arch* const> archs = arch::all();  // one of each name, where a constant may be set otherwise
    unsigned jobs = 1;                                       // host threads of the table; nothing depends on them
};

// `progress` is called with the name of what runs next.
Calibration calibrate(const Scope& scope, const std::function<void(const std::string&)>& progress = {});

}  // namespace tessera::calibration
