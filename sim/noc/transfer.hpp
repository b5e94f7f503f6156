// One NoC transaction and the model of when it departs and completes (spec/timing.md 3.3).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/time/cycle.hpp"
#include "sim/time/resource.hpp"

namespace tessera::noc {

enum class Kind : std::uint8_t { read, write, inline_write, atomic_add };

struct Transfer {
    Kind kind = Kind::read;
    int core = 0;  // index of the issuing core
    int risc = 0;
    int noc = 0;
    arch::Coord self, other;  // NoC 0 coordinates
    int bank = -1;            // DRAM bank of the other end, or -1: the L1 of core `other_core`
    int other_core = -1;
    std::uint64_t other_address = 0;
    std::uint32_t l1_address = 0;
    std::uint32_t bytes = 0;
    std::uint32_t value = 0;  // of an inline write or an atomic
    std::uint32_t pc = 0;     // of the call in the kernel
    Cycle issued = 0, departed = 0, completed = 0;
    std::vector<std::uint8_t> payload;  // sampled when a write departs
};

struct Timing {
    Cycle departed;   // source of a write may be reused
    Cycle completed;  // bytes are there, the barrier sees it
};

// Interfaces and banks with the cycle at which each is free again; no link contention yet (uncalibrated).
class Timeline {
  public:
    Timeline(const arch::Arch& arch, int cores);
    Timing schedule(const Transfer& transfer, Cycle issue);

  private:
    const arch::Arch& arch_;
    std::vector<Resource> interface_;  // [core * 2 + noc]
    std::vector<Resource> bank_;
};

}  // namespace tessera::noc
