// What a kernel sees that includes the compute API as a whole: SFPI's names without qualification (kernel-api.md 1.3).
#pragma once

#include "tessera/kernel.h"
#include "tessera/sfpu_tiles.h"

#if defined(TRISC_MATH)
#include "sfpi.h"
using namespace sfpi;
#endif
