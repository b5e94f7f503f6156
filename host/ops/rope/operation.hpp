// RoPE as operations: `tessera rope`, and the three contracts rope_ggml, rope_onnx and rope_fused (rope-variants.md (a)
// to (d)).
#pragma once

#include "host/ops/operation.hpp"

namespace tessera::host {

// Its parameters and the job they make.
const Operation& rope_operation();

// GGML's ROPE and ROPE_BACK, with the cases of GGML's own results.
const Operation& rope_ggml_operation();

// The node RotaryEmbedding-23 from its attributes as options and its tensors as .npy files.
//
// Why no .onnx file: a file of this one node would say three integers, and neither positions nor caches, which come as
// tensors beside it in any case; nothing else of a graph runs here. Debian 12 has libonnx 1.12, whose newest opset is
// 17, and a reader of our own would be a second form of input that says less than the options. Whoever has a model
// finds attributes and tensors in it with one line of the onnx package each. bfloat16 has no NumPy type: its arrays are
// float32 and rounded to nearest, ties to even.
const Operation& rope_onnx_operation();

// The fused f16 kernels with their parameter structs, KV caches and head norm.
const Operation& rope_fused_operation();

}  // namespace tessera::host
