// The text of the header that gives kernels TT_OP_X, TTI_X and TT_X of every instruction that has a row here or in
// sim/tensix (spec/kernel-api.md 1.6). The build writes it for kernels to include.
#pragma once

#include <string>

namespace tessera::sfpu {

std::string kernel_macros();

}  // namespace tessera::sfpu
