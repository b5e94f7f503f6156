// What instructions wait for and hand on: STALLWAIT, hardware semaphores, mutexes
// (spec/tensix-core.md 7).
#pragma once

#include <array>

#include "sim/core/judges/issue.hpp"
#include "sim/core/judges/judges.hpp"
#include "sim/core/units/math_unit.hpp"
#include "sim/core/units/pack_unit.hpp"
#include "sim/core/units/phase.hpp"
#include "sim/core/units/thread_state.hpp"
#include "sim/core/units/unpack_unit.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

class SyncUnit {
  public:
    // It asks the units how far they are.
    SyncUnit(const std::array<ThreadState, 3>& threads, const UnpackUnit& unpack, MathUnit& math, const PackUnit& pack,
             const Judges& judges)
        : threads_(threads), unpack_(unpack), math_(math), pack_(pack), judges_(judges) {}

    Phase issue(const Issue& in, const tensix::Row& row);

  private:
    Phase stall_wait(const Issue& in);
    Phase semaphores(const Issue& in, tensix::Op op);
    Phase mutex(const Issue& in, tensix::Op op);
    void hands_over(const Issue& in, DstJudge::Handover what) const;

    const std::array<ThreadState, 3>& threads_;
    const UnpackUnit& unpack_;
    MathUnit& math_;
    const PackUnit& pack_;
    const Judges& judges_;
};

}  // namespace tessera::core
