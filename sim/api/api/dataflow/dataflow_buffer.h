// The vendor's names of 2026, in the global namespace.
#pragma once

#include "tessera/object/circular_buffer.h"
#if !defined(COMPILE_FOR_TRISC)
#include "api/dataflow/noc.h"
#endif

using tessera::object::DataflowBuffer;
