// The parameters of `tessera rope_onnx`, and the node that settings of them describe.
#pragma once

#include <cstdint>
#include <span>

#include "host/job/source.hpp"
#include "host/ops/rope/onnx/problem.hpp"

namespace tessera::host::onnx {

std::span<const Parameter> parameters();

// Tensors that no file gives come from the seed. InputError for settings that contradict each other; what is wrong with
// the node itself is said by sizes_of.
Node node_of(const Settings& given, std::uint64_t seed);

}  // namespace tessera::host::onnx
