// Which bytes of memories hold values that are no numbers. What is written takes marks away, a transfer takes them
// along.
#pragma once

#include <map>
#include <utility>

#include "sim/watch/non_finite.hpp"
#include "sim/watch/ranges.hpp"

namespace tessera::core {

class NonFiniteMarks {
  public:
    using Part = watch::NonFinitePart;
    using Parts = watch::Ranges<Part>;

    // Bank -1: L1 of `core`.
    Parts& marks(int core, int bank) { return memory_[{bank < 0 ? core : -1, bank}]; }

  protected:
    std::map<std::pair<int, int>, Parts> memory_;  // by core, or -1, and bank, or -1
};

}  // namespace tessera::core
