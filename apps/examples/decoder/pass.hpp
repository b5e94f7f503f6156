// All layers for a number of tokens at once, as programs that are built once.
#pragma once

#include "rotation.hpp"
#include "weights.hpp"

namespace decoder {

struct Arithmetic {
    Precision precision = Precision::exact;
    MathFidelity fidelity = MathFidelity::HiFi4;  // of products on the matrix unit
    CacheFormat cache = CacheFormat::fp32;
    Softmax softmax;
    Phase phase = Phase::turns;
    bool approximate_silu = false;
};

class Pass {
  public:
    Pass(Chip& chip, const Model& model, const ModelOnChip& weights, std::uint32_t rows, const Arithmetic& arithmetic);
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

    std::uint32_t rows() const { return x_.count; }
    // Tokens from a position on, at most so many.
    void run(std::span<const std::uint32_t> tokens, std::uint32_t position);
    // Behind the last layer.
    const Rows& x() const { return x_; }

  private:
    struct LayerSteps {
        Norm attn_norm;
        Products qkv;
        Rotation rotation;
        Attention attention;
        Products attn_output;
        std::optional<Products> attn_output_bias;
        Norm ffn_norm;
        Products gate_up;
        Launch gated;
        Products ffn_down;
    };
    LayerSteps steps(Chip& chip, const Model& model, const LayerOnChip& layer, std::uint32_t up_at,
                     const Arithmetic& arithmetic);

    Rows x_, normed_, qkv_, attended_, gate_up_, gated_;
    Rows ones_;  // what a bias is multiplied by to be added to a residual
    Embedding embedding_;
    Positions positions_;
    std::vector<LayerSteps> layers_;
};

}  // namespace decoder
