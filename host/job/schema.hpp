// The JSON schema of job files (draft 7), for editors.
#pragma once

#include <nlohmann/json.hpp>

namespace tessera::host {

nlohmann::ordered_json job_schema();

}  // namespace tessera::host
