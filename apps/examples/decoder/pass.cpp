#include "pass.hpp"

namespace decoder {

Pass::Pass(Chip& chip, const Model& model, const ModelOnChip& weights, std::uint32_t rows, const Arithmetic& arithmetic)
    : x_(chip.rows(rows, model.dim)),
      normed_(chip.rows(rows, model.dim)),
      qkv_(chip.rows(rows, model.query_width() + 2 * model.kv_width())),
      attended_(chip.rows(rows, model.query_width())),
      gate_up_(chip.rows(rows, weights.up_at + model.hidden)),
      gated_(chip.rows(rows, model.hidden)),
      ones_(chip.rows(std::vector<float>(rows, 1.0f), rows)),
      embedding_(chip, weights.token_embedding, x_),
      positions_(chip, model, rows, weights.layers.front().caches, arithmetic.phase) {
    layers_.reserve(model.layers.size());
    for (const LayerOnChip& layer : weights.layers)
        layers_.push_back(steps(chip, model, layer, weights.up_at, arithmetic));
}

Pass::LayerSteps Pass::steps(Chip& chip, const Model& model, const LayerOnChip& layer, std::uint32_t up_at,
                             const Arithmetic& arithmetic) {
    const std::uint32_t count = rows();
    const auto times = [&](const Rows& x, const Stack& weights, const Rows& y, const std::optional<Rows>& added = {}) {
        return Products(chip, weights,
                        {.x = x, .weights = {}, .y = y, .added = added, .rows = count, .fidelity = arithmetic.fidelity},
                        arithmetic.precision);
    };
    std::optional<Products> attn_output_bias;
    if (layer.attn_output_bias)
        attn_output_bias.emplace(chip, *layer.attn_output_bias,
                                 Product{.x = ones_, .weights = {}, .y = x_, .added = x_, .rows = count},
                                 Precision::exact);
    return {.attn_norm = Norm(chip, x_, layer.attn_norm, normed_, count, model.eps),
            .qkv = times(normed_, layer.qkv, qkv_, layer.qkv_bias),
            .rotation = Rotation(chip, model, positions_, count, qkv_, layer.caches, layer.head_norms),
            .attention = Attention(chip, model, qkv_, layer.caches, attended_, count, arithmetic.softmax),
            .attn_output = times(attended_, layer.attn_output, x_, x_),
            .attn_output_bias = std::move(attn_output_bias),
            .ffn_norm = Norm(chip, x_, layer.ffn_norm, normed_, count, model.eps),
            .gate_up = times(normed_, layer.gate_up, gate_up_),
            .gated = gate(chip, gate_up_, up_at, gated_, count, arithmetic.approximate_silu),
            .ffn_down = times(gated_, layer.ffn_down, x_, x_)};
}

void Pass::run(std::span<const std::uint32_t> tokens, std::uint32_t position) {
    const auto count = static_cast<std::uint32_t>(tokens.size());
    embedding_.run(tokens);
    positions_.set(count, position);
    for (LayerSteps& layer : layers_) {
        layer.attn_norm.run();
        layer.qkv.run();
        layer.rotation.run();
        layer.attention.set(count, position + count);
        layer.attention.run();
        layer.attn_output.run();
        if (layer.attn_output_bias) layer.attn_output_bias->run();
        layer.ffn_norm.run();
        layer.gate_up.run();
        layer.gated.run();
        layer.ffn_down.run();
    }
}

}  // namespace decoder
