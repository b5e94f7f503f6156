#include "sim/core/risc_agent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/abi/tensix_op.hpp"
#include "sim/core/call_costs.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/isa.hpp"

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

RiscAgent::RiscAgent(Chip& chip, Core& core, const Launch& launch)
    : context_(chip, core, launch, *this, launch.risc >= abi::Risc::t0 ? this : nullptr),
      fifo_(is_compute() ? std::optional<PushFifo>(context_) : std::nullopt),
      calls_(context_, fifo_ ? &*fifo_ : nullptr),
      memory_(context_) {}

RiscAgent::~RiscAgent() = default;

std::uint32_t RiscAgent::vector(std::uint32_t op, std::uint32_t a, std::uint32_t b, bool literal, std::uint32_t pc,
                                Cycle now) {
    const auto operation = static_cast<abi::VectorOp>(op);
    if (operation == abi::VectorOp::push) note_predicate(true, 1, pc);
    // The destructor of a predicate closes as many pushes as its v_elseifs made.
    if (operation == abi::VectorOp::pop) note_predicate(false, b, pc);
    try {
        if (replay_.recording() && operation != abi::VectorOp::free)
            throw Fault(Id::tensix_unsupported,
                        "SFPI code while REPLAY records: only raw Tensix instructions can be recorded here");
        return recorder_.record(operation, a, b, literal, pc, now);
    } catch (Fault& fault) {
        kernel_.locate(fault, pc, now);
        throw;
    }
}

void RiscAgent::note_predicate(bool opened, std::uint32_t count, std::uint32_t pc) {
    if (opened)
        open_predicates_.push_back(pc);
    else
        open_predicates_.resize(open_predicates_.size() - std::min<std::size_t>(count, open_predicates_.size()));
}

riscv::Coprocessor::Taken RiscAgent::tensix(std::uint32_t word, std::uint32_t pc, Cycle now) {
    if (replay_.recording()) return Taken::stops;
    if (risc_ == abi::Risc::t1 && record_word(word, pc, now, false)) return Taken::kept;
    return stored(word, pc, now) ? Taken::pushed : Taken::stops;
}

bool RiscAgent::stored(std::uint32_t word, std::uint32_t pc, Cycle now) {
    if (!is_private(word, pc)) return false;
    note_act();
    register_poll_.other();
    push_private(word, pc, now);
    return true;
}

// False for what the recorder does not keep.
bool RiscAgent::record_word(std::uint32_t word, std::uint32_t pc, Cycle now, bool replayed) {
    if (sfpu::row_index[word >> 24] < 0) return false;
    const auto op = static_cast<sfpu::Op>(word >> 24);
    // The low-level library moves the matrix unit's counters by these as well, and gives banks back; among vector
    // instructions they move Dst.
    if ((op == sfpu::Op::setrwc || op == sfpu::Op::incrwc) &&
        (recorder_.empty() || (op == sfpu::Op::setrwc && abi::rwc_clear.of(word) != 0)))
        return false;
    // With another modifier these two change the top of the stack and not its depth (spec/tensix-core.md 4.8).
    if ((op == sfpu::Op::pushc || op == sfpu::Op::popc) && (word & 15) == 0)
        note_predicate(op == sfpu::Op::pushc, 1, pc);
    recorder_.record_word(word, pc, now, replayed);
    return true;
}

void RiscAgent::step() {
    try {
        if (clock > hart_->clock()) hart_->set_clock(clock);  // a wait is over
        for (;;) {
            if (!pending_) pending_ = run_hart();
            clock = hart_->clock();
            while (const auto pc = hart_->take_zero_division()) tolerate_zero_division(*pc);
            if (clock > chip_.options().max_cycles) out_of_time(chip_.options().max_cycles);
            if (!may_go_on(*pending_) && chip_.scheduler().somebody_before(*this, clock))
                return chip_.scheduler().queue(*this, clock);
            switch (service(*pending_)) {
                case Progress::finished:
                    pending_.reset();
                    if (state == State::done) return;
                    break;
                case Progress::again: break;
                case Progress::blocked: return;
            }
        }
    } catch (Fault& fault) {
        kernel_.locate(fault, standing_at(), clock);
        throw;
    }
}

