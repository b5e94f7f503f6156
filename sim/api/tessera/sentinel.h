// The vendor's checker of inits, which a build switches on by TT_METAL_COMPUTE_KERNEL_SENTINEL_ENABLED and most leave
// off. It stays off here: tessera reports a unit set up for another buffer or operation by itself, as a fault.
#pragma once

#include "tessera/base.h"

namespace ckernel {

enum class Operand : uint8_t { SRCA, SRCB, PACK };

template <Operand = Operand::SRCA>
ALWI void state_configure(uint32_t, uint32_t) {}
template <Operand = Operand::SRCA, Operand = Operand::SRCB>
ALWI void state_configure(uint32_t, uint32_t, uint32_t) {}
ALWI void state_configure(uint32_t, uint32_t, uint32_t, uint32_t) {}

template <bool enabled = false>
class ComputeKernelSentinelImpl {
  public:
    static_assert(!enabled, "tessera checks inits by itself");
    static ComputeKernelSentinelImpl instance() { return {}; }
    ComputeKernelSentinelImpl& set_srca(uint32_t) { return *this; }
    ComputeKernelSentinelImpl& set_srcb(uint32_t) { return *this; }
    ComputeKernelSentinelImpl& set_pack(uint32_t) { return *this; }
};
using ComputeKernelSentinel = ComputeKernelSentinelImpl<>;

}  // namespace ckernel
