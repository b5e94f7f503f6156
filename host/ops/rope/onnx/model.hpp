// What the node's reference function computes, bit for bit: in T arithmetic, each product rounded to T and then their
// sum (rope-variants.md (c)). It shares no more with the rotation than how the shapes are read.
#pragma once

#include "host/ops/rope/onnx/problem.hpp"

namespace tessera::host::onnx {

struct Model {
    NpyArray y;  // float16 where T is that, else float32
    // No operand, product or sum of what turned is denormal in T, infinite or no number, and no sum a negative zero.
    // The machine treats those by rules of its own (tensix-core.md 4.1).
    bool ordinary = true;
};

Model model_of(const Node& node);  // InputError as of sizes_of

}  // namespace tessera::host::onnx