void RiscAgent::tolerate_zero_division(std::uint32_t pc) {
    chip_.raise(Fault(Id::zero_division, "an integer is divided by zero"), fault::Severity::warning, kernel_, pc,
                clock);
}

// Up to the next touch. After a load of local memory that nothing has written, the bytes count as they lie.
riscv::Pause RiscAgent::run_hart() {
    for (;;) {
        try {
            return hart_->run(chip_.options().max_cycles + 1);
        } catch (const riscv::Unwritten& load) {
            if (chip_.ends_with(load.id())) throw;
            clock = hart_->clock();
            refuse(load);
            hart_->local_memory().mark(load.address, load.bytes, true);
        }
    }
}

bool RiscAgent::stay_awake() {
    if (state != State::waiting || wait.reason != WaitReason::unit_semaphore) return false;
    register_poll_.stay_awake();
    chip_.scheduler().wake(*this, chip_.scheduler().last_cycle());
    return true;
}

Progress RiscAgent::service(const riscv::Pause& pause) {
    if (pause.touch != riscv::Touch::load || !is_unit_semaphore(pause.address)) register_poll_.other();
    if (pause.touch != riscv::Touch::load && !(pause.touch == riscv::Touch::call && only_asks(pause.call))) note_act();
    switch (pause.touch) {
        case riscv::Touch::load: return service_load(pause);
        case riscv::Touch::store: return service_store(pause);
        case riscv::Touch::call: return service_call(pause);
        case riscv::Touch::tensix: return push_word(pause.tensix_word, pause.pc);
        case riscv::Touch::limit: return Progress::finished;  // the loop in step() sees the clock beyond the limit
    }
    throw Fault(Id::internal_error, "unknown touch");
}

bool RiscAgent::flush_recording() {
    ThreadAgent* thread = risc_ == abi::Risc::t1 ? core_.threads[1] : nullptr;
    if (thread == nullptr || recorder_.empty()) {
        segment_sent_ = false;
        return true;
    }
    if (segment_sent_) return false;
    std::shared_ptr<const sfpu::Program>& cached = chip_.lowered[recorder_.hash()];
    auto segment = std::make_shared<Segment>();
    segment->pusher = this;
    segment->recording = recorder_.take();
    const sfpu::Recording& recording = segment->recording;
    try {
        if (!cached) {
            cached = std::make_shared<const sfpu::Program>(
                sfpu::lower(recording, chip_.arch().sfpu, chip_.options().lowering));
            if (const auto& hear = chip_.options().lowered)
                hear(*cached, [this](auto pc) { return kernel_.position(pc); });
        }
        if (!cached->hazards.empty() && !chip_.options().t1_alone) refuse_hazard(*cached, recording);
        for (const sfpu::Scrambled& vector : cached->scrambled) tolerate_scrambled(vector);
        if (!chip_.options().t1_alone) follow_inits(*cached, recording);
        segment->program = segment->lowered = cached;
        if (!cached->from_run_time.empty()) {
            // A segment that is over leaves its program to the next one of its kind.
            std::shared_ptr<sfpu::Program>& bound = bound_[cached.get()];
            if (bound.use_count() != 1) bound = std::make_shared<sfpu::Program>(*cached);
            sfpu::bind(*bound, recording);
            segment->program = bound;
        }
    } catch (sfpu::LoweringFault& fault) {
        name_live_values(fault);
        throw;
    }
    if (chip_.options().words != nullptr && !segment->program->code.empty())
        segment->called_from = called_from(segment->recorded(0).pc);
    recorder_.resume(cached->exit);
    const Cycle segment_start = cached->code.empty() ? hart_->clock() : segment->recorded(0).at;
    Command command{.kind = Command::Kind::sfpu, .pc = pending_->pc};
    command.segment = std::move(segment);
    command.pushes = 0;  // T1 stands still until its thread has begun the segment, see settle_segment
    // An idle thread begins with the first push, which lies before T1's clock: until now nobody could see the segment.
    command.pushed = segment_start;
    segment_sent_ = true;
    thread->push(std::move(command));
    chip_.scheduler().block(*this, {WaitReason::tensix_fifo, waits_for_segment, 0, 0});
    return false;
}

