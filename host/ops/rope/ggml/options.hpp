// The parameters of `tessera rope_ggml`, and the call that settings of them ask for.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>

#include "host/job/source.hpp"
#include "host/ops/rope/ggml/problem.hpp"

namespace tessera::host {

std::span<const Parameter> ggml_parameters();

// InputError for settings that contradict each other or a file, and for files that cannot be read.
GgmlCall ggml_call(const Settings& settings, std::uint64_t seed);

// What the call is, for the JSON report.
nlohmann::ordered_json ggml_json(const GgmlCall& call);

}  // namespace tessera::host
