// What the matrix unit takes its sources and Dst for, as the registers and what lies in the banks have it
// (spec/tensix-core.md 1.3, 6).
#pragma once

#include "sim/core/judges/issue.hpp"
#include "sim/core/operand.hpp"
#include "sim/tensix/matrix_unit.hpp"
#include "sim/tensix/step.hpp"

namespace tessera::core {

constexpr const char* source_name(Operand operand) { return operand == src_a ? "SrcA" : "SrcB"; }

// The unit that works out the values of an instruction. The form that the registers make of the sources must be one of
// what lies in them.
tensix::MatrixUnit matrix_unit(const Issue& in, const tensix::Step& step, const char* name);

// A bank that the unpackers filled with zeros, or only handed over, takes the form of the other.
void adopt_form(Core& core, const tensix::Step& step);
// What the instruction leaves in Dst, whatever the values are; halves of 32-bit datums are not followed.
void note_contents(const Issue& in, const tensix::Step& step, const tensix::MatrixUnit& unit);

}  // namespace tessera::core
