// Which loads of a kernel wait for a word to change.
#pragma once

#include <cstdint>

#include "sim/riscv/program.hpp"

namespace tessera::riscv {

// Whether the load at `pc` stands in a short loop that loads the same address again each time round and stores nothing:
// only somebody else can end it by that word.
bool waits_for_change(const Program& program, std::uint32_t pc);

}  // namespace tessera::riscv
