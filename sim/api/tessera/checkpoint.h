// The vendor's checkpoints, where all cores of a kernel wait for each other and print their buffers. They are off
// unless a build defines DEBUG_CHECKPOINT_ENABLED; here traces show buffers at any cycle, and nothing waits.
#pragma once

#include "tessera/debug.h"

#if defined(DEBUG_CHECKPOINT_ENABLED)
#error \
    "tessera has no debug checkpoints: undefine DEBUG_CHECKPOINT_ENABLED, and look at the buffers in a trace (--trace)"
#endif

#define DEBUG_CHECKPOINT(name) ((void)0)
#define DEBUG_CHECKPOINT_EX(name, ...) ((void)0)
#define DEBUG_CHECKPOINT_GLOBAL(name, ...) ((void)0)
