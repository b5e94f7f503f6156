// Which loads of a kernel wait for a word to change.
#pragma once

#include <array>
#include <cstdint>

#include "sim/riscv/program.hpp"

namespace tessera::riscv {

// Whether the load at `pc` polls: short paths of code lead from it back to a load of the same address, again and again,
// with nothing in between that others can see, so that only somebody else can end it by that word. Compilers peel the
// first look from its loop and may keep the address in another register there. `registers` are those with which the
// load is executed.
bool waits_for_change(const Program& program, std::uint32_t pc, const std::array<std::uint32_t, 32>& registers);

}  // namespace tessera::riscv
