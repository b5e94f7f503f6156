// Rules that a request to the NoC must keep whatever it reaches: packets, alignment, corners, links, and its end in the
// L1 of the core (spec/kernel-api.md 2.2, spec/memory-order.md 2). All throw, or refuse by the context.
#pragma once

#include <cstdint>

#include "sim/core/port/risc_context.hpp"
#include "sim/noc/address.hpp"
#include "sim/noc/transfer.hpp"

namespace tessera::core {

void check_one_packet(const arch::Arch& arch, const char* what, std::uint32_t bytes, std::uint32_t options);
void check_alignment(const arch::Arch& arch, const noc::Transfer& transfer);
void check_corners(const noc::MulticastAddress& rectangle, int noc);
// `what` as "transfer".
void check_in_l1(const Core& core, const char* what, std::uint32_t address, std::uint32_t bytes);
// The end of a transfer in this core's L1.
void check_local(const RiscContext& context, std::uint32_t address, std::uint32_t bytes, bool writes);
void refuse_if_linked(const RiscContext& context, std::uint32_t options);

}  // namespace tessera::core
