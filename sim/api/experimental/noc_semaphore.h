// The vendor's names of 2025, in namespace experimental.
#pragma once

#include "experimental/noc.h"
#include "tessera/object/semaphore.h"

namespace experimental {

using tessera::object::Semaphore;

}  // namespace experimental
