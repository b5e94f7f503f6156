// NoC calls of a data-movement kernel (spec/kernel-api.md 2.2, 2.3): bounds, alignment, counters and barriers.
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/risc_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/noc/address.hpp"

namespace tessera::core {

using abi::Call;
using fault::Fault;
using fault::Id;
using noc::Transfer;
using watch::WaitReason;

namespace {

// Fills in which memory the other end is, or faults.
void resolve(Machine& machine, Transfer& transfer, const noc::Address& address) {
    const arch::Dram& dram = machine.arch().dram;
    transfer.other = address.coord;
    for (int bank = 0; bank < dram.banks; ++bank)
        if (dram.endpoint[static_cast<std::size_t>(bank)] == address.coord) transfer.bank = bank;
    transfer.other_address = address.local;
    if (transfer.bank >= 0) {
        transfer.other_address %= dram.bank_bytes.count();
        if (!machine.dram().allowed(transfer.other_address, transfer.bytes))
            throw Fault(Id::noc_out_of_bounds,
                        fmt::format("{} of {} bytes at 0x{:x} of DRAM bank {}: no buffer holds that range",
                                    transfer.kind == noc::Kind::read ? "read" : "write", transfer.bytes,
                                    transfer.other_address, transfer.bank));
        return;
    }
    Core* core = machine.core_at(address.coord);
    if (core == nullptr)
        throw Fault(Id::noc_out_of_bounds,
                    fmt::format("NoC address names ({},{}), which is neither DRAM nor a Tensix core", address.coord.x,
                                address.coord.y));
    transfer.other_core = core->index;
    if (transfer.other_address + transfer.bytes > core->l1.size())
        throw Fault(Id::noc_out_of_bounds,
                    fmt::format("transfer of {} bytes at 0x{:x} leaves the L1 of core ({},{})", transfer.bytes,
                                transfer.other_address, core->logical_x, core->logical_y));
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

}  // namespace

CallResult RiscAgent::noc_call(Call call) {
    const arch::Arch& arch = machine_.arch();
    const auto outstanding = [&](std::uint32_t noc) -> Outstanding& {
        return core_.outstanding[static_cast<std::size_t>(risc_)][noc & 1];
    };
    Transfer transfer;
    transfer.core = core_.index;
    transfer.risc = static_cast<int>(risc_);
    transfer.self = core_.physical;
    transfer.pc = pending_->pc;
    switch (call) {
        case Call::noc_read:
        case Call::noc_write: {
            const bool is_read = call == Call::noc_read;
            transfer.kind = is_read ? noc::Kind::read : noc::Kind::write;
            const std::uint64_t other = is_read ? noc::join(arg(0), arg(1)) : noc::join(arg(1), arg(2));
            std::uint32_t local = is_read ? arg(2) : arg(0);
            std::uint32_t left = arg(3);
            transfer.noc = static_cast<int>(arg(4) & 1);
            noc::Address address = noc::split(other);
            if (!core_.l1.contains(local, std::max(left, 1u)))
                throw Fault(Id::noc_out_of_bounds, fmt::format("transfer of {} bytes at 0x{:x} leaves L1 ({} bytes)",
                                                               left, local, core_.l1.size()));
            if (left == 0) return CallResult::done();
            Cycle issue = clock;
            // Longer requests are split into packets, one issue each (spec/timing.md 3.1).
            while (left != 0) {
                Transfer packet = transfer;
                packet.bytes =
                    static_cast<std::uint32_t>(std::min<std::uint64_t>(left, arch.noc.max_packet_bytes.count()));
                packet.l1_address = local;
                resolve(machine_, packet, address);
                check_alignment(arch, packet);
                machine_.send(packet, issue);
                local += packet.bytes;
                address.local += packet.bytes;
                left -= packet.bytes;
                issue += cost_before(call);
            }
            CallResult result = CallResult::done();
            result.cost = issue - clock - cost_before(call);
            return result;
        }
        case Call::noc_inline_write:
        case Call::noc_semaphore_inc: {
            transfer.kind = call == Call::noc_inline_write ? noc::Kind::inline_write : noc::Kind::atomic_add;
            transfer.value = arg(2);
            transfer.bytes = 4;
            transfer.noc = static_cast<int>(arg(call == Call::noc_inline_write ? 4 : 3) & 1);
            resolve(machine_, transfer, noc::split(noc::join(arg(0), arg(1))));
            if (transfer.bank >= 0)
                throw Fault(Id::noc_out_of_bounds, "a 4-byte write or atomic goes to L1 or registers, not to DRAM");
            machine_.send(transfer, clock);
            return CallResult::done();
        }
        case Call::noc_write_multicast: {
            const noc::MulticastAddress rectangle = noc::split_multicast(noc::join(arg(1), arg(2)));
            const bool loopback = arg(6) != 0;
            std::uint32_t count = 0;
            transfer.kind = noc::Kind::write;
            transfer.bytes = arg(3);
            transfer.l1_address = arg(0);
            transfer.noc = static_cast<int>(arg(4) & 1);
            if (!core_.l1.contains(transfer.l1_address, std::max(transfer.bytes, 1u)))
                throw Fault(Id::noc_out_of_bounds, fmt::format("multicast of {} bytes at 0x{:x} leaves L1 ({} bytes)",
                                                               transfer.bytes, transfer.l1_address, core_.l1.size()));
            const auto [x0, x1] = std::minmax(rectangle.start.x, rectangle.end.x);
            const auto [y0, y1] = std::minmax(rectangle.start.y, rectangle.end.y);
            for (int y = y0; y <= y1; ++y)
                for (int x = x0; x <= x1; ++x) {
                    const Core* core = machine_.core_at({x, y});
                    if (core == nullptr || (core == &core_ && !loopback)) continue;
                    if (++count == 1) {
                        resolve(machine_, transfer, {{x, y}, rectangle.local});
                        check_alignment(arch, transfer);
                    } else {
                        transfer.more_cores.push_back(core->index);
                    }
                }
            if (count != arg(5))
                throw Fault(Id::noc_out_of_bounds,
                            fmt::format("multicast to {} core(s) with num_dests {}: the barrier would "
                                        "hang or return early",
                                        count, arg(5)));
            if (count != 0) machine_.send(std::move(transfer), clock);
            return CallResult::done();
        }
        case Call::noc_read_barrier:
            if (outstanding(arg(0)).reads == 0) return CallResult::done();
            return CallResult::wait({WaitReason::noc_read, arg(0) & 1, 0, 0});
        case Call::noc_write_barrier:
            if (outstanding(arg(0)).writes == 0) return CallResult::done();
            return CallResult::wait({WaitReason::noc_write, arg(0) & 1, 0, 0});
        case Call::noc_writes_flushed:
            if (outstanding(arg(0)).unflushed == 0) return CallResult::done();
            return CallResult::wait({WaitReason::noc_flush, arg(0) & 1, 0, 0});
        case Call::noc_atomic_barrier:
            if (outstanding(arg(0)).atomics == 0) return CallResult::done();
            return CallResult::wait({WaitReason::noc_atomic, arg(0) & 1, 0, 0});
        case Call::semaphore_wait:
        case Call::semaphore_wait_min: {
            const std::uint32_t value = core_.l1.load(arg(0), 4);
            if (call == Call::semaphore_wait ? value == arg(1) : value >= arg(1)) return CallResult::done();
            return CallResult::wait({WaitReason::semaphore, arg(0), arg(1), arch.riscv.l1_load_cycles.cycles() + 3});
        }
        case Call::my_coordinate:
            return CallResult::done(static_cast<std::uint32_t>(core_.physical.x | core_.physical.y << 8));
        case Call::my_logical:
            return CallResult::done(static_cast<std::uint32_t>(core_.logical_x | core_.logical_y << 8 |
                                                               core_.relative_x << 16 | core_.relative_y << 24));
        default: throw Fault(Id::illegal_instruction, "unknown NoC call");
    }
}

}  // namespace tessera::core
