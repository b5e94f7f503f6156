// The checkpoints of llama2.c, version 0: seven integers, then every array as float32.
#pragma once

#include "model.hpp"

namespace decoder {

Model checkpoint_model(std::shared_ptr<const File> file);

}  // namespace decoder
