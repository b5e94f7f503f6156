#include "weights.hpp"

#include <algorithm>

namespace decoder {
namespace {

// A matrix and the element of a product's result where its own begin.
struct Source {
    const Weights* weights;
    std::size_t first;
};
using Sources = std::span<const Source>;

std::size_t rows_of(Sources parts) { return parts.back().first + parts.back().weights->rows - parts.front().first; }

// Matrices behind each other as fp32, zeros where none is.
std::vector<float> stacked(Sources parts) {
    const std::size_t columns = parts.front().weights->columns;
    std::vector<float> out(rows_of(parts) * columns);
    for (const auto& [weights, first] : parts)
        for (std::size_t row = 0; row < weights->rows; ++row)
            dequantise(weights->type, weights->row(row),
                       std::span(out).subspan((first - parts.front().first + row) * columns, columns));
    return out;
}

Rows vector_of(Chip& chip, const Weights& weights) { return chip.rows(stacked({{{&weights, 0}}}), weights.rows); }

class Uploader {
  public:
    Uploader(Chip& chip, Storage storage, ModelOnChip& out) : chip_(chip), storage_(storage), out_(out) {}

    // Neighbours of the same type are one product.
    Stack stack(std::initializer_list<Source> list) {
        const Sources all(list.begin(), list.size());
        bool apart = true;
        for (std::size_t i = 1; i < all.size(); ++i)
            apart = apart && (all[i].first % aligned_elements == 0 || kept(all[i]) == kept(all[i - 1]));
        if (!apart) {
            out_.notes.push_back(joined(all[0].weights->name,
                                        ": fp32 in DRAM with those of its product, whose results ",
                                        "do not begin at multiples of ", aligned_elements, " elements"));
            return {matrix(all, WeightType::f32)};
        }
        Stack out;
        for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
            while (end < all.size() && kept(all[end]) == kept(all[begin])) ++end;
            out.push_back(matrix(all.subspan(begin, end - begin), kept(all[begin])));
        }
        return out;
    }
    Stack stack(const Weights& weights) { return stack({{&weights, 0}}); }
    // Rows that are looked up: packed, or of fp32.
    Matrix table(const Weights& weights) {
        const Source all[] = {{&weights, 0}};
        const auto count = static_cast<std::uint32_t>(weights.rows),
                   width = static_cast<std::uint32_t>(weights.columns);
        Matrix out = kept(all[0]) != WeightType::f32 ? packed(all, count, width) : table_of(all, count, width);
        out_.bytes += out.buffer->size();
        return out;
    }
    // Always fp32.
    Stack numbers(const Weights& weights) { return {matrix({{{&weights, 0}}}, WeightType::f32)}; }

    // One line for all matrices that the host unpacks although they were to stay as they are.
    void note_unpacked() {
        if (unpacked_.empty()) return;
        const std::string others = unpacked_.size() > 1 ? joined(" and ", unpacked_.size() - 1, " others") : "";
        out_.notes.push_back(
            joined(unpacked_[0], others, ": fp32 in DRAM, since kernels take rows of whole tiles only"));
    }

