// The vendor's names of 2026, in the global namespace.
#pragma once

#include "tessera/object/local_mem.h"

using tessera::object::CoreLocalMem;
