// Races in the words of the kernels that have them.
#pragma once

#include "sim/core/kernels.hpp"
#include "sim/fault/fault.hpp"
#include "sim/watch/order.hpp"

namespace tessera::core {

fault::Fault fault_of(const watch::Race& race, const Kernels& kernels);

// What tells its own RISC that a transfer is over, as far as the other access goes.
const char* end_of(const watch::Event& transfer);

}  // namespace tessera::core
