// Requests of a data-movement kernel to the NoC (spec/kernel-api.md 2.2, spec/memory-order.md 3): bounds, alignment,
// and what a command buffer keeps from one request to the next. Their ends are in calls_noc_wait.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "sim/arch/nodes.hpp"
#include "sim/core/accessor_pages.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/noc/address.hpp"

namespace tessera::core {

using abi::Call;
using fault::Fault;
using fault::Id;
using noc::Transfer;

namespace {

// A kernel that leaves a buffer comes to the padding behind its last page, or into the next buffer, of which the host
// may have told it nothing: `told` is all that it did.
std::optional<Fault> outside_buffers(Machine& machine, const Transfer& transfer, std::span<const std::uint32_t> told) {
    const watch::Buffers& buffers = machine.dram().buffers();
    const auto bank = static_cast<std::uint32_t>(transfer.bank);
    const std::uint64_t begin = transfer.other_address, end = begin + transfer.bytes;
    const auto fault = [&](const std::string& why) {
        return Fault(Id::noc_out_of_bounds, fmt::format("{} of {} bytes at 0x{:x} of DRAM bank {}: {}",
                                                        transfer.kind == noc::Kind::read ? "read" : "write",
                                                        transfer.bytes, begin, bank, why));
    };
    const watch::BufferPlace* place = buffers.at(begin);
    if (place == nullptr) {
        const watch::BufferPlace* freed = buffers.freed_at(begin);
        return fault(freed == nullptr ? "no buffer holds that range"
                                      : "no buffer holds that range; " + freed->name() + " was deallocated");
    }
    const std::uint64_t last = place->end_in(bank);
    if (end > last)
        return fault(begin >= last ? fmt::format("no buffer holds that range: it would be page {} of {}",
                                                 place->page_at(begin, bank), place->name())
                                   : fmt::format("no buffer holds that range: it leaves {} by {} bytes", place->name(),
                                                 end - last));
    // Some are told of a place inside a buffer.
    if (std::ranges::any_of(told, [&](std::uint32_t w) { return w >= place->begin && w < place->end; }))
        return std::nullopt;
    for (const watch::BufferPlace& before : buffers.places())
        if (before.end == place->begin &&
            std::ranges::find(told, static_cast<std::uint32_t>(before.begin)) != told.end())
            return fault(
                fmt::format("{} lies there, of which this kernel was told nothing; {}, which it was told of, "
                            "ends just before",
                            place->name(), before.name()));
    return std::nullopt;
}

std::string coordinates_remedy(arch::Coord at) {
    std::string remedy =
        "take coordinates from worker_core_from_logical_core on the host, my_x and my_y here, or an address generator";
    if (at == arch::Coord{0, 0}) remedy = "(0,0) is what coordinates are that were never set: " + remedy;
    return remedy;
}

// Fills in which memory the other end is, or throws where there is none; what is returned is to be raised.
[[nodiscard]] std::optional<Misplaced> resolve(Machine& machine, Transfer& transfer, const noc::Address& address,
                                               std::span<const std::uint32_t> told) {
    const arch::Dram& dram = machine.arch().dram;
    transfer.other = address.coord;
    transfer.bank = arch::bank_at(machine.arch(), address.coord, address.local);
    transfer.other_address = address.local;
    if (transfer.bank >= 0) {
        transfer.other_address %= dram.bank_bytes.count();
        auto fault = outside_buffers(machine, transfer, told);
        if (arch::is_worker_endpoint(machine.arch(), address.coord)) {
            if (fault) return Misplaced{std::move(*fault)};
            return std::nullopt;
        }
        // No function of the API names the other tiles of a bank.
        const bool known = !fault;
        if (known)
            fault.emplace(Id::noc_out_of_bounds, fmt::format("{} of {} bytes at 0x{:x} of DRAM bank {}",
                                                             transfer.kind == noc::Kind::read ? "read" : "write",
                                                             transfer.bytes, transfer.other_address, transfer.bank));
        Fault named(Id::noc_out_of_bounds,
                    fmt::format("{}; {}", fault->detail(), arch::described(machine.arch(), address.coord)));
        named.set_remedy(coordinates_remedy(address.coord));
        return Misplaced{std::move(named), known ? fault::Severity::warning : fault::Severity::error};
    }
    Core* core = machine.core_at(address.coord);
    if (core == nullptr) {
        Fault nowhere(Id::noc_out_of_bounds, fmt::format("NoC address without a memory to go to: {}",
                                                         arch::described(machine.arch(), address.coord)));
        nowhere.set_remedy(coordinates_remedy(address.coord));
        throw nowhere;
    }
    transfer.other_core = core->index;
    if (transfer.other_address + transfer.bytes > core->l1.size())
        throw Fault(Id::noc_out_of_bounds,
                    fmt::format("transfer of {} bytes at 0x{:x} leaves the L1 of core ({},{})", transfer.bytes,
                                transfer.other_address, core->logical_x, core->logical_y));
    const bool is_read = transfer.kind == noc::Kind::read;
    return misplaced(*core, transfer.other_address, transfer.bytes, !is_read,
                     is_read                                  ? "NoC read"
                     : transfer.kind == noc::Kind::atomic_add ? "atomic add"
                                                              : "NoC write");
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

// A multicast that holds its way for the next request lets no other through (spec/memory-order.md 2).
std::string corners(const noc::MulticastAddress& rectangle) {
    return fmt::format("({},{})-({},{})", rectangle.start.x, rectangle.start.y, rectangle.end.x, rectangle.end.y);
}

int channel_of(std::uint32_t options) {
    return static_cast<int>((options >> abi::noc_channel_shift & abi::noc_channel_mask) ^ abi::unicast_channel);
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

void check_one_packet(const arch::Arch& arch, const char* what, std::uint32_t bytes, std::uint32_t options) {
    if ((options & abi::noc_one_packet) == 0 || bytes <= arch.noc.max_packet_bytes.count()) return;
    throw Fault(Id::noc_out_of_bounds,
                fmt::format("{} of {} bytes by a call for one packet, which holds at most {}: use the call of any "
                            "length",
                            what, bytes, arch.noc.max_packet_bytes.count()));
}

abi::CommandBuffer buffer_of(std::uint32_t options) {
    return static_cast<abi::CommandBuffer>(options >> abi::noc_buffer_shift & (abi::command_buffers - 1));
}

}  // namespace

Transfer RiscAgent::transfer(noc::Kind kind, std::uint32_t options) const {
    Transfer made;
    made.kind = kind;
    made.core = core_.index;
    made.risc = static_cast<int>(risc_);
    made.noc = static_cast<int>(options & 1);
    made.self = core_.physical;
    made.pc = pending_->pc;
    made.posted = (options & abi::noc_posted) != 0;
    made.channel = channel_of(options);
    return made;
}

void RiscAgent::refuse_if_linked(std::uint32_t options) {
    if (const auto& linked = niu(options).linked)
        throw Fault(Id::broken_link, fmt::format("request on NoC {} while a linked multicast holds the way to {}",
                                                 options & 1, corners(*linked)));
}

// The end of a transfer in this core's L1.
void RiscAgent::check_local(std::uint32_t address, std::uint32_t bytes, bool writes) {
    const char* what = writes ? "landing of a NoC read" : "source of a NoC write";
    if (const auto wrong = misplaced(core_, address, bytes, writes, what)) return refuse(wrong);
    if (const Owner* owner = core_.owners.at(address))
        if (const auto fault = outside_window(core_, *owner, static_cast<int>(risc_), address, bytes, writes, what))
            refuse(*fault);
}

void RiscAgent::refuse(fault::Fault fault, fault::Severity severity) {
    locate(fault, standing_at(), clock);
    machine_.raise(fault, severity);
}

void RiscAgent::refuse(const std::optional<Misplaced>& wrong) {
    if (wrong) refuse(wrong->fault, wrong->severity);
}

void RiscAgent::note_source(std::uint32_t local, std::uint64_t address) {
    const Owner* owner = core_.owners.at(local);
    if (owner != nullptr && owner->cb >= 0)
        machine_.note_source(address, core_.cbs[static_cast<std::size_t>(owner->cb)]);
}

// A read or a write of any length. Longer ones are split into packets, one issue each (spec/timing.md 3.1).
CallResult RiscAgent::stream(Call call, std::uint64_t other, std::uint32_t local, std::uint32_t bytes,
                             std::uint32_t options) {
    const arch::Arch& arch = machine_.arch();
    const bool is_read = call == Call::noc_read || call == Call::noc_read_with_state;
    refuse_if_linked(options);
    if (!is_read && bytes != 0)
        if (const auto wait = until_taken(options)) return CallResult::wait(*wait);
    check_one_packet(arch, is_read ? "read" : "write", bytes, options);
    BufferState& held = buffer(is_read ? abi::CommandBuffer::read : buffer_of(options), options);
    Transfer packet = transfer(is_read ? noc::Kind::read : noc::Kind::write, options);
    packet.transaction_id = held.transaction_id;
    if (call == Call::noc_read_with_state || call == Call::noc_write_with_state) packet.channel = held.channel;
    noc::Address address = noc::split(other);
    if (!core_.l1.contains(local, std::max(bytes, 1u)))
        throw Fault(Id::noc_out_of_bounds,
                    fmt::format("transfer of {} bytes at 0x{:x} leaves L1 ({} bytes)", bytes, local, core_.l1.size()));
    if ((options & abi::noc_whole_page) != 0) {
        if (bytes == 0) throw page_of_zero();
        if (const auto fault = another_page(machine_, address, bytes, is_read))
            refuse(*fault, fault::Severity::warning);
    }
    held.address = other;
    held.bytes = bytes;
    Cycle issue = clock;
    for (std::uint32_t left = bytes; left != 0;) {
        packet.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, arch.noc.max_packet_bytes.count()));
        packet.l1_address = local;
        packet.bank = packet.other_core = -1;
        refuse(resolve(machine_, packet, address, launch_.words));
        check_local(local, packet.bytes, is_read);
        if (!is_read && packet.bank >= 0) note_source(local, packet.other_address);
        check_alignment(arch, packet);
        machine_.send(packet, issue);
        local += packet.bytes;
        address.local += packet.bytes;
        left -= packet.bytes;
        held.bytes = packet.bytes;
        issue += cost_before(call);
    }
    CallResult result = CallResult::done();
    if (bytes != 0) result.cost = issue - clock - cost_before(call);
    return result;
}

CallResult RiscAgent::word_request(noc::Kind kind, const BufferState& held, std::uint32_t options) {
    refuse_if_linked(options);
    Transfer request = transfer(kind, options);
    request.value = held.value;
    request.byte_enable = held.byte_enable;
    request.channel = held.channel;
    request.transaction_id = held.transaction_id;
    request.bytes = 4;
    refuse(resolve(machine_, request, noc::split(held.address), launch_.words));
    if (request.bank >= 0)
        throw Fault(Id::noc_out_of_bounds, "a 4-byte write or atomic goes to L1 or registers, not to DRAM");
    machine_.send(request, clock);
    return CallResult::done();
}

CallResult RiscAgent::multicast(std::uint32_t local, std::uint64_t other, std::uint32_t bytes, std::uint32_t options,
                                std::uint32_t num_dests, bool loopback) {
    if (const auto wait = until_taken(options)) return CallResult::wait(*wait);
    noc::MulticastAddress rectangle = noc::split_multicast(other);
    check_one_packet(machine_.arch(), "multicast", bytes, options);
    check_corners(rectangle, static_cast<int>(options & 1));
    Transfer request = transfer(noc::Kind::write, options);
    request.multicast = true;
    request.first_corner = rectangle.start;
    request.last_corner = rectangle.end;
    std::tie(rectangle.start.x, rectangle.end.x) = std::minmax({rectangle.start.x, rectangle.end.x});
    std::tie(rectangle.start.y, rectangle.end.y) = std::minmax({rectangle.start.y, rectangle.end.y});
    auto& linked = niu(options).linked;
    if (linked && (linked->start != rectangle.start || linked->end != rectangle.end)) refuse_if_linked(options);
    BufferState& held = buffer(buffer_of(options), options);
    request.path_held = linked.has_value();
    request.holds_path = (options & abi::noc_linked) != 0;
    request.channel = abi::multicast_channel;
    request.transaction_id = held.transaction_id;
    request.bytes = bytes;
    request.l1_address = local;
    held.address = other;
    held.bytes = bytes;
    if (!core_.l1.contains(local, std::max(bytes, 1u)))
        throw Fault(Id::noc_out_of_bounds,
                    fmt::format("multicast of {} bytes at 0x{:x} leaves L1 ({} bytes)", bytes, local, core_.l1.size()));
    check_local(local, bytes, false);
    std::uint32_t count = 0;
    bool sender_inside = false;
    for (int y = rectangle.start.y; y <= rectangle.end.y; ++y)
        for (int x = rectangle.start.x; x <= rectangle.end.x; ++x) {
            const Core* core = machine_.core_at({x, y});
            if (core == nullptr) continue;
            if (core == &core_ && !loopback) {
                sender_inside = true;
                continue;
            }
            if (++count == 1) {
                refuse(resolve(machine_, request, {{x, y}, rectangle.local}, launch_.words));
                check_alignment(machine_.arch(), request);
            } else {
                request.more_cores.push_back(core->index);
            }
        }
    static constexpr const char* with_sender =
        "noc_async_write_multicast_loopback_src reaches the sender too, and num_dests counts it then; or leave the "
        "sender "
        "out of the rectangle and of num_dests";
    if (count != num_dests) {
        Fault fault(Id::noc_out_of_bounds,
                    fmt::format("multicast to {} core(s) with num_dests {}: the barrier would hang or return early{}",
                                count, num_dests,
                                sender_inside ? "; the rectangle holds the sender, which a multicast without "
                                                "loopback neither reaches nor counts"
                                              : ""));
        fault.set_remedy(sender_inside ? with_sender : "num_dests is the number of cores in the rectangle");
        throw fault;
    }
    // Kernels in use leave the sender in the rectangle where it has the data already, at the same address.
    if (sender_inside && bytes > 4 && rectangle.local != local) {
        Fault fault(Id::noc_out_of_bounds,
                    fmt::format("multicast of {} bytes to L1 0x{:x} without loopback: the rectangle holds the sender, "
                                "which is left out",
                                bytes, rectangle.local));
        fault.set_remedy(with_sender);
        refuse(std::move(fault), fault::Severity::warning);
    }
    linked.reset();
    if ((options & abi::noc_linked) != 0) linked = rectangle;
    CallResult result = CallResult::done();
    if (count != 0)
        result.cost = machine_.send_in_packets(std::move(request), clock, cost_before(Call::noc_write_multicast));
    return result;
}

CallResult RiscAgent::noc_call(Call call) {
    // The 36 bits of address below the coordinates stay of what is held, but for the 32 that are given anew.
    const auto with_low = [](const BufferState& held, std::uint32_t low) {
        return (held.address & ~std::uint64_t{0xFFFFFFFF}) | low;
    };
    const auto length = [](const BufferState& held, std::uint32_t bytes) {
        return bytes == abi::noc_state_bytes ? held.bytes : bytes;
    };
    switch (call) {
        case Call::accessor_without_page: throw page_of_zero();
        case Call::noc_read: return stream(call, noc::join(arg(0), arg(1)), arg(2), arg(3), arg(4));
        case Call::noc_write: return stream(call, noc::join(arg(1), arg(2)), arg(0), arg(3), arg(4));
        case Call::noc_write_multicast:
            return multicast(arg(0), noc::join(arg(1), arg(2)), arg(3), arg(4), arg(5), arg(6) != 0);
        case Call::noc_set_state: {
            check_one_packet(machine_.arch(), "transfers", arg(2), arg(3));
            BufferState& held = buffer(buffer_of(arg(3)), arg(3));
            held.address = noc::join(arg(0), arg(1));
            held.bytes = arg(2);
            held.channel = channel_of(arg(3));
            return CallResult::done();
        }
        case Call::noc_read_with_state: {
            const BufferState& held = buffer(abi::CommandBuffer::read, arg(3));
            return stream(call, with_low(held, arg(0)), arg(1), length(held, arg(2)), arg(3));
        }
        case Call::noc_write_with_state: {
            const BufferState& held = buffer(buffer_of(arg(3)), arg(3));
            return stream(call, with_low(held, arg(1)), arg(0), length(held, arg(2)), arg(3));
        }
        case Call::noc_inline_write:
        case Call::noc_semaphore_inc: {
            const bool is_write = call == Call::noc_inline_write;
            const std::uint32_t options = arg(is_write ? 4 : 3);
            BufferState& held = buffer(abi::CommandBuffer::atomic, options);
            held.address = noc::join(arg(0), arg(1));
            held.value = arg(2);
            held.byte_enable = is_write ? arg(3) & 0xF : 0xF;
            held.channel = channel_of(options);
            return word_request(is_write ? noc::Kind::inline_write : noc::Kind::atomic_add, held, options);
        }
        case Call::noc_inline_set_state: {
            BufferState& held = buffer(buffer_of(arg(4)), arg(4));
            held.address = noc::join(arg(0), arg(1));
            held.value = arg(2);
            held.byte_enable = arg(3) & 0xF;
            held.channel = channel_of(arg(4));
            return CallResult::done();
        }
        case Call::noc_inline_with_state: {
            BufferState& held = buffer(buffer_of(arg(3)), arg(3));
            if ((arg(2) & abi::inline_update_low) != 0) held.address = with_low(held, arg(0));
            if ((arg(2) & abi::inline_update_high) != 0)
                held.address = std::uint64_t{arg(0)} << abi::noc_address_bits | noc::local_part(held.address);
            if ((arg(2) & abi::inline_update_value) != 0) held.value = arg(1);
            return word_request(noc::Kind::inline_write, held, arg(3));
        }
        default: return noc_wait_call(call);
    }
}

}  // namespace tessera::core
