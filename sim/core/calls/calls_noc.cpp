#include "sim/core/calls/calls_noc.hpp"

#include <algorithm>

#include "sim/core/calls/accessor_pages.hpp"
#include "sim/core/calls/call_costs.hpp"
#include "sim/core/calls/calls_multicast.hpp"
#include "sim/core/calls/calls_noc_wait.hpp"
#include "sim/core/calls/noc_options.hpp"
#include "sim/core/calls/noc_request.hpp"
#include "sim/core/calls/noc_request_faults.hpp"
#include "sim/core/calls/noc_target.hpp"
#include "sim/fault/fault.hpp"
#include "sim/noc/address.hpp"

namespace tessera::core {

using abi::Call;
using fault::Fault;
using fault::Id;
using noc::Transfer;

namespace {

void note_source(RiscContext& context, std::uint32_t local, std::uint64_t address) {
    const Owner* owner = context.core.owners.at(local);
    if (owner != nullptr && owner->cb >= 0)
        context.chip.note_source(address, context.core.cbs[static_cast<std::size_t>(owner->cb)]);
}

// A read or a write of any length. Longer ones are split into packets, one issue each (spec/timing.md 3.1).
CallResult stream(RiscContext& context, Call call, std::uint64_t other, std::uint32_t local, std::uint32_t bytes,
                  std::uint32_t options) {
    const arch::Arch& arch = context.chip.arch();
    const bool is_read = call == Call::noc_read || call == Call::noc_read_with_state;
    refuse_if_linked(context, options);
    if (!is_read && bytes != 0)
        if (const auto wait = until_taken(context, options)) return CallResult::wait(*wait);
    check_one_packet(arch, is_read ? "read" : "write", bytes, options);
    BufferState& held = held_by(context.core, is_read ? abi::CommandBuffer::read : buffer_of(options), options);
    Transfer packet = request_of(context, is_read ? noc::Kind::read : noc::Kind::write, options);
    packet.transaction_id = held.transaction_id;
    if (call == Call::noc_read_with_state || call == Call::noc_write_with_state) packet.channel = held.channel;
    noc::Address address = noc::split(arch, other);
    check_in_l1(context.core, "transfer", local, bytes);
    if ((options & abi::noc_whole_page) != 0) {
        if (bytes == 0) throw page_of_zero();
        if (const auto fault = another_page(context.chip, address, bytes, is_read))
            context.refuse(*fault, fault::Severity::warning);
    }
    held.address = other;
    held.bytes = bytes;
    Cycle issue = context.clock();
    for (std::uint32_t left = bytes; left != 0;) {
        packet.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, arch.noc.max_packet_bytes.count()));
        packet.l1_address = local;
        packet.bank = packet.other_core = -1;
        context.refuse(resolve(context.chip, packet, address, context.kernel.words()));
        check_local(context, local, packet.bytes, is_read);
        if (!is_read && packet.bank >= 0) note_source(context, local, packet.other_address);
        check_alignment(arch, packet);
        context.chip.send(packet, issue);
        local += packet.bytes;
        address.local += packet.bytes;
        left -= packet.bytes;
        held.bytes = packet.bytes;
        issue += cost_before(context, call);
    }
    CallResult result = CallResult::done();
    if (bytes != 0) result.cost = issue - context.clock() - cost_before(context, call);
    return result;
}

CallResult word_request(RiscContext& context, noc::Kind kind, const BufferState& held, std::uint32_t options) {
    refuse_if_linked(context, options);
    Transfer request = request_of(context, kind, options);
    request.value = held.value;
    request.byte_enable = held.byte_enable;
    request.channel = held.channel;
    request.transaction_id = held.transaction_id;
    request.bytes = 4;
    context.refuse(
        resolve(context.chip, request, noc::split(context.chip.arch(), held.address), context.kernel.words()));
    if (request.bank >= 0)
        throw Fault(Id::noc_out_of_bounds, "a 4-byte write or atomic goes to L1 or registers, not to DRAM");
    context.chip.send(request, context.clock());
    return CallResult::done();
}

}  // namespace

CallResult noc_call(RiscContext& context, Call call) {
    // The 36 bits of address below the coordinates stay of what is held, but for the 32 that are given anew.
    const auto with_low = [](const BufferState& held, std::uint32_t low) {
        return (held.address & ~std::uint64_t{0xFFFFFFFF}) | low;
    };
    const auto length = [](const BufferState& held, std::uint32_t bytes) {
        return bytes == abi::noc_state_bytes ? held.bytes : bytes;
    };
    switch (call) {
        case Call::accessor_without_page: throw page_of_zero();
        case Call::noc_read:
            return stream(context, call, noc::join(context.arg(0), context.arg(1)), context.arg(2), context.arg(3),
                          context.arg(4));
        case Call::noc_write:
            return stream(context, call, noc::join(context.arg(1), context.arg(2)), context.arg(0), context.arg(3),
                          context.arg(4));
        case Call::noc_write_multicast:
            return multicast(context, context.arg(0), noc::join(context.arg(1), context.arg(2)), context.arg(3),
                             context.arg(4), context.arg(5), context.arg(6) != 0);
        case Call::noc_set_state: {
            check_one_packet(context.chip.arch(), "transfers", context.arg(2), context.arg(3));
            BufferState& held = held_by(context.core, context.arg(3));
            held.address = noc::join(context.arg(0), context.arg(1));
            held.bytes = context.arg(2);
            held.channel = channel_of(context.arg(3));
            return CallResult::done();
        }
        case Call::noc_read_with_state: {
            const BufferState& held = held_by(context.core, abi::CommandBuffer::read, context.arg(3));
            return stream(context, call, with_low(held, context.arg(0)), context.arg(1), length(held, context.arg(2)),
                          context.arg(3));
        }
        case Call::noc_write_with_state: {
            const BufferState& held = held_by(context.core, context.arg(3));
            return stream(context, call, with_low(held, context.arg(1)), context.arg(0), length(held, context.arg(2)),
                          context.arg(3));
        }
        case Call::noc_inline_write:
        case Call::noc_semaphore_inc: {
            const bool is_write = call == Call::noc_inline_write;
            const std::uint32_t options = context.arg(is_write ? 4 : 3);
            BufferState& held = held_by(context.core, abi::CommandBuffer::atomic, options);
            held.address = noc::join(context.arg(0), context.arg(1));
            held.value = context.arg(2);
            held.byte_enable = is_write ? context.arg(3) & 0xF : 0xF;
            held.channel = channel_of(options);
            return word_request(context, is_write ? noc::Kind::inline_write : noc::Kind::atomic_add, held, options);
        }
        case Call::noc_inline_set_state: {
            BufferState& held = held_by(context.core, context.arg(4));
            held.address = noc::join(context.arg(0), context.arg(1));
            held.value = context.arg(2);
            held.byte_enable = context.arg(3) & 0xF;
            held.channel = channel_of(context.arg(4));
            return CallResult::done();
        }
        case Call::noc_inline_with_state: {
            BufferState& held = held_by(context.core, context.arg(3));
            if ((context.arg(2) & abi::inline_update_low) != 0) held.address = with_low(held, context.arg(0));
            if ((context.arg(2) & abi::inline_update_high) != 0)
                held.address = std::uint64_t{context.arg(0)} << abi::noc_address_bits | noc::local_part(held.address);
            if ((context.arg(2) & abi::inline_update_value) != 0) held.value = context.arg(1);
            return word_request(context, noc::Kind::inline_write, held, context.arg(3));
        }
        default: return noc_wait_call(context, call);
    }
}

}  // namespace tessera::core
