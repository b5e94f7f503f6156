#include "weights.hpp"

namespace decoder {
namespace {

// Row by row, a matrix behind the other, each from the row that is given for it.
struct Part {
    const Weights* weights;
    std::size_t first_row;
};

std::vector<float> stacked(std::initializer_list<Part> parts) {
    const std::size_t columns = parts.begin()->weights->columns;
    const Part& last = *(parts.end() - 1);
    std::vector<float> out((last.first_row + last.weights->rows) * columns);
    for (const auto& [weights, first_row] : parts)
        for (std::size_t row = 0; row < weights->rows; ++row)
            dequantise(weights->type, weights->row(row), std::span(out).subspan((first_row + row) * columns, columns));
    return out;
}

Rows rows_of(Chip& chip, const Weights& weights) { return chip.rows(stacked({{&weights, 0}}), weights.rows); }

std::optional<Rows> bias_of(Chip& chip, const Model& model, const Layer& layer, std::uint32_t rows) {
    if (!layer.attn_q_bias && !layer.attn_k_bias && !layer.attn_v_bias) return std::nullopt;
    std::vector<float> one(model.query_width() + 2 * model.kv_width());
    const auto fill = [&](const std::optional<Weights>& bias, std::size_t at) {
        if (bias) dequantise(bias->type, bias->row(0), std::span(one).subspan(at, bias->columns));
    };
    fill(layer.attn_q_bias, 0);
    fill(layer.attn_k_bias, model.query_width());
    fill(layer.attn_v_bias, model.query_width() + model.kv_width());
    std::vector<float> all;
    for (std::uint32_t row = 0; row < rows; ++row) all.insert(all.end(), one.begin(), one.end());
    return chip.rows(all, rows);
}

LayerOnChip layer_of(Chip& chip, const Model& model, const Layer& layer, const ModelOnChip& of, std::uint32_t rows,
                     CacheFormat cache) {
    LayerOnChip out;
    const std::size_t q = model.query_width(), kv = model.kv_width();
    out.attn_norm = rows_of(chip, layer.attn_norm);
    out.qkv = chip.rows(stacked({{&layer.attn_q, 0}, {&layer.attn_k, q}, {&layer.attn_v, q + kv}}), q + 2 * kv);
    out.attn_output = rows_of(chip, layer.attn_output);
    out.ffn_norm = rows_of(chip, layer.ffn_norm);
    out.gate_up = chip.rows(stacked({{&layer.ffn_gate, 0}, {&layer.ffn_up, of.up_at}}), of.up_at + model.hidden);
    out.ffn_down = rows_of(chip, layer.ffn_down);
    out.qkv_bias = bias_of(chip, model, layer, rows);
    if (model.head_norm) out.head_norms = chip.rows(stacked({{&*layer.attn_q_norm, 0}, {&*layer.attn_k_norm, 1}}), 2);
    out.caches = make_caches(chip, cache, static_cast<std::uint32_t>(model.kv_heads), of.context,
                             static_cast<std::uint32_t>(model.head_dim));
    return out;
}

}  // namespace

ModelOnChip upload(Chip& chip, const Model& model, std::uint32_t context, std::uint32_t rows_of_pass,
                   CacheFormat cache) {
    if (model.head_dim % 2 != 0 || model.head_dim > 256)
        throw FileError(joined(model.file->name, ": heads of ", model.head_dim,
                               " elements: expected an even number up to 256, as kernels/attention has them"));
    for (const Layer& layer : model.layers)
        if (layer.attn_output_bias)
            throw FileError(
                joined(model.file->name, ": ", layer.attn_output_bias->name, ": no kernel adds a bias to a residual"));
    ModelOnChip out;
    constexpr std::size_t aligned = 16;  // elements
    out.up_at = static_cast<std::uint32_t>((model.hidden + aligned - 1) / aligned * aligned);
    out.context = context;
    for (const Layer& layer : model.layers)
        out.layers.push_back(layer_of(chip, model, layer, out, rows_of_pass, cache));
    out.output_norm = rows_of(chip, model.output_norm);
    out.output = rows_of(chip, model.output);
    return out;
}

}  // namespace decoder
