// `tessera rope_onnx`: the node RotaryEmbedding-23 from its attributes as options and its tensors as .npy files.
//
// Why no .onnx file: a file of this one node would say three integers, and neither positions nor caches, which come as
// tensors beside it in any case; nothing else of a graph runs here. Debian 12 has libonnx 1.12, whose newest opset is
// 17, and a reader of our own would be a second form of input that says less than the options. Whoever has a model
// finds attributes and tensors in it with one line of the onnx package each. bfloat16 has no NumPy type: its arrays are
// float32 and rounded to nearest, ties to even.
#pragma once

#include "host/ops/operation.hpp"

namespace tessera::host {

const Operation& rope_onnx_operation();

}  // namespace tessera::host
