// Which memory the other end of a NoC transfer is, and whether it is anybody's (spec/kernel-api.md 2.2).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "sim/core/chip/chip.hpp"
#include "sim/core/judges/misplaced.hpp"
#include "sim/noc/address.hpp"
#include "sim/noc/transfer.hpp"

namespace tessera::core {

// Fills in which memory the other end is, or throws where there is none; what is returned is to be raised. `told`: all
// that the host told the kernel.
[[nodiscard]] std::optional<Misplaced> resolve(Chip& chip, noc::Transfer& transfer, const noc::Address& address,
                                               std::span<const std::uint32_t> told);

}  // namespace tessera::core
