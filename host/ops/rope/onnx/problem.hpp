// The node RotaryEmbedding of ONNX, opset 23 (rope-variants.md (c)): its tensors and attributes, what they must be, and
// the rotation that they ask for.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "host/ops/rope/field.hpp"
#include "host/ops/rope/rows/rotation.hpp"
#include "host/tensor/npy.hpp"

namespace tessera::host::onnx {

struct Node {
    tensix::DataFormat type = tensix::DataFormat::fp32;  // T of X, both caches and Y: fp32, fp16 or bf16
    // Of float32, or of float16 where T is that. NumPy has no bfloat16: its numbers come as float32, and are rounded to
    // nearest, ties to even.
    NpyArray x, cos_cache, sin_cache;
    std::optional<NpyArray> position_ids = {};  // int64
    std::int64_t interleaved = 0;
    std::int64_t rotary_embedding_dim = 0;       // 0: all of the head
    std::optional<std::int64_t> num_heads = {};  // counts at rank 3 alone
};

using Attribute = Field<Node, std::int64_t, std::optional<std::int64_t>>;
std::span<const Attribute> attributes();

// What the shapes say.
struct Sizes {
    std::size_t batch = 0, heads = 0, sequence = 0, head_size = 0;
    std::size_t rotary = 0;     // leading elements of a head that turn
    bool heads_first = true;    // rank 4: [batch, heads, sequence, head_size]; else [batch, sequence, heads, head_size]
    std::size_t positions = 0;  // rows of a cache

    std::size_t rows() const { return batch * heads * sequence; }
    // Of batch*sequence, for a row of X in the order of memory.
    std::size_t token(std::size_t row) const {
        return heads_first ? row / (heads * sequence) * sequence + row % sequence : row / heads;
    }
};

std::string_view type_name(tensix::DataFormat type);  // "float16"

// InputError for what the node's shape inference refuses, what its reference function refuses, and what both leave
// open: odd sizes, ids that are no rows of the caches, caches that are wider than the rotation.
Sizes sizes_of(const Node& node);
// The row of the caches of each token; sizes as sizes_of says.
std::vector<std::int32_t> cache_rows(const Node& node, const Sizes& sizes);
// X or a cache as T stores it, in float32 for bfloat16.
NpyArray stored(NpyArray array, tensix::DataFormat type);

// X and Y are tensors 0 and 1; InputError as of sizes_of.
Rotation rotation_of(Node node);

}  // namespace tessera::host::onnx
