// What the parts of a node must be, one after the other (rope-variants.md (c)). Each ends in an InputError line that
// says what is wrong with which tensor or attribute, the rule, and the nearest legal value.
#pragma once

#include "host/ops/rope/onnx/problem.hpp"

namespace tessera::host::onnx {

void check_types(const Node& node);  // of elements
// All that X and num_heads say; shape inference refuses ranks and a missing num_heads, the operator's text odd heads.
Sizes x_sizes(const Node& node);
std::size_t rotary_size(const Node& node, std::size_t head_size);
// The reference function refuses a last dimension of another size; the expansion into primitive operators would take
// the beginning of a wider cache, and so two readers of one model could differ. Ids outside the caches are left open by
// both; NumPy would count negative ones from the end.
std::size_t cache_positions(const Node& node, const Sizes& sizes);

}  // namespace tessera::host::onnx
