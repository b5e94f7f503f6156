#include "sim/core/thread_agent.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/datapath.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::Semaphore;
using watch::WaitReason;

ThreadAgent::ThreadAgent(Core& core, int thread) : core_(core), machine_(core.machine), thread_(thread) {}

std::string ThreadAgent::position() const { return queue_.empty() ? "" : risc().position(queue_.front().pc); }

void ThreadAgent::locate_wait(Fault& fault, Cycle cycle) const { risc().locate(fault, queue_.front().pc, cycle); }

void ThreadAgent::out_of_time(Cycle limit) const {
    Fault fault(Id::cycle_limit, fmt::format("still running after {} cycles", limit));
    risc().locate(fault, queue_.front().pc, clock);
    throw fault;
}

const RiscAgent& ThreadAgent::risc() const { return *core_.riscs[static_cast<std::size_t>(thread_ + 2)]; }

bool ThreadAgent::has_room(std::uint32_t pushes) const {
    const auto entries = machine_.arch().tensix.fifo_entries[static_cast<std::size_t>(thread_)].count();
    return queue_.empty() || occupied_ + pushes <= entries;
}

void ThreadAgent::push(Command command) {
    occupied_ += command.pushes;
    const Cycle pushed = command.pushed;
    queue_.push_back(std::move(command));
    if (state == State::idle) machine_.scheduler().queue(*this, std::max(clock, pushed + 1));
}

void ThreadAgent::busy(Cycle begin, Cycle end, int row, const char* label) {
    if (end > begin) machine_.hub().emit(watch::Busy{{core_.index, row}, begin, end, label});
}

void ThreadAgent::step() {
    Command& command = queue_.front();
    try {
        for (;;) {
            const Phase phase = execute(command);
            if (phase.blocked) return machine_.scheduler().block(*this, *phase.blocked);
            clock += phase.cycles;
            if (phase.finished) break;
            if (machine_.scheduler().somebody_before(*this, clock)) return machine_.scheduler().queue(*this, clock);
        }
    } catch (Fault& fault) {
        risc().locate(fault, command.pc, clock);
        throw;
    }
    occupied_ -= command.pushes;
    queue_.pop_front();
    core_.notify(WaitReason::tensix_fifo, static_cast<std::uint32_t>(thread_), clock);
    if (queue_.empty()) return machine_.scheduler().idle(*this);
    machine_.scheduler().queue(*this, std::max(clock, queue_.front().pushed + 1));
}

ThreadAgent::Phase ThreadAgent::execute(Command& command) {
    switch (command.kind) {
        case Command::Kind::configure: return configure(command);
        case Command::Kind::unpack_tile: return unpack(command);
        case Command::Kind::unpack_pair: return unpack_pair(command);
        case Command::Kind::binary_tile: return binary(command);
        case Command::Kind::datacopy_tile: return datacopy(command);
        case Command::Kind::pack_tile: return pack(command);
        case Command::Kind::publish_push: {
            tensix::CircularBuffer& cb = core_.cb(command.a);
            cb.publish_push(command.b);
            core_.notify(WaitReason::cb_empty, command.a, clock);
            machine_.hub().emit(
                watch::CbLevel{core_.index, cb.index, clock, static_cast<int>(cb.received - cb.acked), thread_ + 2});
            return finish(1);
        }
        case Command::Kind::publish_pop: {
            tensix::CircularBuffer& cb = core_.cb(command.a);
            cb.publish_pop(command.b);
            core_.notify(WaitReason::cb_full, command.a, clock);
            machine_.hub().emit(
                watch::CbLevel{core_.index, cb.index, clock, static_cast<int>(cb.received - cb.acked), thread_ + 2});
            return finish(1);
        }
        case Command::Kind::acquire: return acquire(command);
        case Command::Kind::commit: return commit(command);
        case Command::Kind::wait: return wait(command);
        case Command::Kind::release: return release(command);
        case Command::Kind::word: return tensix_word(command);
        case Command::Kind::sfpu: return sfpu(command);
    }
    throw Fault(Id::internal_error, "unknown command");
}

int ThreadAgent::dst_row(std::uint32_t tile, int half) const {
    const int tiles = core_.mode.dst_tiles();
    if (tile >= static_cast<std::uint32_t>(tiles))
        throw Fault(Id::dst_index, fmt::format("Dst tile {}: {} {} Dst holds tiles 0 to {} per acquire", tile,
                                               core_.mode.full_sync ? "full-sync" : "half-sync",
                                               core_.mode.fp32_dest_acc ? "fp32" : "16-bit", tiles - 1));
    return static_cast<int>(tile) * 64 + (half != 0 ? 512 : 0);
}

