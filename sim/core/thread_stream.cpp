// Tiles on their way through the Src banks: T0 fills banks as a tile program lists, T1 works on what is valid and gives
// the banks back (spec/tensix-core.md 7, timing.md 2.3). 32-bit data go past them into Dst.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/core/datapath.hpp"
#include "sim/core/non_finite.hpp"
#include "sim/core/other_bits.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::WaitReason;

namespace {

// Rows of Dst that a step writes, which may be fewer where a tile is pooled.
struct Rows {
    int first, count;
};
Rows written_rows(const MathStep& step, int row) {
    switch (step.op) {
        case MathStep::Op::copy:
        case MathStep::Op::elementwise:
        case MathStep::Op::broadcast_copy:
        case MathStep::Op::spread_row: return {row + step.row, 16};
        case MathStep::Op::transpose:
        case MathStep::Op::dst_to_a:
        case MathStep::Op::dst_to_b: return {row, 0};
        default: return {row, tensix::Dst::rows_of_tile};
    }
}

// Rows of the step's tile that it pools faces into by a scaler in the first row of SrcB.
std::vector<int> pooled_rows(const MathStep& step) {
    switch (step.op) {
        case MathStep::Op::pool:
        case MathStep::Op::spread_row:
        case MathStep::Op::pool_scalar: return {step.row};
        case MathStep::Op::pool_faces: return {step.row, step.row + 32};
        default: return {};
    }
}

tensix::DataFormat format_of(const Core& core, const Fill& fill) {
    return static_cast<tensix::DataFormat>(core.cbs[fill.cb].format);
}
const tensix::CircularBuffer* buffer_of(const Core& core, const Fill& fill) { return &core.cbs[fill.cb]; }

bool reads_l1(const Fill& fill) { return fill.from != Fill::From::nothing && fill.from != Fill::From::zeros; }

}  // namespace

// Both unpackers at once share the bandwidth of one. Rows of a block that lie in the same banks of L1 are read one
// after the other, where otherwise several fit into a cycle.
Cycle ThreadAgent::unpack_cycles(const Round& round) {
    const arch::Tensix& tensix = machine_.arch().tensix;
    if (round.fill[src_a].from == Fill::From::untilized) return gather_cycles(round.fill[src_a]);
    double bytes = 0;
    for (const Fill& fill : round.fill) {
        if (!reads_l1(fill)) continue;
        const tensix::CircularBuffer& cb = core_.cb(fill.cb);
        const double all = cb.tile_bytes * static_cast<double>(fill.rows) / 64;
        const std::uint32_t apart = cb.tile_bytes / tensix::tile_datums * static_cast<std::uint32_t>(fill.width);
        const std::uint64_t period = tensix.unpack_bank_period_bytes.count();
        const bool meet = fill.from == Fill::From::row_major && period != 0 && apart % period == 0;
        bytes += meet ? std::max(all, fill.rows * tensix.unpack_bank_row_bytes) : all;
    }
    return tensix.unpack_setup_cycles.cycles() / 4 * static_cast<Cycle>(round.unpacrs) +
           static_cast<Cycle>(bytes / tensix.unpack_bytes_per_cycle);
}

// Sixteen datums of two faces at a time, from tile after tile: the steps between them take longer than the datums.
Cycle ThreadAgent::gather_cycles(const Fill& fill) const {
    const arch::Tensix& tensix = machine_.arch().tensix;
    const auto pairs = static_cast<std::uint32_t>(fill.rows) / 2;
    const Cycle ends = static_cast<Cycle>(tensix.gather_line_cycles * pairs / fill.block_tiles);
    return pairs * tensix.gather_pair_cycles.cycles() + tensix.gather_bank_cycles.cycles() + ends;
}

void ThreadAgent::touches_fill(const Fill& fill, const Command& command) {
    if (!reads_l1(fill)) return;
    touches(watch::Touch::unpack, fill.address,
            fill.from == Fill::From::tile ? core_.cb(fill.cb).tile_bytes : fill.bytes, command);
}

void ThreadAgent::note_unwritten(const Fill& fill, const Command& command) {
    note_unwritten(unwritten(core_, fill, command.call->program->call), fill.address, bytes_of(core_, fill),
                   command.pc);
}

void ThreadAgent::note_unwritten(const watch::Undetermined::Why& why, std::uint32_t address, std::uint32_t bytes,
                                 std::uint32_t pc) {
    if (why == nullptr) return;
    const std::vector<ByteRange> gaps = core_.l1.gaps(address, bytes);
    if (gaps.size() == 1 && gaps.front().bytes == bytes)
        machine_.raise(*why, fault::Severity::error, risc(), pc, clock);
    if (machine_.options().blind_time) return;
    if (!why->where().file.empty()) return use_other_bits(core_, why);
    // It stands at the transfer that should have brought the bytes, if there was one.
    auto located = std::make_shared<Fault>(*why);
    if (const Arrival* last = core_.arrivals.latest(address, address + bytes)) {
        machine_.core(last->by.core)
            .riscs[static_cast<std::size_t>(last->by.risc)]
            ->locate(*located, last->by.pc, last->by.at);
        located->related.push_back(risc().where(pc, clock));
    }
    risc().locate(*located, pc, clock);
    if (machine_.options().faults.pedantic) machine_.raise(*located, fault::Severity::warning, risc(), pc, clock);
    use_other_bits(core_, std::move(located));
}

