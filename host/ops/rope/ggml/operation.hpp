// GGML's ROPE and ROPE_BACK as an operation: its parameters (`tessera rope_ggml --help`), the job they make, and the
// cases of GGML's own results.
#pragma once

#include "host/ops/operation.hpp"

namespace tessera::host {

const Operation& rope_ggml_operation();

}  // namespace tessera::host