ThreadAgent::Phase ThreadAgent::configure(Command& command) {
    const std::uint32_t cb = thread_ == 0 ? command.a : thread_ == 2 ? command.b : Command::unchanged;
    // An init names cb 16 by default even where the kernel packs elsewhere.
    if (cb < core_.cbs.size() && core_.cbs[cb].configured) configured_ = {core_.cbs[cb].format, cb, command.pc};
    return finish(1);
}

// The unit keeps the format it was configured for (spec/kernel-api.md 3.2): another one is read or written wrongly.
void ThreadAgent::check_format(const Command& command, const char* call) const {
    const tensix::CircularBuffer& cb = core_.cb(command.b);
    const auto name = [](int format) { return tensix::name(static_cast<tensix::DataFormat>(format)); };
    if (cb.page_bytes < cb.tile_bytes)
        throw Fault(Id::format_mismatch, fmt::format("{}: a tile of {} has {} bytes, a page of cb {} only {}", call,
                                                     name(cb.format), cb.tile_bytes, cb.index, cb.page_bytes));
    if (configured_.format < 0 || configured_.format == cb.format) return;
    Fault fault(Id::format_mismatch, fmt::format("{}: cb {} holds {}, but the {} is configured for {} (cb {})", call,
                                                 cb.index, name(cb.format), thread_ == 0 ? "unpacker" : "packer",
                                                 name(configured_.format), configured_.cb));
    fault.notes = fmt::format("{}: note: configured here\n", risc().position(configured_.pc));
    throw fault;
}

// T0: a tile face by face into SrcA, whose two banks let it run at most two faces ahead of the FPU.
ThreadAgent::Phase ThreadAgent::unpack(Command& command) {
    const tensix::CircularBuffer& cb = core_.cb(command.b);
    check_format(command, "copy_tile");
    if (cb.unpack_to_dst) return unpack_to_dst(command);
    const arch::Tensix& tensix = machine_.arch().tensix;
    if (command.step == 8) return finish();
    SrcBank& bank = core_.src_a[static_cast<std::size_t>(core_.unpack_bank)];
    if (command.step % 2 == 0) {
        if (bank.valid) return wait_for(WaitReason::src_free, 0);
        phase_begin_ = clock;
        ++command.step;
        const auto stream = static_cast<Cycle>(cb.tile_bytes / 4 / tensix.unpack_bytes_per_cycle);
        return take(tensix.unpack_setup_cycles.cycles() / 4 + stream);
    }
    unpack_face(core_, cb, command.a, command.step / 2, bank);
    bank.valid = true;
    core_.unpack_bank ^= 1;
    busy(phase_begin_, clock, watch::unpacker, "unpack");
    core_.notify(WaitReason::src_valid, 0, clock);
    ++command.step;
    return take(0);
}

// 32-bit data straight into Dst: T1 names the place and waits, T0 writes it (spec/tensix-core.md 7, timing.md 2.3).
ThreadAgent::Phase ThreadAgent::unpack_to_dst(Command& command) {
    const tensix::CircularBuffer& cb = core_.cb(command.b);
    const arch::Tensix& tensix = machine_.arch().tensix;
    DstProtocol& protocol = core_.dst_protocol;
    if (command.step == 0) {
        if (!protocol.unpack_requested) return wait_for(WaitReason::semaphore, 2);
        phase_begin_ = clock;
        command.step = 1;
        const auto stream = static_cast<Cycle>(cb.tile_bytes / tensix.unpack_bytes_per_cycle);
        return take(tensix.unpack_to_dst_handshake_cycles.cycles() + tensix.unpack_setup_cycles.cycles() + stream);
    }
    unpack_tile_to_dst(core_, cb, command.a, static_cast<int>(protocol.unpack_row));
    protocol.unpack_requested = false;
    protocol.unpack_done = true;
    busy(phase_begin_, clock, watch::unpacker, "unpack to Dst");
    core_.notify(WaitReason::semaphore, 6, clock);
    return finish();
}

// T1: the FPU moves each valid SrcA bank into Dst, then gives the bank back.
ThreadAgent::Phase ThreadAgent::datacopy(Command& command) {
    if (!core_.dst_protocol.acquired) throw Fault(Id::dst_ownership, "copy_tile writes Dst without tile_regs_acquire");
    const int row = dst_row(command.a, core_.dst_protocol.math_half);
    if (core_.cb(command.b).unpack_to_dst) return datacopy_from_unpacker(command);
    const arch::Tensix& tensix = machine_.arch().tensix;
    if (command.step == 8) {
        core_.fpu_idle_at = clock + tensix.datacopy_latency_cycles.cycles();
        return finish();
    }
    SrcBank& bank = core_.src_a[static_cast<std::size_t>(core_.math_bank)];
    if (command.step % 2 == 0) {
        if (!bank.valid) return wait_for(WaitReason::src_valid, 0);
        phase_begin_ = clock;
        ++command.step;
        return take(tensix.datacopy_issue_cycles.cycles() / 4);
    }
    datacopy_face(core_, bank, row + 16 * (command.step / 2));
    fpu_wrote_face(row + 16 * (command.step / 2));
    bank.valid = false;
    core_.math_bank ^= 1;
    busy(phase_begin_, clock, watch::fpu, "copy");
    core_.notify(WaitReason::src_free, 0, clock);
    ++command.step;
    return take(0);
}

