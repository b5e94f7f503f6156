#pragma once

namespace tt::tt_metal::experimental {

// How far a tensor may differ from its TensorParameter.
struct TensorSpecRelaxations {
    bool match_padded_shape_only = false;  // in its logical shape
    bool dynamic_tensor_shape = false;     // in both its shapes
};

}  // namespace tt::tt_metal::experimental
