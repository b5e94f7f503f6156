// What `tessera rope` prints: the run, its error against the bound, and where the cycles went.
//
//     rope  wormhole_b0, 1 core, rung R10, exp_24f, inputs through SrcA (TF32), lowering sfpi-2025, seed 1
//     shape B=1 N=32 D=2048, 256 columns rotate, base 10000, one position per batch entry, largest 411
//     time  10123 cycles = 10.12 us at 1.00 GHz (calibrated on the RoPE ladder and on transfers)
//     ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli.hpp"
#include "apps/what_if.hpp"
#include "host/ops/rope/plan.hpp"
#include "sim/core/machine.hpp"
#include "sim/time/cycle.hpp"
#include "sim/views/report.hpp"
#include "sim/views/summary.hpp"

namespace tessera::apps {

struct RopeReport {
    const WhatIf& what_if;
    const Common& common;
    const host::RopePlan& plan;
    const std::vector<std::int32_t>& positions;
    std::string lowering;
    std::size_t cores;
    Cycle cycles;
    const core::Options& run;
    std::optional<host::RopeVerdict> verdict;  // nothing with blind time
    std::vector<views::SummaryLine> lines;

    const arch::Arch& arch() const { return what_if.arch; }
};

std::string to_text(const RopeReport& report);
std::string to_json(const RopeReport& report);              // one object, schema_version 1
views::ReportHeader page_header(const RopeReport& report);  // of the HTML page
std::string worst_element(const RopeReport& report);        // of a run with a verdict

}  // namespace tessera::apps
