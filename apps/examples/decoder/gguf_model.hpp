// The model in a GGUF file: architectures llama, qwen2 and qwen3.
#pragma once

#include "gguf.hpp"
#include "model.hpp"

namespace decoder {

Model gguf_model(const Gguf& gguf);

}  // namespace decoder
