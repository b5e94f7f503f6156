// Whether a load finds in the data cache of its RISC what L1 holds (spec/memory-order.md 1).
#pragma once

#include <cstdint>

#include "sim/core/port/risc_context.hpp"
#include "sim/core/risc/l0_cache.hpp"
#include "sim/riscv/hart.hpp"

namespace tessera::core {

// Of a RISC that has a data cache.
class StaleCacheJudge {
  public:
    StaleCacheJudge(const RiscContext& context, bool on) : context_(context) { lines_.on = on; }

    void check(const riscv::Pause& load);
    void stored(std::uint32_t address) { lines_.drop(address); }
    void empty() {
        if (lines_.on) lines_.clear();
    }
    void turn(bool on) {
        lines_.clear();
        lines_.on = on;
    }

  private:
    const RiscContext& context_;
    L0Cache lines_;
    std::uint64_t fences_ = 0;  // of the hart when the cache was last looked at
};

}  // namespace tessera::core
