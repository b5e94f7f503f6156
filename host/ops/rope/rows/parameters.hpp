// The options that every contract of RoPE has: how its rotation becomes a job (rows/job.hpp).
#pragma once

#include <vector>

#include "host/job/source.hpp"
#include "host/ops/rope/rows/job.hpp"

namespace tessera::host {

std::vector<Parameter> rotation_parameters();
RotationOptions rotation_options(const Settings& given);

}  // namespace tessera::host
