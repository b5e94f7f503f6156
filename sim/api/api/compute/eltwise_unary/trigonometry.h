#pragma once
#include "tessera/kernel.h"
#if defined(TRISC_MATH)
using namespace sfpi;  // kernels of 2025 rely on it (kernel-api.md 1.3)
#endif
