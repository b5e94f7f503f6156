// The vendor's names of 2025, in namespace experimental.
#pragma once

#include "tessera/object/lock.h"

namespace experimental {

using tessera::object::Lock;

}  // namespace experimental
