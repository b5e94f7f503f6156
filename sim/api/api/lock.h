// The vendor's names of 2026, in the global namespace.
#pragma once

#include "tessera/object/lock.h"

using tessera::object::Lock;
