// Loads whose value only goes back where it came from, with some of its bits changed.
#pragma once

#include <cstddef>

#include "sim/riscv/program.hpp"

namespace tessera::riscv {

// Whether instruction `load` begins the update of a bit field: the code behind it masks and merges what it loads,
// stores that to the same address and uses it for nothing else in between. The bits beside the field may never have
// been written.
bool updates_bits(const Program& program, std::size_t load);

}  // namespace tessera::riscv
