// Before everything of the suite: how its instruction macros become words of the stream, and what tessera's SFPI asks
// of the chip (spec/kernel-api.md 1.6).
#pragma once

#if defined(ARCH_BLACKHOLE)
#define TESSERA_SFPI_ADDR_MOD 7
#define TESSERA_HAS_COMPARE 1
#else
#define TESSERA_SFPI_ADDR_MOD 3
#define TESSERA_HAS_COMPARE 0
#endif

#include "tessera/ops.h"
