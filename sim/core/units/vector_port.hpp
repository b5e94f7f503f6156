// Dst as the vector unit addresses it, and loads and stores as judges see them (spec/tensix-core.md 4.2).
#pragma once

#include "sim/core/judges/issue.hpp"
#include "sim/core/judges/judges.hpp"
#include "sim/sfpu/executor.hpp"

namespace tessera::core {

// How the registers, or else the launch, let the vector unit take Dst.
void configure_port(const Core& core, sfpu::DstPort& port);

// Where a load, store or SFPLOADMACRO goes from the counters that the port has, with nothing stored before.
VectorAccess access_of(const Core& core, const sfpu::Instr& instr, const sfpu::DstPort& port, std::uint32_t address);

constexpr bool is_access(const sfpu::Instr& instr) {
    return instr.op == sfpu::Op::load || instr.op == sfpu::Op::store || instr.op == sfpu::Op::loadmacro;
}

}  // namespace tessera::core
