// The weights of a model in the chip's DRAM as rows of fp32, those that one product takes stacked, and the KV caches.
#pragma once

#include "steps.hpp"

namespace decoder {

struct LayerOnChip {
    Rows attn_norm, qkv, attn_output, ffn_norm, gate_up, ffn_down;
    std::optional<Rows> qkv_bias;  // as often as a pass has rows
    std::optional<Rows> head_norms;
    Caches caches;
};

struct ModelOnChip {
    std::vector<LayerOnChip> layers;
    Rows output_norm, output;
    std::uint32_t up_at = 0;    // row of gate_up at which up begins, aligned as reads from DRAM are
    std::uint32_t context = 0;  // positions of a cache
};

// FileError for what no kernel does.
ModelOnChip upload(Chip& chip, const Model& model, std::uint32_t context, std::uint32_t rows_of_pass,
                   CacheFormat cache);

}  // namespace decoder
