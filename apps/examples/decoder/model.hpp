// A decoder of the Llama family, from whichever file: dimensions, and weights as views of the file's bytes.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "file.hpp"
#include "quantised.hpp"

namespace decoder {

// The elements that a rotation turns together: (2i, 2i + 1), or (i, i + half) as in NeoX.
enum class Pairs { interleaved, neox };

// Pairs that turn fast keep their frequency, slow ones are scaled, and a ramp leads from the ones to the others.
struct Yarn {
    std::size_t original_context = 0;      // positions of the training
    double attn_factor = 1;                // of sines and cosines
    double beta_fast = 32, beta_slow = 1;  // turns within the training from which on a pair is fast, or slow
};

// A matrix [rows, columns], or a vector as one row; columns are contiguous. The names are those of GGUF.
struct Weights {
    std::string name;
    WeightType type = WeightType::f32;
    std::size_t rows = 0, columns = 0;
    std::span<const std::byte> bytes;

    std::size_t row_bytes() const { return byte_count(type, columns); }
    std::span<const std::byte> row(std::size_t at) const { return bytes.subspan(at * row_bytes(), row_bytes()); }
};

struct Layer {
    Weights attn_norm, attn_q, attn_k, attn_v, attn_output;
    Weights ffn_norm, ffn_gate, ffn_up, ffn_down;
    std::optional<Weights> attn_q_norm, attn_k_norm;  // head norm
    std::optional<Weights> attn_q_bias, attn_k_bias, attn_v_bias, attn_output_bias;
};

struct Model {
    std::string architecture;
    std::size_t dim = 0, hidden = 0, heads = 0, kv_heads = 0, head_dim = 0, vocabulary = 0, context = 0;
    std::size_t rotated = 0;  // the first elements of a head, an even number
    double eps = 1e-5, theta = 10000;
    double frequency_scale = 1;  // of every angle, or of those that YaRN scales
    std::optional<Yarn> yarn;
    Pairs pairs = Pairs::interleaved;
    bool head_norm = false;

    Weights token_embedding;
    std::vector<Layer> layers;
    Weights output_norm;
    Weights output;  // token_embedding where the two are shared
    bool shared_output = false;
    std::optional<Weights> frequency_factors;  // each pair's angle is divided by its own

    std::shared_ptr<const File> file;

    std::size_t query_width() const { return heads * head_dim; }
    std::size_t kv_width() const { return kv_heads * head_dim; }
};

// Keeps products of two dimensions within 64 bits.
inline constexpr std::size_t largest_dimension = 0x7FFFFFFF;

// GGUF or a checkpoint of llama2.c, whichever the file begins as.
Model load_model(std::shared_ptr<const File> file);

}  // namespace decoder
