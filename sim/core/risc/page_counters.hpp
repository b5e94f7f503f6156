// Registers that count pages of circular buffers, for kernels that look at them themselves (spec/kernel-api.md 2.1).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

// What the RISC reads there, and knows then of the pages; nothing for an address that is none of them.
std::optional<std::uint32_t> load_page_counter(const RiscContext& context, std::uint32_t address);

}  // namespace tessera::core
