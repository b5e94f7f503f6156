#include "sim/core/risc/risc_agent.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/core/calls/call_costs.hpp"
#include "sim/core/debugger.hpp"
#include "sim/core/risc/access_judge.hpp"
#include "sim/core/risc/page_counters.hpp"
#include "sim/core/risc/reset_registers.hpp"
#include "sim/core/risc/unfinished_transfers.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::WaitReason;

namespace {

// Barriers, flushes and waits of the vendor's API invalidate the data cache, cb_wait_front does not
// (spec/memory-order.md 1).
bool empties_cache(abi::Call call) {
    switch (call) {
        case abi::Call::noc_read_barrier:
        case abi::Call::noc_write_barrier:
        case abi::Call::noc_writes_flushed:
        case abi::Call::noc_atomic_barrier:
        case abi::Call::noc_posted_flushed:
        case abi::Call::noc_wait_id:
        case abi::Call::semaphore_wait:
        case abi::Call::semaphore_wait_min:
        case abi::Call::cb_reserve_back: return true;
        default: return false;
    }
}

}  // namespace

RiscAgent::RiscAgent(Chip& chip, Core& core, const Launch& launch, ThreadAgent* thread)
    : context_(chip, core, launch, *this),
      port_(thread != nullptr ? std::make_unique<CoprocessorPort>(context_, *thread) : nullptr),
      memory_(context_),
      calls_(context_, port_ ? &port_->fifo() : nullptr) {
    if (port_) context_.hart.attach(*port_);
    if (chip.options().debugger != nullptr) context_.hart.attach(static_cast<riscv::Stops&>(*this));
}

void RiscAgent::step() {
    try {
        if (clock > context_.hart.clock()) context_.hart.set_clock(clock);  // a wait is over
        for (;;) {
            if (!context_.pending) context_.pending = run_hart();
            clock = context_.hart.clock();
            while (const auto pc = context_.hart.take_zero_division()) tolerate_zero_division(*pc);
            if (clock > context_.chip.options().max_cycles) out_of_time(context_.chip.options().max_cycles);
            if (!may_go_on(*context_.pending) && context_.chip.scheduler().somebody_before(*this, clock))
                return context_.chip.scheduler().queue(*this, clock);
            if (context_.pending->touch == riscv::Touch::stop) {
                context_.chip.options().debugger->stopped(track());
                context_.pending.reset();
                continue;
            }
            switch (service(*context_.pending)) {
                case Progress::finished:
                    context_.pending.reset();
                    if (state == State::done) return;
                    break;
                case Progress::again: break;
                case Progress::blocked: return;
            }
        }
    } catch (Fault& fault) {
        context_.kernel.locate(fault, standing_at(), clock);
        throw;
    }
}

// Up to the next touch. After a load of local memory that nothing has written, the bytes count as they lie.
riscv::Pause RiscAgent::run_hart() {
    for (;;) {
        try {
            return context_.hart.run(context_.chip.options().max_cycles + 1);
        } catch (const riscv::Unwritten& load) {
            if (context_.chip.ends_with(load.id())) throw;
            clock = context_.hart.clock();
            context_.refuse(load);
            context_.hart.local_memory().mark(load.address, load.bytes, true);
        }
    }
}

RiscAgent::Ahead RiscAgent::ahead() const {
    if (!port_) return {};
    return {port_->fifo().queued(), port_->vectors() == nullptr ? 0 : port_->vectors()->recorded()};
}

bool RiscAgent::before(std::uint32_t pc) { return context_.chip.options().debugger->stops_before(track(), pc); }

void RiscAgent::tolerate_zero_division(std::uint32_t pc) {
    context_.chip.raise(Fault(Id::zero_division, "an integer is divided by zero"), fault::Severity::warning,
                        context_.kernel, pc, clock);
}

void RiscAgent::begin(Cycle at) {
    try {
        if (const auto pc = reset_pc(context_.core, context_.risc)) context_.hart.start_at(*pc);
    } catch (Fault& fault) {
        context_.kernel.locate(fault, context_.hart.pc(), at);
        throw;
    }
    context_.chip.scheduler().queue(*this, at);
}

void RiscAgent::stop() {
    if (state != State::idle && state != State::done) emit_life(context_.chip.scheduler().last_cycle());
    context_.chip.scheduler().done(*this);
}

bool RiscAgent::stay_awake() {
    if (state != State::waiting || wait.reason != WaitReason::unit_semaphore) return false;
    context_.register_poll.stay_awake();
    context_.chip.scheduler().wake(*this, context_.chip.scheduler().last_cycle());
    return true;
}

Progress RiscAgent::service(const riscv::Pause& pause) {
    if (pause.touch != riscv::Touch::load || !is_unit_semaphore(pause.address)) context_.register_poll.other();
    if (pause.touch != riscv::Touch::load && !(pause.touch == riscv::Touch::call && only_asks(pause.call)))
        context_.note_act();
    switch (pause.touch) {
        case riscv::Touch::load: return service_load(pause);
        case riscv::Touch::store: return service_store(pause);
        case riscv::Touch::atomic: return service_atomic(pause);
        case riscv::Touch::call: return service_call(pause);
        case riscv::Touch::tensix: return service_tensix(pause);
        case riscv::Touch::stop:                              // likewise
        case riscv::Touch::limit: return Progress::finished;  // the loop in step() sees the clock beyond the limit
    }
    throw Fault(Id::internal_error, "unknown touch");
}

