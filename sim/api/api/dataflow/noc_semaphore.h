// The vendor's names of 2026, in the global namespace.
#pragma once

#include "api/dataflow/noc.h"
#include "tessera/object/semaphore.h"

using tessera::object::Semaphore;
using tessera::object::SemScope;
