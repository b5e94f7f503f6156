#include "sim/core/calls/noc_request_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "sim/core/calls/noc_options.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using noc::Transfer;

namespace {

std::string corners(const noc::MulticastAddress& rectangle) {
    return fmt::format("({},{})-({},{})", rectangle.start.x, rectangle.start.y, rectangle.end.x, rectangle.end.y);
}

}  // namespace

void check_one_packet(const arch::Arch& arch, const char* what, std::uint32_t bytes, std::uint32_t options) {
    if ((options & abi::noc_one_packet) == 0 || bytes <= arch.noc.max_packet_bytes.count()) return;
    throw Fault(Id::noc_out_of_bounds,
                fmt::format("{} of {} bytes by a call for one packet, which holds at most {}: use the call of any "
                            "length",
                            what, bytes, arch.noc.max_packet_bytes.count()));
}

void check_alignment(const arch::Arch& arch, const Transfer& transfer) {
    const bool dram_read = transfer.bank >= 0 && transfer.kind == noc::Kind::read;
    const auto alignment = (dram_read ? arch.dram.alignment_bytes : arch.noc.l1_alignment_bytes).count();
    if (transfer.other_address % alignment != transfer.l1_address % alignment)
        throw Fault(Id::noc_misaligned,
                    fmt::format("{} of {} bytes between 0x{:x} and L1 0x{:x}: the addresses differ modulo {}",
                                transfer.kind == noc::Kind::read ? "read" : "write", transfer.bytes,
                                transfer.other_address, transfer.l1_address, alignment));
}

// A NoC spreads a multicast in the direction it runs in, so the rectangle begins at the corner that this NoC comes to
// first: NoC 0 runs towards larger coordinates, NoC 1 towards smaller ones (spec/kernel-api.md 2.2).
void check_corners(const noc::MulticastAddress& rectangle, int noc) {
    const arch::Coord start = rectangle.start, end = rectangle.end;
    const bool forward = start.x <= end.x && start.y <= end.y, backward = start.x >= end.x && start.y >= end.y;
    if (noc == 0 ? forward : backward) return;
    throw Fault(
        Id::noc_out_of_bounds,
        fmt::format("multicast on NoC {} from ({},{}) to ({},{}): {}, else the rectangle goes around the edge of "
                    "the chip",
                    noc, start.x, start.y, end.x, end.y,
                    noc == 0 ? "NoC 0 wants the smaller coordinates as the start"
                             : "NoC 1 wants start and end exchanged, the larger coordinates as the start"));
}

void check_in_l1(const Core& core, const char* what, std::uint32_t address, std::uint32_t bytes) {
    if (core.l1.contains(address, std::max(bytes, 1u))) return;
    throw Fault(Id::noc_out_of_bounds,
                fmt::format("{} of {} bytes at 0x{:x} leaves L1 ({} bytes)", what, bytes, address, core.l1.size()));
}

void check_local(const RiscContext& context, std::uint32_t address, std::uint32_t bytes, bool writes) {
    const char* what = writes ? "landing of a NoC read" : "source of a NoC write";
    if (const auto wrong = misplaced(context.core, address, bytes, writes, what)) return context.refuse(wrong);
    if (const Owner* owner = context.core.owners.at(address))
        if (const auto fault =
                outside_window(context.core, *owner, static_cast<int>(context.risc), address, bytes, writes, what))
            context.refuse(*fault);
}

// A multicast that holds its way for the next request lets no other through (spec/memory-order.md 2).
void refuse_if_linked(const RiscContext& context, std::uint32_t options) {
    if (const auto& linked = niu_of(context.core, options).linked)
        throw Fault(Id::broken_link, fmt::format("request on NoC {} while a linked multicast holds the way to {}",
                                                 options & 1, corners(*linked)));
}

}  // namespace tessera::core
