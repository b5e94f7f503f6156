// What `tessera list program` prints: of each lowered program a summary, a table of its instructions and a view of them
// over time; then what other lowering profiles would change; then the single instructions of all threads, if there are
// any.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "host/inspect/kernel_trace.hpp"
#include "host/inspect/lowering_compare.hpp"
#include "host/inspect/thread_trace.hpp"
#include "sim/sfpu/analysis.hpp"
#include "sim/views/screen.hpp"

namespace tessera::host {

struct ProgramReport {
    std::string title;  // the kernel, or the function
    const arch::Arch& arch;
    sfpu::Lowering lowering;
    const host::KernelTrace& trace;
    const std::vector<host::LoweringDifference>* differences;  // null: not compared
    host::Samples samples;
    bool timeline;
    std::span<const ThreadTrace> threads = {};
};

std::string to_text(const ProgramReport& report, const views::Screen& screen = {});
std::string to_json(const ProgramReport& report);

}  // namespace tessera::host
