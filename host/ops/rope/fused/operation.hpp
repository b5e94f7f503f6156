// `tessera rope_fused`: the fused f16 kernels with their parameter structs, KV caches and head norm
// (rope-variants.md (b)).
#pragma once

#include "host/ops/operation.hpp"

namespace tessera::host {

const Operation& rope_fused_operation();

}  // namespace tessera::host
