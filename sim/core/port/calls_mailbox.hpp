// Mailboxes from B, T0, T1 and T2 to each of them.
#pragma once

#include <cstdint>

#include "sim/core/port/call_result.hpp"
#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

// By the numbers of RISCs in mailboxes (mailbox_number).
void write_mailbox(RiscContext& context, std::uint32_t to, std::uint32_t value);
CallResult read_mailbox(RiscContext& context, std::uint32_t from);

CallResult mailbox_call(RiscContext& context, abi::Call call);

}  // namespace tessera::core
