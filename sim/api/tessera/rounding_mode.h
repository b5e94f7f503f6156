// How a quotient of the compute API becomes a whole number (kernel-api.md 3.5).
#pragma once

#include "sim/api/tessera/base.h"

namespace ckernel {

enum class RoundingMode : uint8_t { None = 0, Trunc = 1, Floor = 2 };

}  // namespace ckernel
