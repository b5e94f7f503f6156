// A case of the rope_onnx vectors: ONNX's own test data of the node, and cases in their layout.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/ops/operation.hpp"
#include "host/ops/rope/onnx/problem.hpp"

namespace tessera::host::onnx {

// What ONNX's own runner allows.
inline constexpr double relative_tolerance = 1e-3, absolute_tolerance = 1e-7;

bool is_golden(const nlohmann::json& one_case);

// InputError for what the case lacks or contradicts.
Node golden_node(const nlohmann::json& one_case, const std::filesystem::path& folder);

// What must come out: the stored Y, to the bit where the machine's arithmetic is that of T.
GoldenArray golden_y(const nlohmann::json& one_case, const std::filesystem::path& folder, const Node& node);

}  // namespace tessera::host::onnx