ThreadAgent::Phase ThreadAgent::datacopy_from_unpacker(Command& command) {
    DstProtocol& protocol = core_.dst_protocol;
    if (command.step == 0) {
        protocol.unpack_row = static_cast<std::uint32_t>(dst_row(command.a, protocol.math_half));
        protocol.unpack_requested = true;
        protocol.unpack_done = false;
        core_.notify(WaitReason::semaphore, 2, clock);
        command.step = 1;
        return take(1);
    }
    if (!protocol.unpack_done) return wait_for(WaitReason::semaphore, 6);
    protocol.unpack_done = false;
    return finish(1);
}

// T2: a tile of Dst through the packer into L1.
ThreadAgent::Phase ThreadAgent::pack(Command& command) {
    if (!core_.dst_protocol.pack_granted)
        throw Fault(Id::pack_order, "pack_tile without tile_regs_wait: math has not committed this half of Dst");
    const tensix::CircularBuffer& cb = core_.cb(command.b);
    const int row = dst_row(command.a, core_.dst_protocol.pack_half);
    if (command.step == 0) {
        check_format(command, "pack_tile");
        phase_begin_ = clock;
        command.step = 1;
        const arch::Tensix& tensix = machine_.arch().tensix;
        const auto stream = static_cast<Cycle>(cb.tile_bytes / tensix.pack_bytes_per_cycle);
        return take(tensix.pack_fill_cycles.cycles() + stream);
    }
    pack_tile(core_, row, cb, command.c);
    busy(phase_begin_, clock, watch::packer, "pack");
    core_.l1_written(command.c, cb.tile_bytes, clock);
    return finish();
}

// Raw SEMPOST and SEMGET reach the same counters as the calls about Dst.
void ThreadAgent::semaphore_changed(std::uint32_t index) {
    core_.notify(WaitReason::semaphore, index, clock);
    if (index != static_cast<std::uint32_t>(Semaphore::math_pack)) return;
    core_.notify(WaitReason::dst_ready, 0, clock);
    core_.notify(WaitReason::dst_free, 0, clock);
}

ThreadAgent::Phase ThreadAgent::acquire(Command&) {
    if (core_.dst_protocol.acquired) throw Fault(Id::dst_ownership, "tile_regs_acquire twice without tile_regs_commit");
    const auto& math_pack = core_.semaphores[Semaphore::math_pack];
    if (math_pack.value >= math_pack.max) return wait_for(WaitReason::dst_free, 0);
    core_.dst_protocol.acquired = true;
    return finish(1);
}

ThreadAgent::Phase ThreadAgent::commit(Command& command) {
    if (!core_.dst_protocol.acquired) throw Fault(Id::dst_ownership, "tile_regs_commit without tile_regs_acquire");
    if (command.step == 0) {
        command.step = 1;
        const Cycle idle = std::max(core_.fpu_idle_at, core_.sfpu_idle_at);
        return take(idle > clock ? idle - clock : 0);
    }
    core_.dst_protocol.acquired = false;
    fpu_writes_.settled();
    if (!core_.mode.full_sync) core_.dst_protocol.math_half ^= 1;
    ++core_.semaphores[Semaphore::math_pack].value;
    semaphore_changed(static_cast<std::uint32_t>(Semaphore::math_pack));
    return finish(1);
}

ThreadAgent::Phase ThreadAgent::wait(Command&) {
    if (core_.semaphores[Semaphore::math_pack].value == 0) return wait_for(WaitReason::dst_ready, 0);
    core_.dst_protocol.pack_granted = true;
    return finish(1);
}

ThreadAgent::Phase ThreadAgent::release(Command&) {
    DstProtocol& protocol = core_.dst_protocol;
    if (!protocol.pack_granted) throw Fault(Id::dst_ownership, "tile_regs_release without tile_regs_wait");
    protocol.pack_granted = false;
    zero_dst(core_, protocol.pack_half);
    if (!core_.mode.full_sync) protocol.pack_half ^= 1;
    --core_.semaphores[Semaphore::math_pack].value;
    semaphore_changed(static_cast<std::uint32_t>(Semaphore::math_pack));
    return finish(1);
}

}  // namespace tessera::core
