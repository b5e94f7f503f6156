// A case of the rope_fused vectors: a call, and what must be in its results.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "host/ops/operation.hpp"
#include "host/ops/rope/fused/problem.hpp"

namespace tessera::host::fused {

// Of the elements that turn, against exact ones: one rounding to f16 measures 4e-8 (rope-variants.md (e)).
inline constexpr double nmse_limit = 1e-7;

bool is_golden(const nlohmann::json& one_case);

// InputError for what the case lacks or contradicts.
Call golden_call(const nlohmann::json& one_case, const std::filesystem::path& folder);

// Results in their order. Those that turn are held against exact ones, others to the bit. A cache consists almost
// wholly of elements that stay what they were, and they would thin an error out: its limit is that of the elements that
// turn, times their share of all squares.
std::vector<GoldenArray> golden_arrays(const nlohmann::json& one_case, const std::filesystem::path& folder,
                                       const KernelRow& kernel, const Rotation& rotation);

}  // namespace tessera::host::fused