// An UNPACR waits in its unpacker until its bank is free; the thread goes on with what is for the other one
// (spec/timing.md 2.3).
ThreadAgent::Phase ThreadAgent::unpack(Command& command) {
    const TileProgram& program = *command.call->program;
    if (program.to_dst) return unpack_to_dst(command);
    const std::vector<Round>& rounds = program.rounds;
    if (command.step != 0) {
        fill_banks(command, rounds[command.call->round]);
        command.step = 0;
        return take(0);
    }
    std::size_t& next = command.call->rounds_begun;
    std::optional<std::size_t>& held = command.call->held_round;
    if (!held && next + 1 < rounds.size() && full_bank(rounds[next]) && rounds[next].only() &&
        rounds[next + 1].only() && rounds[next].only() != rounds[next + 1].only())
        held = next++;
    if (held && !full_bank(rounds[*held])) return begin_round(command, *std::exchange(held, std::nullopt));
    const std::optional<Operand> waiting = held ? rounds[*held].only() : std::nullopt;
    if (next < rounds.size()) {
        const bool behind = waiting && rounds[next].fill[*waiting].from != Fill::From::nothing;
        const std::optional<Operand> full = behind ? waiting : full_bank(rounds[next]);
        if (!full) return begin_round(command, next++);
        return wait_for(WaitReason::src_free, waiting && full != waiting ? either_operand : std::uint32_t{*full});
    }
    return waiting ? wait_for(WaitReason::src_free, *waiting) : finish();
}

// The first operand of the round whose bank the matrix unit still holds.
std::optional<Operand> ThreadAgent::full_bank(const Round& round) const {
    for (const Operand operand : operands)
        if (round.fill[operand].from != Fill::From::nothing && core_.src[operand][core_.unpack_bank[operand]].valid)
            return operand;
    return std::nullopt;
}

ThreadAgent::Phase ThreadAgent::begin_round(Command& command, std::size_t index) {
    const Round& round = command.call->program->rounds[index];
    for (const Operand operand : operands) {
        const Fill& fill = round.fill[operand];
        if (reads_l1(fill))
            check_format(core_.cb(fill.cb), configured_[operand], command.call->program->call,
                         fill.from == Fill::From::tile);
        if (watch::Order* ordering = machine_.order(); ordering != nullptr && fill.from != Fill::From::nothing)
            ordering->acquire(order_agent(),
                              ordering->channels(order_agent().core).freed[operand][core_.unpack_bank[operand]]);
    }
    command.call->round = index;
    command.step = 1;
    phase_begin_ = clock;
    return take(unpack_cycles(round));
}

void ThreadAgent::fill_banks(Command& command, const Round& round) {
    busy(phase_begin_, clock, watch::unpacker, command.call->program->unpack_label);
    for (const Operand operand : operands) {
        if (round.fill[operand].from == Fill::From::nothing) continue;
        const Fill& fill = round.fill[operand];
        touches_fill(fill, command);
        note_unwritten(fill, command);
        const std::uint32_t bytes = bytes_of(core_, fill);
        tensix::SrcBank& bank = core_.src[operand][core_.unpack_bank[operand]];
        fill_bank(core_, fill, core_.l1.raw(fill.address, bytes), bank);
        if (core_.other_bits)
            fill_bank(core_, fill, with_other_bits(core_, fill.address, bytes),
                      core_.other_bits->src[operand][core_.unpack_bank[operand]]);
        if (FollowedValues* followed = machine_.options().followed)
            followed->unpacked(core_, {risc(), command.pc, clock}, fill.address, bytes, format_of(core_, fill),
                               buffer_of(core_, fill), operand, core_.unpack_bank[operand]);
        hand_over(operand, clock);
    }
}

