// What units of a core hand to each other: banks of Src, halves of Dst (spec/tensix-core.md 1.3, kernel-api.md 3.1),
// semaphores.
#pragma once

#include <cstdint>

#include "sim/core/judges/issue.hpp"
#include "sim/core/operand.hpp"

namespace tessera::core {

// The bank whose turn it is: from the unpackers to the matrix unit, which then turn to the other one, and back.
void hand_over(const Issue& in, Operand operand, Cycle at);
void give_back(const Issue& in, Operand operand);

// RISCs may poll the semaphore, and the other unit wait for it as for Dst.
void semaphore_changed(const Issue& in, std::uint32_t index);

// T1 has got its half of Dst, or given it to the packer.
void acquired(const Issue& in);
void committed(const Issue& in);
// T2 has got a half of Dst, or given it back.
void granted(const Issue& in);
void released(const Issue& in);

}  // namespace tessera::core
