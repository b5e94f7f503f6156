// The vendor's names of 2025, in namespace experimental.
#pragma once

#include "tessera/object/noc.h"

namespace experimental {

using tessera::object::Noc;
using tessera::object::noc_traits_t;

}  // namespace experimental