// 32-bit data straight into Dst: T1 names the place and waits, T0 writes it (spec/tensix-core.md 7, timing.md 2.3).
ThreadAgent::Phase ThreadAgent::unpack_to_dst(Command& command) {
    const Round& round = command.call->program->rounds.front();
    DstProtocol& protocol = core_.dst_protocol;
    if (command.step == 0) {
        const tensix::CircularBuffer& cb = core_.cb(round.fill[src_a].cb);
        check_format(cb, configured_[src_a], command.call->program->call);
        if (!protocol.unpack_requested) return wait_for(WaitReason::semaphore, 2);
        check_room_for_32_bits(static_cast<int>(protocol.unpack_row), tensix::Dst::rows_of_tile,
                               command.call->program->call);
        phase_begin_ = clock;
        command.step = 1;
        const arch::Tensix& tensix = machine_.arch().tensix;
        const auto stream = static_cast<Cycle>(cb.tile_bytes / tensix.unpack_bytes_per_cycle);
        return take(tensix.unpack_to_dst_handshake_cycles.cycles() + tensix.unpack_setup_cycles.cycles() + stream);
    }
    if (watch::Order* ordering = machine_.order()) ordering->pass(order_agent(1), order_agent());
    touches_fill(round.fill[src_a], command);
    const Fill& fill = round.fill[src_a];
    note_unwritten(fill, command);
    const std::uint32_t bytes = bytes_of(core_, fill);
    const int row = static_cast<int>(protocol.unpack_row);
    fill_dst(core_, fill, core_.l1.raw(fill.address, bytes), row);
    repeat_with_other_bits(core_, [&] { fill_dst(core_, fill, with_other_bits(core_, fill.address, bytes), row); });
    const tensix::DataFormat format = format_of(core_, fill);
    if (FollowedValues* followed = machine_.options().followed)
        followed->unpacked_to_dst(core_, {risc(), command.pc, clock}, fill.address, bytes, format,
                                  buffer_of(core_, fill), row, tensix::Dst::rows_of_tile);
    core_.dst_contents.wrote(row, tensix::Dst::rows_of_tile, {tensix::unpacked_kind(format), 0, command.pc});
    protocol.unpack_requested = false;
    protocol.unpack_done = true;
    busy(phase_begin_, clock, watch::unpacker, "unpack to Dst");
    core_.notify(WaitReason::semaphore, 6, clock);
    return finish();
}

ThreadAgent::Phase ThreadAgent::math(Command& command) {
    const TileProgram& program = *command.call->program;
    if (!core_.dst_protocol.acquired && !machine_.options().t1_alone)
        raise(Fault(Id::dst_ownership, fmt::format("{} writes Dst without tile_regs_acquire", program.call)));
    if (program.to_dst) return datacopy_from_unpacker(command);
    const auto index = static_cast<std::size_t>(command.step / 2);
    if (index == program.steps.size()) {
        core_.fpu_idle_at = clock + program.latency;
        return finish();
    }
    const MathStep& step = program.steps[index];
    const int row = dst_row(step.tile, core_.dst_protocol.math_half);
    if (command.step % 2 == 0) {
        for (const Operand operand : operands)
            for (int ahead = 0; ahead < step.banks[operand]; ++ahead)
                if (!core_.src[operand][core_.math_bank[operand] ^ static_cast<std::size_t>(ahead)].valid)
                    return wait_for(WaitReason::src_valid, operand);
        if (watch::Order* ordering = machine_.order())
            for (const Operand operand : operands)
                if (step.banks[operand] > 0)
                    ordering->acquire(order_agent(),
                                      ordering->channels(order_agent().core).filled[operand][core_.math_bank[operand]]);
        phase_begin_ = clock;
        ++command.step;
        const Cycle begin = index == 0 ? clock : std::max(clock, command.call->step_ended + step.held);
        return take(begin - clock + step.cycles);
    }
    command.call->step_ended = clock;
    core_.next_draw();
    for (const int pooled : pooled_rows(step))
        check_scaler(core_.src[src_b][core_.math_bank[src_b] ^ static_cast<std::size_t>(step.ahead[src_b])], 0,
                     row + pooled);
    follow(core_, {risc(), command.pc, clock}, program.call, row, tensix::Dst::rows_of_tile, [&] {
        const tensix::DatumKind kind = apply(core_, program, step, row);
        repeat_with_other_bits(core_, [&] { apply(core_, program, step, row); });
        const Rows written = written_rows(step, row);
        core_.dst_contents.wrote(written.first, written.count, {kind, 1, command.pc});
    });
    core_.dst_protocol.made_by[static_cast<std::size_t>(row / 64)] = program.word + 1;
    fpu_wrote_face(row + step.row);
    if (machine_.options().math != nullptr) machine_.options().math->tile_written(step.tile);
    busy(phase_begin_, clock, watch::fpu, program.math_label);
    for (const Operand operand : operands)
        for (int i = 0; i < step.frees[operand]; ++i) {
            give_back(operand);
            core_.math_bank[operand] ^= 1;
        }
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
    if (watch::Order* ordering = machine_.order()) ordering->pass(order_agent(0), order_agent());
    protocol.unpack_done = false;
    if (machine_.options().math != nullptr) machine_.options().math->tile_written(command.a);
    Cycle cycles = 1;
    core_.dst_protocol.made_by[protocol.unpack_row / 64] = command.call->program->word + 1;
    for (const MathStep& step : command.call->program->steps) {
        const int row = static_cast<int>(protocol.unpack_row);
        const auto work = [&] { apply(core_, *command.call->program, step, row); };
        follow(core_, {risc(), command.pc, clock}, command.call->program->call, row, tensix::Dst::rows_of_tile, [&] {
            work();
            repeat_with_other_bits(core_, work);
        });
        cycles += step.cycles;
    }
    return finish(cycles);
}

}  // namespace tessera::core