// The pushes happened among the scalar work behind T1's clock; what they add to it stands behind that work.
Cycle RiscAgent::settle_segment(Cycle pushed_last, const PushCycles& cycles) {
    segment_sent_ = false;
    const Cycle resume = std::max(hart_->clock(), pushed_last);
    hart_->set_clock(resume);
    const Cycle waited = std::min(cycles.held, resume - waiting_since);
    if (waited > 0 && chip_.hub().listening()) {
        const watch::Spot here = spot();
        const Cycle end = waiting_since + waited;
        chip_.hub().emit(watch::Wait{track(),
                                     WaitReason::tensix_fifo,
                                     1,
                                     waiting_since,
                                     end,
                                     here.file,
                                     here.line,
                                     {core_.threads[1]->track(), end, here}});
    }
    // Scalar work after the last push hides as much of the pushing.
    Cycle left = resume - waiting_since - waited;
    const auto spend = [&](watch::WorkPart part, Cycle wanted) {
        const Cycle spent = std::min(wanted, left);
        pushes_[static_cast<std::size_t>(part)] += spent;
        left -= spent;
    };
    spend(watch::WorkPart::push_refetch, cycles.refetch);
    spend(watch::WorkPart::push_built, cycles.built);
    spend(watch::WorkPart::push_fetch, cycles.fetch);
    spend(watch::WorkPart::push, left);
    chip_.scheduler().queue(*this, resume);
    return resume;
}

Progress RiscAgent::service_load(const riscv::Pause& pause) {
    const arch::Riscv& costs = chip_.arch().riscv;
    if (core_.l1.contains(pause.address, pause.bytes)) {
        hart_->finish_load(memory_.load(pause), costs.l1_load_cycles.cycles());
        return Progress::finished;
    }
    if (pause.address == abi::wall_clock_base || pause.address == abi::wall_clock_base + 8) {
        const Cycle now = hart_->clock();
        poll_.moved();
        hart_->finish_load(static_cast<std::uint32_t>(pause.address == abi::wall_clock_base ? now : now >> 32),
                           costs.mmio_load_cycles.cycles());
        return Progress::finished;
    }
    if (const auto progress = load_register(pause)) return *progress;
    throw nowhere(context_, pause, "load");
}

Progress RiscAgent::service_store(const riscv::Pause& pause) {
    if (core_.l1.contains(pause.address, pause.bytes)) {
        memory_.store(pause);
        hart_->finish_store(1);  // the hart itself keeps the interval between stores
        return Progress::finished;
    }
    if (is_compute() && pause.address == abi::tensix_fifo_base) return push_word(pause.value, pause.pc);
    if (risc_ == abi::Risc::t1 &&
        pause.address == abi::config_base + 4 * tensix::config::prng_seed.at(chip_.arch().sfpu.isa_column).index())
        return seed_random(pause.value, pause.pc);
    if (const std::uint32_t word = (pause.address - abi::mop_config_base) / 4;
        is_compute() && pause.bytes == 4 && pause.address >= abi::mop_config_base && word < abi::mop_config_words) {
        mop_.configure(word, pause.value, pause.pc);
        kernel_.note_caller(pause.pc);
        forget_runs();
        hart_->finish_store(1);
        return Progress::finished;
    }
    if (const auto progress = store_register(pause)) return *progress;
    throw nowhere(context_, pause, "store");
}

Progress RiscAgent::service_call(const riscv::Pause& pause) {
    if (!flush_recording()) return Progress::blocked;
    if (!charged_) {
        charged_ = true;
        const Cycle cost = cost_before(context_, pause.call) + chip_.delay(schedule::Perturbation::Of::turn);
        if (cost != 0) {
            hart_->set_clock(hart_->clock() + cost);
            call_cycles_ += cost;
            return Progress::again;
        }
    }
    if (only_asks(pause.call)) note_poll(std::nullopt);
    const CallResult result = call(pause.call);
    if (result.blocked) {
        chip_.scheduler().block(*this, *result.blocked);
        return Progress::blocked;
    }
    charged_ = false;
    if (empties_cache(pause.call)) memory_.empty_cache();
    if (state == State::done) return Progress::finished;
    hart_->finish_call(result.a0, std::max<Cycle>(result.cost, 1));
    return Progress::finished;
}

