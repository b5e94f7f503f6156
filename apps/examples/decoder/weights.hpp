// The weights of a model in the chip's DRAM, those that one product takes stacked, and the KV caches.
#pragma once

#include "products.hpp"

namespace decoder {

// How matrices lie in DRAM: as in the file where kernels take its type, else as tiles of fp32; or as tiles of a format.
enum class Storage { packed, fp32, bf16, bfp8, bfp4 };

struct LayerOnChip {
    Rows attn_norm, ffn_norm;
    Stack qkv, attn_output, gate_up, ffn_down;
    std::optional<Rows> qkv_bias;           // as often as a pass has rows
    std::optional<Stack> attn_output_bias;  // a matrix of one column
    std::optional<Rows> head_norms;
    Caches caches;
};

struct ModelOnChip {
    std::vector<LayerOnChip> layers;
    Matrix token_embedding;
    Rows output_norm;
    Stack output;
    std::uint32_t up_at = 0;    // row of gate_up at which up begins, aligned as reads from DRAM are
    std::uint32_t context = 0;  // positions of a cache
    std::size_t bytes = 0;      // of matrices
    std::vector<std::string> notes = {};
};

// FileError for what no kernel does.
ModelOnChip upload(Chip& chip, const Model& model, Storage storage, std::uint32_t context, std::uint32_t rows_of_pass,
                   CacheFormat cache);

}  // namespace decoder
