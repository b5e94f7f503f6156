#pragma once

#include "host/device/program.hpp"
#include "tt-metalium/core_coord.hpp"
#include "tt-metalium/kernel_types.hpp"
#include "tt-metalium/program.hpp"

namespace tt::tt_metal {

// Adds a kernel whose source stands in `spec` and everything else in `config`. InputError for a file that is not found.
KernelHandle add_kernel(Program& program, tessera::host::KernelSpec spec, const CoreSpec& cores,
                        const KernelConfig& config);

}  // namespace tt::tt_metal
