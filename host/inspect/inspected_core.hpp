// A core on which a kernel file runs without data: how it is built for, and what it finds there.
#pragma once

#include "host/compile/compile.hpp"
#include "host/inspect/kernel_trace.hpp"
#include "sim/core/core.hpp"

namespace tessera::host {

CompileRequest build_of(const TraceRequest& request, abi::Risc risc);

// Arguments as given, circular buffers that are half full, elsewhere small whole numbers.
void fill_memory(core::Core& core, const TraceRequest& request);

}  // namespace tessera::host
