#include "host/ops/rope/onnx/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tessera::host::onnx {
namespace {

using fault::InputError;
using tensix::DataFormat;

// The largest number of heads up to `heads` that share an even number of elements each; 0 when hidden is odd.
std::size_t nearest_heads(std::size_t hidden, std::int64_t heads) {
    const auto most = static_cast<std::int64_t>(hidden / 2);
    auto n = static_cast<std::size_t>(std::clamp<std::int64_t>(heads, std::min<std::int64_t>(1, most), most));
    while (n > 0 && hidden % (2 * n) != 0) --n;
    return n;
}

Sizes sizes_at_rank_3(const Node& node) {
    const std::vector<std::size_t>& shape = node.x.shape;
    const std::size_t hidden = shape[2];
    if (!node.num_heads)
        throw InputError(
            fmt::format("num_heads is not given, and X of rank 3 {} does not say it; nearest: {}, or X as [batch, "
                        "heads, sequence, head_size]",
                        shape_text(shape), std::max<std::size_t>(1, nearest_heads(hidden, 1))));
    if (hidden % 2 != 0)
        throw InputError(fmt::format("X {}: {} elements a token are no heads of even size; nearest: {}",
                                     shape_text(shape), hidden, hidden + 1));
    const std::size_t heads = nearest_heads(hidden, *node.num_heads);
    if (*node.num_heads != static_cast<std::int64_t>(heads))
        throw InputError(
            fmt::format("num_heads {}: the {} elements of a token in X {} must be an even number for each "
                        "head; nearest: {}",
                        *node.num_heads, hidden, shape_text(shape), heads));
    return {.batch = shape[0], .heads = heads, .sequence = shape[1], .head_size = hidden / heads, .heads_first = false};
}

void check_ids(const NpyArray& ids, const Sizes& sizes, std::size_t positions) {
    const std::vector<std::size_t> expected{sizes.batch, sizes.sequence};
    if (ids.shape != expected)
        throw InputError(fmt::format("position_ids: shape {}; {}, one for each batch entry and token, is expected",
                                     shape_text(ids.shape), shape_text(expected)));
    const auto values = ids.as<std::int64_t>();
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] < 0 || static_cast<std::uint64_t>(values[i]) >= positions)
            throw InputError(fmt::format("position_ids[{}, {}] is {}; the caches have rows 0 to {}; nearest: {}",
                                         i / sizes.sequence, i % sizes.sequence, values[i], positions - 1,
                                         values[i] < 0 ? 0 : positions - 1));
}

}  // namespace

void check_types(const Node& node) {
    if (node.type != DataFormat::fp32 && node.type != DataFormat::fp16 && node.type != DataFormat::bf16)
        throw InputError(fmt::format("type {}: float, float16 or bfloat16 is expected", tensix::name(node.type)));
    const DType expected = node.type == DataFormat::fp16 ? DType::f2 : DType::f4;
    for (const auto& [name, array] :
         {std::pair("X", &node.x), {"cos_cache", &node.cos_cache}, {"sin_cache", &node.sin_cache}})
        if (array->dtype != expected)
            throw InputError(
                fmt::format("{}: elements are {}; X and both caches are of one type, and {} is read from {}", name,
                            descr(array->dtype), type_name(node.type), descr(expected)));
    if (node.position_ids && node.position_ids->dtype != DType::i8)
        throw InputError(
            fmt::format("position_ids: elements are {}; <i8 is expected", descr(node.position_ids->dtype)));
}

Sizes x_sizes(const Node& node) {
    const std::vector<std::size_t>& shape = node.x.shape;
    if (shape.size() != 3 && shape.size() != 4)
        throw InputError(
            fmt::format("X: rank {} {}; 3 [batch, sequence, heads*head_size] or 4 [batch, heads, sequence, head_size] "
                        "is expected; nearest: {}",
                        shape.size(), shape_text(shape), shape.size() < 3 ? 3 : 4));
    if (element_count(shape) == 0)
        throw InputError(fmt::format("X: shape {} has no elements; nearest: 1 in place of each 0", shape_text(shape)));
    if (shape.size() == 3) return sizes_at_rank_3(node);
    if (shape[3] % 2 != 0)
        throw InputError(
            fmt::format("X {}: head_size {} is odd; nearest: {}", shape_text(shape), shape[3], shape[3] + 1));
    return {.batch = shape[0], .heads = shape[1], .sequence = shape[2], .head_size = shape[3]};
}

std::size_t rotary_size(const Node& node, std::size_t head_size) {
    if (node.interleaved != 0 && node.interleaved != 1)
        throw InputError(fmt::format("interleaved {}: 0 or 1 is expected; nearest: {}", node.interleaved,
                                     node.interleaved > 0 ? 1 : 0));
    const std::int64_t given = node.rotary_embedding_dim, most = static_cast<std::int64_t>(head_size);
    if (given < 0 || given > most || given % 2 != 0)
        throw InputError(
            fmt::format("rotary_embedding_dim {}: an even number up to head_size {}, or 0 for all of it, is expected; "
                        "nearest: {}",
                        given, head_size, std::clamp<std::int64_t>(given, 0, most) / 2 * 2));
    return given == 0 ? head_size : static_cast<std::size_t>(given);
}

std::size_t cache_positions(const Node& node, const Sizes& sizes) {
    const std::vector<std::size_t>& shape = node.cos_cache.shape;
    const std::size_t half = sizes.rotary / 2;
    if (node.sin_cache.shape != shape)
        throw InputError(fmt::format("sin_cache: shape {}; {}, as of cos_cache, is expected",
                                     shape_text(node.sin_cache.shape), shape_text(shape)));
    if (node.position_ids && shape.size() != 2)
        throw InputError(
            fmt::format("cos_cache: rank {} {}, and position_ids are given; rank 2 [positions, {}] is expected, or no "
                        "position_ids",
                        shape.size(), shape_text(shape), half));
    const std::vector<std::size_t> direct{sizes.batch, sizes.sequence, half};
    if (!node.position_ids && shape.size() != 3)
        throw InputError(
            fmt::format("cos_cache: rank {} {}, and no position_ids are given; rank 3 {}, a row for each "
                        "batch entry and token, is expected, or position_ids",
                        shape.size(), shape_text(shape), shape_text(direct)));
    if (shape.back() != half)
        throw InputError(
            fmt::format("cos_cache: last dimension {} of {}; half of the {} elements that turn is expected; "
                        "nearest: {}",
                        shape.back(), shape_text(shape), sizes.rotary, half));
    if (!node.position_ids && shape != direct)
        throw InputError(fmt::format("cos_cache: shape {}; {}, a row for each batch entry and token, is expected",
                                     shape_text(shape), shape_text(direct)));
    if (!node.position_ids) return sizes.batch * sizes.sequence;
    if (shape[0] == 0 || shape[0] > INT32_MAX)
        throw InputError(fmt::format("cos_cache: {} rows; 1 to {} are expected; nearest: {}", shape[0], INT32_MAX,
                                     shape[0] == 0 ? 1 : INT32_MAX));
    check_ids(*node.position_ids, sizes, shape[0]);
    return shape[0];
}

}  // namespace tessera::host::onnx
