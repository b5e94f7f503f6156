// Functions of the compute API that tessera knows by name only (kernel-api.md 7, tier 2 and 3): they compile, and end
// the run in a fault that says their name when they are reached.
#pragma once

#include "tessera/call.h"

#define TESSERA_UNSUPPORTED(name)                                                 \
    template <auto... options, class... Arguments>                                \
    ALWI void name(Arguments...) {                                                \
        tessera::call<tessera::Call::unsupported_compute>(TESSERA_STRING(#name)); \
    }
#define TESSERA_UNSUPPORTED_SFPU(name)    \
    TESSERA_UNSUPPORTED(name##_tile_init) \
    TESSERA_UNSUPPORTED(name##_tile)

namespace ckernel {

TESSERA_UNSUPPORTED(mask_tile_init)
TESSERA_UNSUPPORTED(mask_tile)
TESSERA_UNSUPPORTED(mask_posinf_tile)

TESSERA_UNSUPPORTED_SFPU(erf)
TESSERA_UNSUPPORTED_SFPU(erfc)
TESSERA_UNSUPPORTED_SFPU(erfinv)
TESSERA_UNSUPPORTED_SFPU(i0)
TESSERA_UNSUPPORTED_SFPU(i1)
TESSERA_UNSUPPORTED_SFPU(rand)
TESSERA_UNSUPPORTED_SFPU(dropout)
TESSERA_UNSUPPORTED_SFPU(remainder)
TESSERA_UNSUPPORTED_SFPU(fmod)
TESSERA_UNSUPPORTED_SFPU(mul_int32)

}  // namespace ckernel
