// Kernels as functions: `template <uint32_t a> TT_KERNEL void name(uint32_t b)`, whose parameters are arguments by
// name.
#pragma once

#include <string>

#include "tt-metalium/experimental/metal2_host_api/program_spec.hpp"

namespace tt::tt_metal::experimental {

// The kernel_main that calls the function marked TT_KERNEL in `source`, to stand before it; empty where there is no
// such mark, or a kernel_main of the kernel's own. InputError for parameters that are not the kernel's arguments, each
// once: the template's those of compile time, the function's all others.
std::string entry_text(const KernelSpec& spec, const std::string& source);

}  // namespace tt::tt_metal::experimental
