// A request to the NoC before it is known what it reaches.
#pragma once

#include <cstdint>

#include "sim/core/port/risc_context.hpp"
#include "sim/noc/transfer.hpp"

namespace tessera::core {

noc::Transfer request_of(const RiscContext& context, noc::Kind kind, std::uint32_t options);

}  // namespace tessera::core
