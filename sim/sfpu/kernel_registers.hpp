// The text of the header that gives kernels every field of the configuration registers that has a row in sim/tensix, by
// its name. The build writes it for the low-level kernel library (sim/api/llk).
#pragma once

#include <string>

namespace tessera::sfpu {

std::string kernel_registers();

}  // namespace tessera::sfpu
