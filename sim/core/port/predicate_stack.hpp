// The conditions of vector code that are open in a kernel: each v_if and SFPPUSHC (spec/tensix-core.md 4.8).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

class PredicateStack {
  public:
    void open(std::uint32_t pc) { open_.push_back(pc); }
    void close(std::size_t count) { open_.resize(open_.size() - std::min(count, open_.size())); }

    // The kernel has ended.
    void check_closed(const RiscContext& context) const;

  private:
    std::vector<std::uint32_t> open_;  // pcs
};

}  // namespace tessera::core