Progress RiscAgent::service_load(const riscv::Pause& pause) {
    const arch::Riscv& costs = context_.chip.arch().riscv;
    if (context_.core.l1.contains(pause.address, pause.bytes)) {
        context_.hart.finish_load(memory_.load(pause), costs.l1_load_cycles.cycles());
        return Progress::finished;
    }
    if (pause.address == abi::wall_clock_base || pause.address == abi::wall_clock_base + 8) {
        const Cycle now = context_.hart.clock();
        context_.poll.moved();
        context_.hart.finish_load(static_cast<std::uint32_t>(pause.address == abi::wall_clock_base ? now : now >> 32),
                                  costs.mmio_load_cycles.cycles());
        return Progress::finished;
    }
    if (const auto count = load_page_counter(context_, pause.address)) {
        context_.note_poll(std::nullopt);
        context_.hart.finish_load(*count, costs.mmio_load_cycles.cycles());
        return Progress::finished;
    }
    if (context_.chip.options().bare)
        if (const auto value = load_reset_register(context_.core, pause.address)) {
            context_.hart.finish_load(*value, costs.mmio_load_cycles.cycles());
            return Progress::finished;
        }
    if (port_)
        if (const auto progress = port_->load(pause)) return *progress;
    throw nowhere(context_, pause, "load");
}

Progress RiscAgent::service_atomic(const riscv::Pause& pause) {
    if (!context_.core.l1.contains(pause.address, pause.bytes)) throw nowhere(context_, pause, "atomic operation");
    context_.hart.finish_atomic(memory_.change(pause), context_.chip.arch().riscv.l1_load_cycles.cycles());
    return Progress::finished;
}

Progress RiscAgent::service_store(const riscv::Pause& pause) {
    if (context_.core.l1.contains(pause.address, pause.bytes)) {
        memory_.store(pause);
        context_.hart.finish_store(1);  // the hart itself keeps the interval between stores
        return Progress::finished;
    }
    if (context_.chip.options().bare && store_reset_register(context_.core, pause.address, pause.value)) {
        context_.hart.finish_store(1);
        return Progress::finished;
    }
    if (port_)
        if (const auto progress = port_->store(pause)) return *progress;
    throw nowhere(context_, pause, "store");
}

Progress RiscAgent::service_tensix(const riscv::Pause& pause) {
    if (!port_) throw Fault(Id::illegal_instruction, "Tensix instruction on a data-movement core");
    return port_->push(pause.tensix_word, pause.pc);
}

Progress RiscAgent::service_call(const riscv::Pause& pause) {
    if (port_ && !port_->flush()) return Progress::blocked;
    if (!charged_) {
        charged_ = true;
        const Cycle cost = cost_before(context_, pause.call) + context_.chip.delay(schedule::Perturbation::Of::turn);
        if (cost != 0) {
            context_.hart.set_clock(context_.hart.clock() + cost);
            call_cycles_ += cost;
            return Progress::again;
        }
    }
    if (only_asks(pause.call)) context_.note_poll(std::nullopt);
    const CallResult result = call(pause.call);
    if (result.blocked) return context_.block(*result.blocked);
    charged_ = false;
    if (empties_cache(pause.call)) memory_.empty_cache();
    if (state == State::done) return Progress::finished;
    context_.hart.finish_call(result.a0, std::max<Cycle>(result.cost, 1));
    return Progress::finished;
}

CallResult RiscAgent::call(abi::Call call) {
    switch (call) {
        case abi::Call::exit: end_kernel(); return CallResult::done();
        case abi::Call::l1_data_cache: memory_.turn_cache(context_.arg(0) != 0); return CallResult::done();
        default: return calls_.carry_out(call);
    }
}

void RiscAgent::end_kernel() {
    if (port_ && port_->vectors() != nullptr) port_->vectors()->check_ended();
    check_transfers_ended(context_);
    calls_.end();
    context_.chip.scheduler().done(*this);
    emit_life(context_.hart.clock());
}

void RiscAgent::emit_life(Cycle end) const {
    const watch::Hub& hub = context_.chip.hub();
    hub.emit(watch::Zone{track(), watch::kernel_zone(track().row), context_.kernel.shown(context_.kernel.name()), 1, 0,
                         end});
    if (hub.listening()) hub.emit(work());
}

watch::RiscWork RiscAgent::work() const {
    using watch::WorkPart;
    const riscv::Counters& c = context_.hart.counters();
    watch::RiscWork work{track(), c.instructions, {}};
    if (port_ && port_->vectors() != nullptr) work.cycles = port_->vectors()->work();
    const auto set = [&](WorkPart part, Cycle cycles) { work.cycles[static_cast<std::size_t>(part)] = cycles; };
    set(WorkPart::instructions, c.instructions - c.pushed);
    set(WorkPart::fetch, c.fetch_cycles);
    set(WorkPart::operand, c.operand_cycles);
    set(WorkPart::branch, c.mispredict_cycles);
    set(WorkPart::multiply_divide, c.multiply_divide_cycles);
    set(WorkPart::load_window, c.load_window_cycles);
    set(WorkPart::store_interval, c.store_interval_cycles);
    set(WorkPart::calls, context_.chip.arch().tensix.dispatch_cycles.cycles() + call_cycles_ + c.service_cycles);
    return work;
}

void RiscAgent::out_of_time(Cycle limit) const {
    Fault fault(Id::cycle_limit, fmt::format("still running after {} cycles", limit));
    context_.kernel.locate(fault, standing_at(), clock);
    throw fault;
}

}  // namespace tessera::core
