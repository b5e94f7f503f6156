// The packers, by which T2's instructions take the datums of its half of Dst to L1 (spec/pack-instructions.md 3).
#pragma once

#include "sim/core/judges/issue.hpp"
#include "sim/core/judges/judges.hpp"
#include "sim/core/units/phase.hpp"
#include "sim/core/units/thread_state.hpp"
#include "sim/tensix/isa.hpp"
#include "sim/tensix/pack_pipeline.hpp"
#include "sim/tensix/packer.hpp"

namespace tessera::core {

class PackUnit {
  public:
    PackUnit(ThreadState& t2, const Judges& judges) : thread_(t2), judges_(judges) {}

    Phase issue(const Issue& in);
    // T2's ZEROACC of the half that it has packed, or of all.
    Phase zero(const Issue& in, const tensix::Row& row);

    Cycle idle_at() const { return pipeline_.idle_at(); }

  private:
    tensix::PackStep resolve(const Issue& in, const tensix::CounterSet& counters) const;
    void store(const Issue& in, const tensix::PackStep& step, const tensix::PackStep::Output& out) const;

    ThreadState& thread_;
    const Judges& judges_;
    tensix::PackerStates packers_;
    tensix::PackPipeline pipeline_;
};

}  // namespace tessera::core
