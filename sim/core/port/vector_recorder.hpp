// Vector code of T1 on its way to the vector unit (design.md 4): recorded as T1 runs, and sent to its thread as one
// segment before T1 does anything that others can see.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "sim/core/port/predicate_stack.hpp"
#include "sim/core/port/push_fifo.hpp"
#include "sim/core/port/risc_context.hpp"
#include "sim/core/port/vector_code_judge.hpp"
#include "sim/core/units/command.hpp"
#include "sim/sfpu/record.hpp"
#include "sim/watch/work.hpp"

namespace tessera::core {

class VectorRecorder final : private SegmentPusher {
  public:
    VectorRecorder(RiscContext& context, PushFifo& fifo) : context_(context), fifo_(fifo), judge_(context) {}

    // An operation of vectors; returns its handle.
    std::uint32_t record(abi::VectorOp op, std::uint32_t a, std::uint32_t b, bool literal, std::uint32_t pc, Cycle now);
    // A word; false for what is not kept.
    bool record_word(std::uint32_t word, std::uint32_t pc, Cycle now, bool replayed);
    // A word that is not kept was pushed at `pc`.
    void pushed(std::uint32_t pc) { judge_.pushed(pc); }

    // False while T1 must wait for its thread to take what was recorded.
    bool flush();
    bool empty() const { return recorder_.empty(); }
    std::size_t recorded() const { return recorder_.size(); }  // operations, since the last segment
    bool flushed() const { return !sent_ && recorder_.empty(); }

    // The kernel has ended.
    void check_ended() const;
    // What the pushes have cost T1.
    const watch::WorkCycles& work() const { return work_; }

  private:
    Cycle settle_segment(Cycle pushed_last, const PushCycles& cycles) override;
    void spend(Cycle left, const PushCycles& pushes);
    std::shared_ptr<const sfpu::Program> lower(const sfpu::Recording& recording) const;
    std::shared_ptr<const sfpu::Program> bound(const std::shared_ptr<const sfpu::Program>& lowered,
                                               const sfpu::Recording& recording);
    void send(std::shared_ptr<Segment> segment);

    // Wait::index of T1 when it waits for a whole segment: none of the threads.
    static constexpr std::uint32_t waits_for_segment = 3;

    RiscContext& context_;
    PushFifo& fifo_;
    VectorCodeJudge judge_;
    PredicateStack predicates_;
    sfpu::Recorder recorder_;
    bool sent_ = false;
    // By lowered program: what it last became with the values of run time.
    std::unordered_map<const sfpu::Program*, std::shared_ptr<sfpu::Program>> bound_;
    watch::WorkCycles work_{};
};

}  // namespace tessera::core
