// Figures of the architecture that a process simulates (TESSERA_ARCH, wormhole_b0 unless set); no device need be open.
#pragma once

#include <cstdint>
#include <string>

#include "hal_types.hpp"
#include "tt_backend_api_types.hpp"

namespace tt::tt_metal::hal {

tt::ARCH get_arch();
std::string get_arch_name();  // "wormhole_b0"

std::uint32_t get_l1_size();       // of a core, bytes
std::uint32_t get_l1_alignment();  // bytes, as the two below
std::uint32_t get_dram_alignment();
std::uint32_t get_pcie_alignment();
// Free for circular buffers and L1 buffers on a core.
std::uint32_t get_max_worker_l1_unreserved_size();
std::uint32_t get_arch_num_circular_buffers();

// What the vector unit's arithmetic is held against: the step at 1 that it resolves, and its special values.
float get_eps();
float get_nan();
float get_inf();

}  // namespace tt::tt_metal::hal
