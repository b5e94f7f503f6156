#pragma once

#include "kernel_types.hpp"
#include "tt_backend_api_types.hpp"

namespace tt::tt_metal {

// The NoC that is nearer to DRAM for answers, and for data on their way there.
inline NOC preferred_noc_for_dram_read(tt::ARCH) { return NOC::NOC_0; }
inline NOC preferred_noc_for_dram_write(tt::ARCH) { return NOC::NOC_1; }

}  // namespace tt::tt_metal