CallResult RiscAgent::call(abi::Call call) {
    switch (call) {
        case abi::Call::exit: end_kernel(); return CallResult::done();
        case abi::Call::l1_data_cache: memory_.turn_cache(context_.arg(0) != 0); return CallResult::done();
        default: return calls_.carry_out(call);
    }
}

// What a watcher of the vendor's asserts when a kernel ends: reads and atomics answered, writes sent. The firmware
// waits for nothing (spec/memory-order.md 3).
void RiscAgent::check_transfers_ended() const {
    watch::Order* ordering = chip_.order();
    if (ordering == nullptr) return;
    using watch::Awaited;
    struct End {
        Awaited kind;
        const char *what, *call;
    };
    std::vector<End> ends{{Awaited::reads, "NoC read(s)", "noc_async_read_barrier"},
                          {Awaited::sent, "NoC write(s)", "noc_async_write_barrier"},
                          {Awaited::posted_sent, "posted NoC write(s)", "noc_async_posted_writes_flushed"},
                          {Awaited::atomics, "atomic(s)", "noc_async_atomic_barrier"}};
    if (chip_.options().faults.pedantic)
        ends.push_back({Awaited::acknowledged, "NoC write(s)", "noc_async_write_barrier"});
    for (const End& end : ends)
        for (std::uint32_t noc = 0; noc < 2; ++noc) {
            const auto first = ordering->first_open(order_agent(), noc, end.kind);
            if (!first) continue;
            Fault fault(Id::unfinished_transfers,
                        fmt::format("kernel ended with {} {} on NoC {} that no {} has awaited, the first issued here",
                                    ordering->open(order_agent(), noc, end.kind), end.what, noc, end.call));
            kernel_.locate(fault, first->pc, clock);
            // A late read overwrites what the next program keeps there; the rest arrives before anybody looks.
            chip_.raise(fault, end.kind == Awaited::reads ? fault::Severity::error : fault::Severity::warning);
        }
}

void RiscAgent::end_kernel() {
    if (!open_predicates_.empty() && !chip_.options().t1_alone) {
        Fault fault(
            Id::unbalanced_predicate,
            fmt::format("the kernel ended with {} condition(s) open, the last from here", open_predicates_.size()));
        kernel_.locate(fault, open_predicates_.back(), clock);
        chip_.raise(fault, fault::Severity::error);
    }
    check_transfers_ended();
    calls_.end();
    chip_.scheduler().done(*this);
    chip_.hub().emit(
        watch::Zone{track(), watch::kernel_zone(track().row), kernel_.shown(kernel_.name()), 1, 0, hart_->clock()});
    if (chip_.hub().listening()) chip_.hub().emit(work());
}

watch::RiscWork RiscAgent::work() const {
    using watch::WorkPart;
    const riscv::Counters& c = hart_->counters();
    watch::RiscWork work{track(), c.instructions, pushes_};
    const auto set = [&](WorkPart part, Cycle cycles) { work.cycles[static_cast<std::size_t>(part)] = cycles; };
    set(WorkPart::instructions, c.instructions - c.pushed);
    set(WorkPart::fetch, c.fetch_cycles);
    set(WorkPart::operand, c.operand_cycles);
    set(WorkPart::branch, c.mispredict_cycles);
    set(WorkPart::multiply_divide, c.multiply_divide_cycles);
    set(WorkPart::load_window, c.load_window_cycles);
    set(WorkPart::store_interval, c.store_interval_cycles);
    set(WorkPart::calls, chip_.arch().tensix.dispatch_cycles.cycles() + call_cycles_ + c.service_cycles);
    return work;
}

std::string RiscAgent::position() const { return kernel_.position(standing_at()); }

void RiscAgent::out_of_time(Cycle limit) const {
    Fault fault(Id::cycle_limit, fmt::format("still running after {} cycles", limit));
    kernel_.locate(fault, standing_at(), clock);
    throw fault;
}

}  // namespace tessera::core
