#include "sim/arch/limits.hpp"

#include <limits>

namespace tessera::arch {

using enum Evidence;

Limits limits(const Arch& arch) {
    // Newer trees of the vendor's have 64 on Blackhole; a simulated core has 32.
    Limits out{.circular_buffers = {32, documented, "tt-metal circular_buffer_constants.h: 2 KB of local memory"},
               .pcie_alignment_bytes = {32, documented, "tt-metal noc_parameters.h"},
               .epsilon = {1.19209e-7, documented, "tt-metal wh_hal.cpp, bh_hal.cpp"},
               .nan = {7.0040e19, documented, "tt-metal wh_hal.cpp"},
               .infinity = {1.7014e38, documented, "tt-metal wh_hal.cpp"}};
    if (arch.name != blackhole().name) return out;
    out.pcie_alignment_bytes = {64, documented, "tt-metal noc_parameters.h"};
    out.nan = {std::numeric_limits<double>::quiet_NaN(), documented, "tt-metal bh_hal.cpp"};
    out.infinity = {std::numeric_limits<double>::infinity(), documented, "tt-metal bh_hal.cpp"};
    return out;
}

}  // namespace tessera::arch
