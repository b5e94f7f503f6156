// The vendor's names of 2025, in namespace experimental.
#pragma once

#include "tessera/object/local_mem.h"

namespace experimental {

using tessera::object::CoreLocalMem;

}  // namespace experimental
