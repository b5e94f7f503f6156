// The vendor's names of 2025, in namespace experimental.
#pragma once

#include "experimental/noc.h"
#include "tessera/object/tensor.h"
