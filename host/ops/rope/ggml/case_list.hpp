// GGML's own rope cases as a list to run: every case is held against the exact rotation, and against what GGML's CPU
// back end computes of it.
#pragma once

#include <filesystem>
#include <memory>

#include "host/ops/operation.hpp"

namespace tessera::host {

std::unique_ptr<CaseList> ggml_case_list(const std::filesystem::path& file, std::uint64_t seed);

}  // namespace tessera::host
