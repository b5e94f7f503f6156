// The single instructions of a kernel file without data: its builds for T0, T1 and T2 run together on one core with the
// low-level kernels of the user's tree, no data movers beside them; memory holds generated numbers.
#pragma once

#include <string>
#include <vector>

#include "host/inspect/kernel_trace.hpp"
#include "sim/abi/abi.hpp"
#include "sim/tensix/instruction.hpp"

namespace tessera::host {

// One instruction as its thread took it, or a segment of vector code.
struct ThreadStep {
    std::uint32_t word = 0;
    std::uint32_t vector_instructions = 0;  // of a segment; there is no word then
    std::uint32_t pc = 0;
    bool expanded = false;   // made by a MOP
    std::string call, line;  // of the API, as the kernel wrote it: "copy_tile", "kernels/x/compute.cpp:42"
    Cycle begin = 0, waited = 0, end = 0;  // the thread has it so long, part of it waiting for what others do
};

struct ThreadTrace {
    abi::Risc risc;
    std::vector<ThreadStep> steps;
};

// T0, T1 and T2; nothing where the request is for a function.
// Throws as trace_kernel does.
std::vector<ThreadTrace> trace_threads(const TraceRequest& request);

}  // namespace tessera::host
