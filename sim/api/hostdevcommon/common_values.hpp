// Values that semaphores of kernels carry by convention (spec/kernel-api.md 2.3).
#pragma once

#include "tessera/types.h"

inline constexpr uint32_t INVALID = 0;
inline constexpr uint32_t VALID = 1;
