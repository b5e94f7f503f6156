// The vendor's names of 2026, in the global namespace.
#pragma once

#include "tessera/object/noc.h"
#include "tessera/object/tensor.h"

using tessera::object::has_flag;
using tessera::object::Noc;
using tessera::object::noc_traits_t;
using tessera::object::NocOptions;
using tessera::object::NocOptVals;
using tessera::object::operator|;
