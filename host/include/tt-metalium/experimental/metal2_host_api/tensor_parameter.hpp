#pragma once

#include "../../tensor/spec/tensor_spec.hpp"
#include "advanced_options.hpp"
#include "tensor_spec_relaxations.hpp"

namespace tt::tt_metal::experimental {

// A tensor that the program works on; which one is said by ProgramRunArgs.
struct TensorParameter {
    TensorParamName unique_id = {};
    TensorSpec spec;
    TensorSpecRelaxations relaxations = {};
    TensorParameterAdvancedOptions advanced_options = {};

    bool padded_shape_only() const {
        return relaxations.match_padded_shape_only || advanced_options.match_padded_shape_only;
    }
    bool any_shape() const { return relaxations.dynamic_tensor_shape || advanced_options.dynamic_tensor_shape; }
};

}  // namespace tt::tt_metal::experimental
