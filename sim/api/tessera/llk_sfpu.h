// Helpers on SFPI vectors that kernels call by their library names (kernel-api.md 4.6, algorithms of sfpu-math.md 2 to
// 5). T1 only: the other cores have no vectors.
#pragma once

#include "tessera/dst.h"

#if defined(TRISC_MATH)

#include "sfpi.h"
#include "tessera/sfpu/activation.h"
#include "tessera/sfpu/arithmetic.h"
#include "tessera/sfpu/compare.h"
#include "tessera/sfpu/convert.h"
#include "tessera/sfpu/exp.h"
#include "tessera/sfpu/exp_approx.h"
#include "tessera/sfpu/expm1.h"
#include "tessera/sfpu/gelu.h"
#include "tessera/sfpu/hyperbolic.h"
#include "tessera/sfpu/integer.h"
#include "tessera/sfpu/log.h"
#include "tessera/sfpu/power.h"
#include "tessera/sfpu/recip.h"
#include "tessera/sfpu/rounding.h"
#include "tessera/sfpu/sigmoid.h"
#include "tessera/sfpu/sqrt.h"
#include "tessera/sfpu/tangent.h"
#include "tessera/sfpu/trigonometry.h"
#include "tessera/sfpu/trigonometry_legacy.h"
#include "tessera/sfpu/typecast.h"

#endif
