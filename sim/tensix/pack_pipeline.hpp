// When the packers take an instruction and are done with it: each takes the next once it has passed on the datums of
// the one before, which are some cycles on their way to L1 (spec/pack-instructions.md 3). Plain data: a copy is a
// snapshot.
#pragma once

#include <algorithm>
#include <array>

#include "sim/tensix/packer.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::tensix {

class PackPipeline {
  public:
    Cycle free_at(const PackStep& step) const {
        if (step.flushes) return idle_;
        Cycle at = 0;
        for (std::size_t p = 0; p < most_packers; ++p)
            if (step.output[p].works) at = std::max(at, free_[p]);
        return at;
    }
    // One that is taken at `begin`.
    void take(const PackStep& step, Cycle begin, Cycle stream, Cycle on_the_way) {
        for (std::size_t p = 0; p < most_packers; ++p)
            if (step.output[p].works) free_[p] = begin + stream;
        idle_ = std::max(idle_, begin + stream + on_the_way);
    }
    Cycle idle_at() const { return idle_; }

  private:
    std::array<Cycle, most_packers> free_{};
    Cycle idle_ = 0;
};

}  // namespace tessera::tensix
