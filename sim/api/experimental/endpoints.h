// The vendor's names of 2025, in namespace experimental.
#pragma once

#include "experimental/noc.h"
#include "tessera/object/endpoints.h"

namespace experimental {

using tessera::object::AllocatorBank;
using tessera::object::AllocatorBankType;
using tessera::object::MulticastEndpoint;
using tessera::object::UnicastEndpoint;

}  // namespace experimental
