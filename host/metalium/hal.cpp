#include "tt-metalium/hal.hpp"

#include "host/metalium/process.hpp"
#include "tt-metalium/tt_backend_api_types.hpp"

namespace tt::tt_metal::hal {
namespace {

tessera::arch::Arch arch() { return tessera::host::arch_of_process(); }

}  // namespace

tt::ARCH get_arch() { return tt::arch_named(arch().name); }
std::string get_arch_name() { return std::string(arch().name); }
std::uint32_t get_l1_size() { return static_cast<std::uint32_t>(arch().l1.bytes.count()); }
std::uint32_t get_l1_alignment() { return static_cast<std::uint32_t>(arch().noc.l1_alignment_bytes.count()); }
std::uint32_t get_dram_alignment() { return static_cast<std::uint32_t>(arch().dram.alignment_bytes.count()); }
std::uint32_t get_pcie_alignment() { return arch().host.pcie_alignment_bytes; }
std::uint32_t get_max_worker_l1_unreserved_size() { return get_l1_size() - arch().l1.unreserved_base; }
std::uint32_t get_arch_num_circular_buffers() { return arch().tensix.circular_buffers; }
float get_eps() { return arch().host.epsilon; }
float get_nan() { return arch().host.nan; }
float get_inf() { return arch().host.infinity; }

}  // namespace tt::tt_metal::hal