  private:
    // The type that it has in DRAM.
    WeightType kept(const Source& part) const {
        return storage_ == Storage::packed && can_stay_packed(*part.weights) ? part.weights->type : WeightType::f32;
    }
    Part matrix(Sources parts, WeightType type) {
        const auto count = static_cast<std::uint32_t>(rows_of(parts)),
                   width = static_cast<std::uint32_t>(parts[0].weights->columns);
        const auto first = static_cast<std::uint32_t>(parts[0].first);
        Matrix out =
            type == WeightType::f32 ? tiled(chip_, stacked(parts), count, format()) : packed(parts, count, width);
        if (type == WeightType::f32 && storage_ == Storage::packed) note(parts);
        out_.bytes += out.buffer->size();
        return {out, first};
    }
    tt::DataFormat format() const {
        switch (storage_) {
            case Storage::bf16: return tt::DataFormat::Float16_b;
            case Storage::bfp8: return tt::DataFormat::Bfp8_b;
            case Storage::bfp4: return tt::DataFormat::Bfp4_b;
            default: return tt::DataFormat::Float32;
        }
    }
    Matrix table_of(Sources parts, std::uint32_t count, std::uint32_t width) {
        const Rows rows = chip_.rows(stacked(parts), count);
        return {rows.buffer, WeightType::f32, count, width, rows.page_bytes()};
    }
    Matrix packed(Sources parts, std::uint32_t count, std::uint32_t width) {
        const WeightType type = parts[0].weights->type;
        const std::size_t row = byte_count(type, width), page = (row + alignment - 1) / alignment * alignment;
        std::vector<std::byte> bytes(count * page);
        for (const auto& [weights, first] : parts)
            for (std::size_t i = 0; i < weights->rows; ++i)
                std::ranges::copy(weights->row(i),
                                  bytes.begin() + static_cast<std::ptrdiff_t>((first - parts[0].first + i) * page));
        return {chip_.buffer(bytes, page), type, count, width, static_cast<std::uint32_t>(page)};
    }
    void note(Sources parts) {
        for (const Source& part : parts)
            if (part.weights->type != WeightType::f32) unpacked_.push_back(part.weights->name);
    }

    static constexpr std::size_t alignment = 64, aligned_elements = 16;  // of reads from DRAM
    Chip& chip_;
    Storage storage_;
    ModelOnChip& out_;
    std::vector<std::string> unpacked_;
};

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

LayerOnChip layer_of(Chip& chip, Uploader& uploader, const Model& model, const Layer& layer, const ModelOnChip& of,
                     std::uint32_t rows, CacheFormat cache) {
    LayerOnChip out;
    const std::size_t q = model.query_width(), kv = model.kv_width();
    out.attn_norm = vector_of(chip, layer.attn_norm);
    out.qkv = uploader.stack({{&layer.attn_q, 0}, {&layer.attn_k, q}, {&layer.attn_v, q + kv}});
    out.attn_output = uploader.stack(layer.attn_output);
    out.ffn_norm = vector_of(chip, layer.ffn_norm);
    out.gate_up = uploader.stack({{&layer.ffn_gate, 0}, {&layer.ffn_up, of.up_at}});
    out.ffn_down = uploader.stack(layer.ffn_down);
    if (layer.attn_output_bias) {
        const Weights& bias = *layer.attn_output_bias;
        const Weights column{bias.name, bias.type, bias.columns, 1, bias.bytes};
        out.attn_output_bias = uploader.numbers(column);
    }
    out.qkv_bias = bias_of(chip, model, layer, rows);
    if (model.head_norm) {
        const Source norms[] = {{&*layer.attn_q_norm, 0}, {&*layer.attn_k_norm, 1}};
        out.head_norms = chip.rows(stacked(norms), 2);
    }
    out.caches = make_caches(chip, cache, static_cast<std::uint32_t>(model.kv_heads), of.context,
                             static_cast<std::uint32_t>(model.head_dim));
    return out;
}

}  // namespace

ModelOnChip upload(Chip& chip, const Model& model, Storage storage, std::uint32_t context, std::uint32_t rows_of_pass,
                   CacheFormat cache) {
    if (model.head_dim % 2 != 0 || model.head_dim > 256)
        throw FileError(joined(model.file->name, ": heads of ", model.head_dim,
                               " elements: expected an even number up to 256, as kernels/attention has them"));
    ModelOnChip out;
    constexpr std::size_t aligned = 16;  // elements
    out.up_at = static_cast<std::uint32_t>((model.hidden + aligned - 1) / aligned * aligned);
    out.context = context;
    Uploader uploader(chip, storage, out);
    for (const Layer& layer : model.layers)
        out.layers.push_back(layer_of(chip, uploader, model, layer, out, rows_of_pass, cache));
    out.output_norm = vector_of(chip, model.output_norm);
    out.token_embedding = uploader.table(model.token_embedding);
    if (model.shared_output && out.token_embedding.packed())
        out.output = {{out.token_embedding, 0}};
    else
        out.output = uploader.stack(model.output);
    uploader.note_unpacked();
    return out;
}

}  // namespace decoder
