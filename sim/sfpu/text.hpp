// An instruction as assembly text, for listings and faults: `SFPMAD L1, L3, L6, L2`, operands in the order VD, VA, VB,
// VC of those the instruction has, then immediate and modifiers where they are not zero.
#pragma once

#include <string>

#include "sim/sfpu/instr.hpp"

namespace tessera::sfpu {

std::string text(const Instr& instr);

}  // namespace tessera::sfpu
