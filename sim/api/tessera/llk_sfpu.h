// Helpers on SFPI vectors that kernels call by their library names (kernel-api.md 4.6, algorithms of sfpu-math.md 2 to
// 5). T1 only: the other cores have no vectors.
#pragma once

#include "tessera/dst.h"

#if defined(TRISC_MATH)

#include "sfpi.h"
#include "tessera/sfpu/convert.h"
#include "tessera/sfpu/exp.h"
#include "tessera/sfpu/recip.h"
#include "tessera/sfpu/trigonometry.h"

#endif
