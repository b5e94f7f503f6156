// The vendor's names of 2025, in namespace experimental.
#pragma once

#include "tessera/object/circular_buffer.h"
#if !defined(COMPILE_FOR_TRISC)
#include "experimental/noc.h"
#endif

namespace experimental {

using tessera::object::CircularBuffer;
#if !defined(COMPILE_FOR_TRISC)
using tessera::object::CircularBufferView;
using tessera::object::use;
#endif

}  // namespace experimental
