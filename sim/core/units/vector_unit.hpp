// The vector unit: T1's vector code, which was recorded and lowered, segment by segment; and instructions of T0 and T2,
// which may issue them with counters and address modes of their own (spec/tensix-core.md 7.1, timing.md 2.6).
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "sim/core/judges/issue.hpp"
#include "sim/core/judges/judges.hpp"
#include "sim/core/units/command.hpp"
#include "sim/core/units/math_unit.hpp"
#include "sim/core/units/phase.hpp"
#include "sim/core/units/segment_pace.hpp"
#include "sim/core/units/thread_state.hpp"
#include "sim/sfpu/load_macro.hpp"
#include "sim/sfpu/timing.hpp"

namespace tessera::core {

class VectorUnit {
  public:
    VectorUnit(std::array<ThreadState, 3>& threads, MathUnit& math, const Judges& judges)
        : threads_(threads), math_(math), judges_(judges) {}

    // A segment of T1.
    Phase issue_segment(const Issue& in, Command& command);
    // An instruction of T0 or T2.
    Phase issue(const Issue& in, Command& command);

  private:
    // What a segment leaves behind whatever its vectors hold.
    struct SegmentEnd {
        sfpu::Rwc rwc;
        int stack_depth;
    };
    SegmentEnd walk(const Issue& in, const Segment& segment);
    Cycle run(const Issue& in, Command& command, const SegmentEnd& end);

    // What a thread other than T1 has of its own.
    struct ThreadWords {
        tensix::Rwc counters;
        sfpu::Scoreboard scoreboard;
        sfpu::Instr last{.op = sfpu::Op::nop};
        Cycle last_at = 0, issued_at = 0;
    };
    sfpu::DstPort port_of(const Issue& in) const;

    std::array<ThreadState, 3>& threads_;
    MathUnit& math_;
    const Judges& judges_;
    SegmentPace pace_;
    sfpu::MacroSchedule macros_;  // those of one thread meet those of another in the unit
    // With blind time each program runs once, for what it is refused for; with what run() gave.
    std::unordered_map<const sfpu::Program*, Cycle> ran_;
    std::array<ThreadWords, 3> words_;
};

}  // namespace tessera::core
