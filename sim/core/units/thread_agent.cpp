#include "sim/core/units/thread_agent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/core/debugger.hpp"
#include "sim/core/judges/twice.hpp"
#include "sim/core/judges/unit_order.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::WaitReason;

ThreadAgent::ThreadAgent(Core& core, Units& units, int thread)
    : core_(core), shared_(core.shared), units_(units), thread_(thread) {}

std::string ThreadAgent::position() const { return queue_.empty() ? "" : kernel().position(queue_.front().pc); }

watch::Spot ThreadAgent::spot() const { return queue_.empty() ? watch::Spot{} : kernel().spot(queue_.front().pc); }

void ThreadAgent::locate_wait(Fault& fault, Cycle cycle) const { kernel().locate(fault, queue_.front().pc, cycle); }

void ThreadAgent::out_of_time(Cycle limit) const {
    Fault fault(Id::cycle_limit, fmt::format("still running after {} cycles", limit));
    kernel().locate(fault, queue_.front().pc, clock);
    throw fault;
}

Issue ThreadAgent::issue_of(const Command& command) const {
    return {.core = core_,
            .thread = thread_,
            .word = command.kind == Command::Kind::word ? command.a : 0,
            .pc = command.pc,
            .mop_pc = command.mop_pc,
            .pushed = command.pushed,
            .now = clock,
            .by_brisc = command.by_brisc};
}

bool ThreadAgent::has_room(std::uint32_t pushes) const {
    const auto entries = shared_.arch().tensix.fifo_entries[static_cast<std::size_t>(thread_)].count();
    return queue_.empty() || occupied_ + pushes <= entries;
}

void ThreadAgent::push(Command&& command) {
    occupied_ += command.pushes;
    queue_.push_back(std::move(command));
    if (state != State::idle) return;
    const Command& first = queue_.front();
    const Cycle begin = std::max(clock, first.pushed + 1);
    idle_until(begin, first);
    shared_.scheduler().queue(*this, begin);
}

void ThreadAgent::idle_until(Cycle end, const Command& command) const {
    if (end > clock && shared_.hub().listening())
        shared_.hub().emit(watch::Idle{
            track(), clock, end, {kernel().track(), std::min(command.pushed, end), kernel().spot(command.pc)}});
}

void ThreadAgent::step() {
    for (;;) {
        Command& command = queue_.front();
        if (watch::Order* ordering = shared_.order(); ordering != nullptr && command.past.clock)
            ordering->acquire(order_agent(), std::exchange(command.past, {}));
        const bool told = shared_.options().words != nullptr;
        if (told && !taking_.begin) taking_.begin = clock;
        if (const auto since = std::exchange(taking_.blocked, std::nullopt)) taking_.waited += clock - *since;
        try {
            for (;;) {
                const Phase phase = command.kind == Command::Kind::word ? execute_word(command) : execute(command);
                if (phase.next == Phase::Next::waits) {
                    if (told) taking_.blocked = clock;
                    return shared_.scheduler().block(*this, {.reason = phase.reason, .index = phase.index});
                }
                clock += phase.cycles;
                if (phase.next == Phase::Next::finished) break;
                if (shared_.scheduler().somebody_before(*this, clock)) return shared_.scheduler().queue(*this, clock);
            }
        } catch (Fault& fault) {
            kernel().locate(fault, command.pc, clock);
            throw;
        }
        if (told) {
            tell(command);
            taking_ = {};
        }
        const Cycle begin = next();
        if (begin == never) return shared_.scheduler().idle(*this);
        // The scheduler sees to the limit.
        if (begin > shared_.options().max_cycles || shared_.scheduler().somebody_before(*this, begin))
            return shared_.scheduler().queue(*this, begin);
        clock = begin;
    }
}

// Turns to what comes after the command under way, and says when that begins; never where there is none.
Cycle ThreadAgent::next() {
    Command& command = queue_.front();
    if (command.run && command.b + 1 < command.run->words.size()) {
        command.a = command.run->words[++command.b];
        command.step = 0;
        return clock;
    }
    occupied_ -= command.pushes;
    queue_.pop_front();
    if (Debugger* debugger = shared_.options().debugger)
        debugger->executed_command({core_.index, watch::trisc0 + thread_}, clock);
    const auto waits = [&](std::size_t risc) {
        const Agent* pusher = core_.riscs[risc];
        return pusher != nullptr && pusher->state == State::waiting && pusher->wait.reason == WaitReason::tensix_fifo;
    };
    if (waits(static_cast<std::size_t>(thread_ + 2)) || waits(0))
        core_.notify(WaitReason::tensix_fifo, static_cast<std::uint32_t>(thread_), clock);
    if (queue_.empty()) return never;
    const Cycle begin = std::max(clock, queue_.front().pushed + 1);
    idle_until(begin, queue_.front());
    return begin;
}

