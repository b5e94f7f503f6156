// The vendor's names of 2026, in the global namespace.
#pragma once

#include "api/dataflow/noc.h"
#include "tessera/object/endpoints.h"

using tessera::object::AllocatorBank;
using tessera::object::AllocatorBankType;
using tessera::object::MulticastEndpoint;
using tessera::object::UnicastEndpoint;
