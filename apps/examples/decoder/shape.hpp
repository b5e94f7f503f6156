// A model of zeros with a shape: what its tokens cost before there are weights.
#pragma once

#include "model.hpp"

namespace decoder {

struct Shape {
    std::size_t dim = 0, hidden = 0, layers = 0, heads = 0, kv_heads = 0, vocabulary = 0, context = 0;
    WeightType type = WeightType::f32;
};
// "DIM,HIDDEN,LAYERS,HEADS,KV_HEADS,VOCABULARY,CONTEXT[,TYPE]", the type by its name in ggml. FileError otherwise.
Shape shape_of(std::string_view text);
Model model_of(const Shape& shape);

}  // namespace decoder
