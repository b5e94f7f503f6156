// The two unpackers, which T0's instructions move datums from L1 to Src and Dst by. The matrix unit waits for them, and
// they wait for its banks (spec/unpack-instructions.md 3).
#pragma once

#include <array>
#include <optional>

#include "sim/core/judges/issue.hpp"
#include "sim/core/judges/judges.hpp"
#include "sim/core/operand.hpp"
#include "sim/core/units/phase.hpp"
#include "sim/core/units/thread_state.hpp"
#include "sim/tensix/unpack_pipeline.hpp"
#include "sim/tensix/unpacker.hpp"

namespace tessera::core {

class UnpackUnit {
  public:
    UnpackUnit(ThreadState& t0, const Judges& judges) : thread_(t0), judges_(judges) {}

    Phase issue(const Issue& in);

    // The matrix unit has turned to its other bank, so that an instruction may go on that waits in its unpacker.
    void matrix_unit_turned(Operand operand, Cycle now);
    bool holds(Operand operand) const { return held_[operand].has_value(); }
    // The unpacker that waits for a bank.
    std::optional<Operand> held() const {
        return held_[src_a] ? std::optional(src_a) : held_[src_b] ? std::optional(src_b) : std::nullopt;
    }
    Cycle free_at(Operand operand) const { return pipeline_.free_at(operand); }
    Cycle idle_at() const { return pipeline_.idle_at(); }  // of what it does not hold

  private:
    // An instruction waits in its unpacker until its bank is free.
    struct Held {
        Issue issue;
        tensix::UnpackStep step;
        const tensix::CircularBuffer* cb;  // that it reads, as it is now
    };
    void go_on(Operand u, Cycle now);
    void carry_out(const Held& held, Operand u);
    void clear(const Held& held, Operand u);
    void read(const Held& held, Operand u);

    ThreadState& thread_;
    const Judges& judges_;
    tensix::UnpackRegistersKept registers_;
    tensix::UnpackPipeline pipeline_;
    std::array<std::optional<Held>, 2> held_;
};

}  // namespace tessera::core
