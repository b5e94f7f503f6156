// When the vector unit takes the instructions of a segment: pushes and executions interleave as FIFO depth, T1's scalar
// work, its instruction cache and operand latencies allow (spec/timing.md 2.1, 2.6).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/core/judges/issue.hpp"
#include "sim/core/math_listener.hpp"
#include "sim/core/units/command.hpp"
#include "sim/watch/event.hpp"

namespace tessera::core {

class SegmentPace {
  public:
    struct Times {
        Cycle pushed_last;    // the cycle behind the last push
        Cycle free, drained;  // when the unit could take another, and when the last result is there
        PushCycles pushes;
    };
    // Of a segment that the unit comes to at `in.now`.
    Times of(const Issue& in, const Segment& segment);
    // When an instruction of the last segment executes; whether it had any.
    Cycle executed(std::size_t instr) const { return executed_[instr]; }
    bool empty() const { return executed_.empty(); }
    // Tells who listens; `resumed` is when T1 went on.
    void tell(const Issue& in, const Segment& segment, Cycle end, Cycle resumed);

  private:
    // Where in the stream of lowered instructions each instruction of T1's text was last fetched: its instruction cache
    // by reuse distance.
    struct Fetched {
        std::uint64_t last = 0;
        const watch::Spot* spot = nullptr;  // once somebody listens
    };
    std::vector<Fetched> last_fetch_;
    std::uint64_t fetched_ = 0;
    std::vector<Cycle> executed_;  // by instruction of the segment under way
    std::vector<Cycle> taken_;     // of it, those that came through the FIFO
    std::vector<watch::VectorIssue> issues_;
};

}  // namespace tessera::core
