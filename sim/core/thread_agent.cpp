#include "sim/core/thread_agent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/core/twice.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::Semaphore;
using watch::WaitReason;

ThreadAgent::ThreadAgent(Core& core, int thread)
    : core_(core), shared_(core.shared), thread_(thread), dst_use_(thread) {}

std::string ThreadAgent::position() const { return queue_.empty() ? "" : kernel().position(queue_.front().pc); }

watch::Spot ThreadAgent::spot() const { return queue_.empty() ? watch::Spot{} : kernel().spot(queue_.front().pc); }

void ThreadAgent::locate_wait(Fault& fault, Cycle cycle) const { kernel().locate(fault, queue_.front().pc, cycle); }

void ThreadAgent::out_of_time(Cycle limit) const {
    Fault fault(Id::cycle_limit, fmt::format("still running after {} cycles", limit));
    kernel().locate(fault, queue_.front().pc, clock);
    throw fault;
}

// Of the command under way.
void ThreadAgent::raise(Fault fault, fault::Severity by_default) const {
    const Command& command = queue_.front();
    if (command.kind == Command::Kind::word)
        explain(fault, tensix::Word(command.a, shared_.arch().sfpu.isa_column), command.pc, command.mop_pc);
    shared_.raise(std::move(fault), by_default, kernel(), command.pc, clock);
}

fault::Raise ThreadAgent::raises() const {
    return [this](Fault fault, fault::Severity severity) { raise(std::move(fault), severity); };
}

const Kernel& ThreadAgent::kernel() const { return *core_.kernels[static_cast<std::size_t>(thread_ + 2)]; }

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

void ThreadAgent::busy(Cycle begin, Cycle end, int row, const char* label) {
    if (end <= begin || !shared_.hub().listening()) return;
    busy(begin, end, row, label, queue_.front().pc);
}

void ThreadAgent::busy(Cycle begin, Cycle end, int row, const char* label, std::uint32_t pc) {
    if (end <= begin || !shared_.hub().listening()) return;
    const watch::Spot here = kernel().spot(pc);
    shared_.hub().emit(watch::Busy{{core_.index, row}, begin, end, label, here.file, here.line});
}

void ThreadAgent::idle_until(Cycle end, const Command& command) const {
    if (end > clock && shared_.hub().listening())
        shared_.hub().emit(watch::Idle{
            track(), clock, end, {kernel().track(), std::min(command.pushed, end), kernel().spot(command.pc)}});
}

void ThreadAgent::touches(watch::Touch touch, std::uint32_t address, std::uint32_t bytes, const Command& command) {
    if (watch::Order* ordering = shared_.order())
        shared_.refuse(ordering->unit(order_agent(), touch, address, bytes, {command.pc, clock}));
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
                const Phase phase = command.kind == Command::Kind::word ? tensix_word(command) : execute(command);
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
    if (const auto& waits = core_.riscs[static_cast<std::size_t>(thread_ + 2)];
        waits->state == State::waiting && waits->wait.reason == WaitReason::tensix_fifo)
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

ThreadAgent::Phase ThreadAgent::execute(Command& command) {
    watch::Order* ordering = shared_.order();
    switch (command.kind) {
        case Command::Kind::publish_push: {
            if (pack_pipeline_.idle_at() > clock) return take(pack_pipeline_.idle_at() - clock);
            tensix::CircularBuffer& cb = core_.cb(command.a);
            if (command.unreserved) cb.check_overrun(command.b, watch::trisc0, raises());
            cb.publish_push(command.b);
            if (ordering != nullptr)
                ordering->hand_on(ordering->channels(order_agent().core).pushes[command.a], order_agent(), command.b);
            core_.notify(WaitReason::cb_empty, command.a, clock);
            shared_.hub().emit(watch::CbLevel{core_.index, cb.index, clock, static_cast<int>(cb.received - cb.acked),
                                              thread_ + 2, static_cast<int>(cb.pages)});
            return finish(1);
        }
        case Command::Kind::publish_pop: {
            if (const auto held = held_unpacker()) return wait_for(WaitReason::src_free, *held);
            if (unpackers_.idle_at() > clock) return take(unpackers_.idle_at() - clock);
            tensix::CircularBuffer& cb = core_.cb(command.a);
            cb.publish_pop(command.b);
            if (ordering != nullptr)
                ordering->hand_on(ordering->channels(order_agent().core).pops[command.a], order_agent(), command.b);
            core_.notify(WaitReason::cb_full, command.a, clock);
            shared_.hub().emit(watch::CbLevel{core_.index, cb.index, clock, static_cast<int>(cb.received - cb.acked),
                                              thread_ + 2, static_cast<int>(cb.pages)});
            return finish(1);
        }
        case Command::Kind::word: break;  // step() turns to tensix_word()
        case Command::Kind::sfpu: return sfpu(command);
        case Command::Kind::seed:
            sfpu::seed_prng(core_.sfpu, command.a);
            repeat_with_other_bits(core_, [&] { sfpu::seed_prng(core_.sfpu, command.a); });
            return finish(1);
    }
    throw Fault(Id::internal_error, "unknown command");
}

Fault ThreadAgent::beyond_dst(int tile) const {
    return Fault(Id::dst_index, fmt::format("Dst tile {}: {} {} Dst holds tiles 0 to {} per acquire", tile,
                                            core_.mode.full_sync ? "full-sync" : "half-sync",
                                            core_.dst_is_32_bit() ? "fp32" : "16-bit", core_.dst_tiles() - 1));
}

// RISCs may poll the semaphore, and the other unit wait for it as for Dst.
void ThreadAgent::semaphore_changed(std::uint32_t index) {
    core_.notify(WaitReason::semaphore, index, clock);
    // Of a cycle a RISC has its turn before its thread has.
    core_.notify(WaitReason::unit_semaphore, index, clock + 1);
    if (index != static_cast<std::uint32_t>(Semaphore::math_pack)) return;
    core_.notify(WaitReason::dst_ready, 0, clock);
    core_.notify(WaitReason::dst_free, 0, clock);
}

}  // namespace tessera::core
