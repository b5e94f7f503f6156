// The options that every contract of RoPE has: how its rotation becomes a job (rows/job.hpp).
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "host/job/source.hpp"
#include "host/ops/rope/rows/job.hpp"

namespace tessera::host {

std::vector<Parameter> rotation_parameters();
RotationOptions rotation_options(const Settings& given);

// The job of a contract by its name; its report begins with what was asked for.
Job contract_job(const arch::Arch& arch, std::string_view name, nlohmann::ordered_json asked, Rotation rotation,
                 const RotationOptions& options);

}  // namespace tessera::host
