#include "tt-metalium/hal.hpp"

#include "host/metalium/process.hpp"
#include "sim/arch/limits.hpp"

namespace tt::tt_metal::hal {
namespace {

tessera::arch::Arch arch() { return tessera::host::arch_of_process(); }

}  // namespace

tt::ARCH get_arch() { return tt::arch_named(arch().name); }
std::string get_arch_name() { return std::string(arch().name); }
std::uint32_t get_l1_size() { return static_cast<std::uint32_t>(arch().l1.bytes.count()); }
std::uint32_t get_l1_alignment() { return static_cast<std::uint32_t>(arch().noc.l1_alignment_bytes.count()); }
std::uint32_t get_dram_alignment() { return static_cast<std::uint32_t>(arch().dram.alignment_bytes.count()); }
std::uint32_t get_pcie_alignment() {
    return static_cast<std::uint32_t>(tessera::arch::limits(arch()).pcie_alignment_bytes.count());
}
std::uint32_t get_max_worker_l1_unreserved_size() { return get_l1_size() - arch().l1.unreserved_base; }
std::uint32_t get_arch_num_circular_buffers() {
    return static_cast<std::uint32_t>(tessera::arch::limits(arch()).circular_buffers.count());
}
float get_eps() { return static_cast<float>(tessera::arch::limits(arch()).epsilon); }
float get_nan() { return static_cast<float>(tessera::arch::limits(arch()).nan); }
float get_inf() { return static_cast<float>(tessera::arch::limits(arch()).infinity); }

}  // namespace tt::tt_metal::hal
