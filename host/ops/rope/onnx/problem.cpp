#include "host/ops/rope/onnx/problem.hpp"

#include <bit>

#include "host/ops/rope/onnx/rules.hpp"
#include "sim/num/bf16.hpp"

namespace tessera::host::onnx {

using tensix::DataFormat;

std::string_view type_name(DataFormat type) {
    return type == DataFormat::fp32 ? "float" : type == DataFormat::fp16 ? "float16" : "bfloat16";
}

std::span<const Attribute> attributes() {
    constexpr const char* group = "Node";
    static const std::vector<Attribute> all = [] {
        std::vector<Attribute> rows{
            {"interleaved", &Node::interleaved, "", group, "pairs (2j, 2j + 1); without it (j, j + R/2)"},
            {"rotary-embedding-dim", &Node::rotary_embedding_dim, "0", group,
             "leading elements R of a head that turn; 0: all"},
            {"num-heads", &Node::num_heads, "", group, "heads of an X of rank 3; of no effect at rank 4"}};
        rows.front().option.kind = ParameterKind::flag;
        return rows;
    }();
    return all;
}

Sizes sizes_of(const Node& node) {
    check_types(node);
    Sizes sizes = x_sizes(node);
    sizes.rotary = rotary_size(node, sizes.head_size);
    sizes.positions = cache_positions(node, sizes);
    return sizes;
}

std::vector<std::int32_t> cache_rows(const Node& node, const Sizes& sizes) {
    std::vector<std::int32_t> rows(sizes.batch * sizes.sequence);
    for (std::size_t token = 0; token < rows.size(); ++token)
        rows[token] = static_cast<std::int32_t>(node.position_ids ? node.position_ids->as<std::int64_t>()[token]
                                                                  : static_cast<std::int64_t>(token));
    return rows;
}

NpyArray stored(NpyArray array, DataFormat type) {
    if (type != DataFormat::bf16) return array;
    std::vector<float> values(array.as<float>().begin(), array.as<float>().end());
    for (float& value : values)
        value = std::bit_cast<float>(num::bf16_to_fp32(num::fp32_to_bf16_rne(std::bit_cast<std::uint32_t>(value))));
    return npy_array(std::span<const float>(values), std::move(array.shape));
}

Rotation rotation_of(Node node) {
    const Sizes sizes = sizes_of(node);
    const std::vector<std::int32_t> cache_row = cache_rows(node, sizes);
    Rotation out;
    out.name = "RotaryEmbedding-23";
    out.width = sizes.head_size;
    const std::size_t half = sizes.rotary / 2;
    out.pairs = node.interleaved != 0 ? RowPairs{.first = 0, .step = 2, .distance = 1, .count = half}
                                      : RowPairs{.first = 0, .step = 1, .distance = half, .count = half};
    out.rows.reserve(sizes.rows());
    for (std::size_t row = 0; row < sizes.rows(); ++row)
        out.rows.push_back({.source = 0,
                            .target = 1,
                            .source_element = row * sizes.head_size,
                            .target_element = row * sizes.head_size,
                            .positions = {cache_row[sizes.token(row)]}});
    out.caches = AngleCaches{.cosines = contents_of(stored(std::move(node.cos_cache), node.type)),
                             .sines = contents_of(stored(std::move(node.sin_cache), node.type)),
                             .rows = sizes.positions};
    out.rounds_products = true;
    const std::vector<std::size_t> shape = node.x.shape;
    out.tensors.push_back({.name = "X",
                           .format = node.type,
                           .shape = shape,
                           .contents = contents_of(stored(std::move(node.x), node.type))});
    out.tensors.push_back({.name = "Y", .format = node.type, .shape = shape, .result = true});
    if (node.type == DataFormat::bf16)
        out.details.push_back({"bfloat16", "X and the caches come as float32, rounded to nearest, ties to even"});
    return out;
}

}  // namespace tessera::host::onnx
