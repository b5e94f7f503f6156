// The matrix unit, which T1 gives its instructions: when it takes one, and its values (spec/tensix-core.md 6, 7.1).
#pragma once

#include <optional>

#include "sim/core/judges/fpu_writes.hpp"
#include "sim/core/judges/issue.hpp"
#include "sim/core/judges/judges.hpp"
#include "sim/core/operand.hpp"
#include "sim/core/units/command.hpp"
#include "sim/core/units/phase.hpp"
#include "sim/core/units/thread_state.hpp"
#include "sim/core/units/unpack_unit.hpp"
#include "sim/tensix/isa.hpp"
#include "sim/tensix/matrix_unit.hpp"
#include "sim/tensix/step.hpp"

namespace tessera::core {

class MathUnit {
  public:
    // Turns the unpackers to its other banks as it gives them back.
    MathUnit(ThreadState& t1, UnpackUnit& unpackers, const Judges& judges)
        : thread_(t1), unpackers_(unpackers), judges_(judges) {}

    // Of a run of words those that it takes together are gone through in the command.
    Phase issue(const Issue& in, Command& command, const tensix::Row& row);

    // What it wrote to Dst a moment ago.
    FpuWrites writes;

  private:
    Phase take(const Issue& in, Command& command, const tensix::Row& row);
    void carry_out(const Issue& in, const tensix::Row& row);
    // From the word whose turn it is on, those of its run that can be taken without a turn of their own; the cycle
    // behind the last, nothing where there are none.
    std::optional<Cycle> take_together(const Issue& in, Command& command);
    std::optional<Cycle> take_planned(const Issue& in, Command& command);
    const MatrixPlan& plan_of(const Core& core, const Command& command) const;
    void compute(Core& core, const MatrixPlan& plan, const tensix::MatrixUnit& unit) const;
    void judge(const Issue& in, const tensix::Step& step, const char* name);
    tensix::MatrixUnit note(const Issue& in, const tensix::Step& step, const char* name);

    ThreadState& thread_;
    UnpackUnit& unpackers_;
    const Judges& judges_;
    tensix::Step step_;  // of the instruction under way
    Cycle taken_at_ = 0;
};

}  // namespace tessera::core
