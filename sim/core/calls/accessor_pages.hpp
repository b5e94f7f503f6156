// Pages of accessors against those of the buffer that they reach (spec/kernel-api.md 2.4).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/core/chip/chip.hpp"
#include "sim/noc/address.hpp"

namespace tessera::core {

// A transfer of one page of an accessor is one of the buffer: another page leads elsewhere from the second row of a
// bank on, or into the next row. Part of a page that begins where one of the buffer does is as good as any.
std::optional<fault::Fault> another_page(Chip& chip, const noc::Address& address, std::uint32_t bytes, bool is_read);

fault::Fault page_of_zero();

}  // namespace tessera::core
