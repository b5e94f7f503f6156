// Mailboxes between B and the compute cores (memory-order.md 4): a queue of words from each to each.
#pragma once

#include "tessera/call.h"

// A tree of the vendor's has them among its types.
#if !defined(TESSERA_VENDOR_LIBRARY)

namespace ckernel {

enum ThreadId { BriscThreadId = 0, UnpackThreadId = 1, MathThreadId = 2, PackThreadId = 3 };

ALWI void mailbox_write(uint8_t thread, uint32_t data) { tessera::call<tessera::Call::mailbox_write>(thread, data); }
ALWI uint32_t mailbox_read(uint8_t thread) { return tessera::call<tessera::Call::mailbox_read>(thread); }
ALWI bool mailbox_not_empty(uint8_t thread) { return tessera::call<tessera::Call::mailbox_not_empty>(thread) != 0; }

}  // namespace ckernel

#endif
