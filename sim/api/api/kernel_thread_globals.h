// A kernel of these chips is one thread; those of later ones divide their work by these.
#pragma once

#include "tessera/base.h"

FORCE_INLINE constexpr uint32_t get_my_thread_id() { return 0; }
FORCE_INLINE constexpr uint32_t get_num_threads() { return 1; }
