// Accesses that leave what they were meant for (design.md 6).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/arch/arch.hpp"
#include "sim/core/core.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

// Behind the configuration of circular buffers between cores.
std::uint32_t remote_cb_end(const arch::L1& map);

// What is wrong with an access of kernels or of the NoC to these bytes, not located; `what` as "NoC write". What lies
// in memory that nobody holds disturbs nobody. Nothing is known of a core that no program has been laid out on.
struct Misplaced {
    fault::Fault fault;
    fault::Severity severity = fault::Severity::error;
};
std::optional<Misplaced> misplaced(const Core& core, std::uint64_t address, std::uint64_t bytes, bool writes,
                                   const char* what);
// Whether a mover keeps to the pages of a circular buffer that it has reserved, or waited for.
std::optional<fault::Fault> outside_window(const Core& core, const Owner& owner, int risc, std::uint32_t address,
                                           std::uint32_t bytes, bool writes, const char* what);

}  // namespace tessera::core