void ThreadAgent::tell(const Command& command) {
    if (command.kind != Command::Kind::word && command.kind != Command::Kind::sfpu) return;
    IssuedWord word{.core = core_.index,
                    .thread = thread_,
                    .word = command.a,
                    .pc = command.pc,
                    .mop_pc = command.mop_pc,
                    .begin = *taking_.begin,
                    .waited = taking_.waited,
                    .end = clock};
    if (command.kind == Command::Kind::sfpu) {
        if (command.segment->program->code.empty()) return;
        word.vector_instructions = static_cast<std::uint32_t>(command.segment->program->code.size());
        word.pc = command.segment->called_from;
    }
    shared_.options().words->issued(word);
}

Phase ThreadAgent::execute(Command& command) {
    switch (command.kind) {
        case Command::Kind::publish_push:
            if (const Cycle idle = units_.pack.idle_at(); idle > clock) return Phase::take(idle - clock);
            return publish(command);
        case Command::Kind::publish_pop:
            if (const auto held = units_.unpack.held()) return Phase::wait_for(WaitReason::src_free, *held);
            if (const Cycle idle = units_.unpack.idle_at(); idle > clock) return Phase::take(idle - clock);
            return publish(command);
        case Command::Kind::sfpu: return units_.vector.issue_segment(issue_of(command), command);
        case Command::Kind::seed:
            sfpu::seed_prng(core_.sfpu, command.a);
            repeat_with_other_bits(core_, [&] { sfpu::seed_prng(core_.sfpu, command.a); });
            return Phase::finish(1);
        case Command::Kind::word: break;  // step() turns to execute_word()
    }
    throw Fault(Id::internal_error, "unknown command");
}

// Pages that the RISC has pushed or popped, once the unit has done with them.
Phase ThreadAgent::publish(const Command& command) {
    const Issue in = issue_of(command);
    const bool pushes = command.kind == Command::Kind::publish_push;
    tensix::CircularBuffer& cb = core_.cb(command.a);
    if (pushes) {
        if (command.unreserved) cb.check_overrun(command.b, watch::trisc0, in.raises());
        cb.publish_push(command.b);
        unit_order::pushes_pages(in, command.a, command.b);
    } else {
        cb.publish_pop(command.b);
        unit_order::pops_pages(in, command.a, command.b);
    }
    core_.notify(pushes ? WaitReason::cb_empty : WaitReason::cb_full, command.a, clock);
    shared_.hub().emit(watch::CbLevel{core_.index, cb.index, clock, static_cast<int>(cb.received - cb.acked),
                                      thread_ + 2, static_cast<int>(cb.pages)});
    return Phase::finish(1);
}

Phase ThreadAgent::execute_word(Command& command) {
    const int column = shared_.arch().sfpu.isa_column;
    const std::uint32_t word = command.a, op = word >> 24;
    // SETRWC that gives banks back is the matrix unit's.
    if (thread_ != 1 && sfpu::row_index[op] >= 0 && !(op == abi::op_setrwc && abi::rwc_clear.of(word) != 0))
        return units_.vector.issue(issue_of(command), command);
    const tensix::Row* row = tensix::row_of(word, column);
    if (row == nullptr || row->unit == tensix::Unit::expander)
        throw Fault(Id::tensix_unsupported, fmt::format("Tensix instruction 0x{:08x} (opcode 0x{:02x})", word, op));
    // The expander takes a cycle to turn to what is pushed (tensix-core.md 7).
    const bool turns = std::exchange(after_mop_, command.mop_pc != 0) && command.mop_pc == 0;
    if (turns && command.step == 0) return Phase::take(1);
    const Issue in = issue_of(command);
    try {
        return units_.issue(in, command, *row);
    } catch (Fault& fault) {
        if (fault.where().core_x < 0) issue_of(command).explain(fault);
        throw;
    }
}

}  // namespace tessera::core
