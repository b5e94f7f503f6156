// `tessera accuracy rope`: how the errors of RoPE's sines and cosines grow with the position, and what remedies cost.
#pragma once

#include "host/ops/operation.hpp"

namespace tessera::host {

const OperationStudy& rope_growth_study();

}  // namespace tessera::host
