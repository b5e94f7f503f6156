#include "sim/core/port/vector_recorder.hpp"

#include <algorithm>
#include <utility>

#include "sim/abi/tensix_op.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/sfpu/lower.hpp"

namespace tessera::core {

using watch::WaitReason;

std::uint32_t VectorRecorder::record(abi::VectorOp op, std::uint32_t a, std::uint32_t b, bool literal, std::uint32_t pc,
                                     Cycle now) {
    if (op == abi::VectorOp::push) predicates_.open(pc);
    // The destructor of a predicate closes as many pushes as its v_elseifs made.
    if (op == abi::VectorOp::pop) predicates_.close(b);
    return recorder_.record(op, a, b, literal, pc, now);
}

bool VectorRecorder::record_word(std::uint32_t word, std::uint32_t pc, Cycle now, bool replayed) {
    if (sfpu::row_index[word >> 24] < 0) return false;
    const auto op = static_cast<sfpu::Op>(word >> 24);
    // The low-level library moves the matrix unit's counters by these as well, and gives banks back; among vector
    // instructions they move Dst.
    if ((op == sfpu::Op::setrwc || op == sfpu::Op::incrwc) &&
        (recorder_.empty() || (op == sfpu::Op::setrwc && abi::rwc_clear.of(word) != 0)))
        return false;
    // With another modifier these two change the top of the stack and not its depth (spec/tensix-core.md 4.8).
    if (op == sfpu::Op::pushc && (word & 15) == 0) predicates_.open(pc);
    if (op == sfpu::Op::popc && (word & 15) == 0) predicates_.close(1);
    recorder_.record_word(word, pc, now, replayed);
    return true;
}

bool VectorRecorder::flush() {
    if (recorder_.empty()) {
        sent_ = false;
        return true;
    }
    if (sent_) return false;
    const Options& options = context_.chip.options();
    std::shared_ptr<const sfpu::Program>& cached = context_.chip.lowered[recorder_.hash()];
    auto segment = std::make_shared<Segment>();
    segment->pusher = this;
    segment->recording = recorder_.take();
    try {
        if (!cached) cached = lower(segment->recording);
        judge_.check(*cached, segment->recording);
        segment->lowered = cached;
        segment->program = cached->from_run_time.empty() ? cached : bound(cached, segment->recording);
    } catch (sfpu::LoweringFault& fault) {
        judge_.name_live_values(fault);
        throw;
    }
    if (options.words != nullptr && !segment->program->code.empty())
        segment->called_from = judge_.called_from(segment->recorded(0).pc);
    recorder_.resume(cached->exit);
    send(std::move(segment));
    return false;
}

std::shared_ptr<const sfpu::Program> VectorRecorder::lower(const sfpu::Recording& recording) const {
    const Options& options = context_.chip.options();
    auto lowered =
        std::make_shared<const sfpu::Program>(sfpu::lower(recording, context_.chip.arch().sfpu, options.lowering));
    if (options.lowered) options.lowered(*lowered, [this](auto pc) { return context_.kernel.position(pc); });
    return lowered;
}

// With the values of run time. A segment that is over leaves its program to the next one of its kind.
std::shared_ptr<const sfpu::Program> VectorRecorder::bound(const std::shared_ptr<const sfpu::Program>& lowered,
                                                           const sfpu::Recording& recording) {
    std::shared_ptr<sfpu::Program>& kept = bound_[lowered.get()];
    if (kept.use_count() != 1) kept = std::make_shared<sfpu::Program>(*lowered);
    sfpu::bind(*kept, recording);
    return kept;
}

void VectorRecorder::send(std::shared_ptr<Segment> segment) {
    // An idle thread begins with the first push, which lies before T1's clock: until now nobody could see the segment.
    const Cycle start = segment->lowered->code.empty() ? context_.hart.clock() : segment->recorded(0).at;
    Command command{.kind = Command::Kind::sfpu, .pc = context_.standing_at()};
    command.segment = std::move(segment);
    command.pushes = 0;  // T1 stands still until its thread has begun the segment, see settle_segment
    command.pushed = start;
    sent_ = true;
    fifo_.push_segment(std::move(command));
    context_.block({WaitReason::tensix_fifo, waits_for_segment, 0, 0});
}

// The pushes happened among the scalar work behind T1's clock; what they add to it stands behind that work.
Cycle VectorRecorder::settle_segment(Cycle pushed_last, const PushCycles& cycles) {
    sent_ = false;
    const Cycle resume = std::max(context_.hart.clock(), pushed_last);
    context_.hart.set_clock(resume);
    const Cycle waited = std::min(cycles.held, resume - context_.agent.waiting_since);
    if (waited > 0 && context_.chip.hub().listening()) {
        const watch::Spot here = context_.kernel.spot(context_.standing_at());
        const Cycle end = context_.agent.waiting_since + waited;
        context_.chip.hub().emit(watch::Wait{context_.kernel.track(),
                                             WaitReason::tensix_fifo,
                                             1,
                                             context_.agent.waiting_since,
                                             end,
                                             here.file,
                                             here.line,
                                             {fifo_.thread_track(), end, here}});
    }
    spend(resume - context_.agent.waiting_since - waited, cycles);
    context_.chip.scheduler().queue(context_.agent, resume);
    return resume;
}

// Scalar work after the last push hides as much of the pushing.
void VectorRecorder::spend(Cycle left, const PushCycles& pushes) {
    const auto spend = [&](watch::WorkPart part, Cycle wanted) {
        const Cycle spent = std::min(wanted, left);
        work_[static_cast<std::size_t>(part)] += spent;
        left -= spent;
    };
    spend(watch::WorkPart::push_refetch, pushes.refetch);
    spend(watch::WorkPart::push_built, pushes.built);
    spend(watch::WorkPart::push_fetch, pushes.fetch);
    spend(watch::WorkPart::push, left);
}

void VectorRecorder::check_ended() const {
    if (!context_.chip.options().t1_alone) predicates_.check_closed(context_);
}

}  // namespace tessera::core
