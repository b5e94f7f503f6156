// Rotary position embedding as an operation: its parameters (`tessera rope --help`), and the job they make.
#pragma once

#include "host/ops/operation.hpp"

namespace tessera::host {

const Operation& rope_operation();

}  // namespace tessera::host
