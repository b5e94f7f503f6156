// Loads and stores of L1 by a RISC: what judges them, what orders them, and the value.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "sim/core/port/risc_context.hpp"
#include "sim/core/risc/access_judge.hpp"
#include "sim/core/risc/stale_cache_judge.hpp"
#include "sim/riscv/hart.hpp"

namespace tessera::core {

class RiscMemory {
  public:
    explicit RiscMemory(RiscContext& context);

    // Both of bytes that lie in L1.
    std::uint32_t load(const riscv::Pause& pause);
    void store(const riscv::Pause& pause);
    std::uint32_t change(const riscv::Pause& pause);  // an atomic operation: returns what stood there

    // What a call has emptied, or turned on or off; nothing where there is no cache.
    void empty_cache() {
        if (cache_) cache_->empty();
    }
    void turn_cache(bool on) {
        if (cache_) cache_->turn(on);
    }

  private:
    std::uint32_t value_at(const riscv::Pause& pause) const;
    std::uint32_t ordered_load(const riscv::Pause& pause, bool is_atomic);
    bool is_shared(std::uint32_t address) const;
    // Whether the load there is one by which the kernel waits for another value.
    bool polls(std::uint32_t pc);

    RiscContext& context_;
    AccessJudge access_;
    std::optional<StaleCacheJudge> cache_;
    std::unordered_map<std::uint32_t, bool> polls_;  // by pc of a load
};

}  // namespace tessera::core
