#include "host/ops/rope/fused/buffers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/job/words.hpp"
#include "host/ops/rope/fused/rules.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::fused {
namespace {

using fault::InputError;
using enum BufferKind;
using Shape = std::vector<std::size_t>;

// Rows of `row` elements every `stride`, 0 for one behind the other; a shorter stride lets them share elements.
Shape strided(std::uint64_t count, std::uint64_t row, std::uint64_t stride) {
    if (stride == 0) stride = row;
    if (stride >= row) return {count, stride};
    return {sum(product(count - 1, stride), row)};
}

Shape heads(const KernelRow& kernel, const Params& p) {
    if (kernel.family == Family::head_norm) return {p.seq_len, p.n_heads, p.head_dim};
    return strided(p.seq_len, product(p.n_heads, p.head_dim), p.row_stride);
}
Shape at_once(const KernelRow&, const Params& p) {
    return {sum(std::max(p.k_elem_offset, p.v_elem_offset), product(p.n_kv_heads, p.head_dim))};
}
Shape queries(const KernelRow& kernel, const Params& p) {
    return {tokens_of(kernel, p), product(p.n_heads, p.head_dim)};
}
Shape keys(const KernelRow& kernel, const Params& p) {
    return {tokens_of(kernel, p), product(p.n_kv_heads, p.head_dim)};
}
Shape copied(const KernelRow&, const Params& p) {
    return strided(p.seq_len, product(p.n_kv_heads, p.head_dim), p.src_stride);
}
Shape of_cache(const KernelRow&, const Params& p) { return {p.n_kv_heads, p.max_seq_len, p.head_dim}; }
Shape of_head(const KernelRow&, const Params& p) { return {p.head_dim}; }
Shape of_pairs(const KernelRow&, const Params& p) { return {p.head_dim / 2}; }
Shape of_tokens(const KernelRow&, const Params& p) { return {p.seq_len}; }

void check_values(const Buffer& buffer, const NpyArray& array) {
    if (buffer.kind != divisors) return;
    const auto values = array.as<float>();
    for (std::size_t d = 0; d < values.size(); ++d)
        if (!(values[d] > 0))
            throw InputError(
                fmt::format("{}[{}] is {:g}; positions are divided by it, so a number above 0 is expected, "
                            "or inf for a pair that does not turn; nearest: 1",
                            buffer.name, d, values[d]));
}

void check_array(const Buffer& buffer, const NpyArray& array) {
    const DType expected = buffer.kind == divisors ? DType::f4 : DType::f2;
    if (buffer.kind == positions ? !is_integer(array.dtype) : array.dtype != expected)
        throw InputError(
            fmt::format("{}: elements are {}; {} is expected", buffer.name, descr(array.dtype),
                        buffer.kind == positions ? "a type of whole numbers such as <u4" : descr(expected)));
    const std::uint64_t count = buffer.elements();
    const bool enough = buffer.kind == rows ? array.count() >= count : array.count() == count;
    const bool placed = buffer.kind != cache || array.shape.size() == 1 || array.shape == buffer.shape;
    if (!enough || !placed)
        throw InputError(fmt::format("{}: shape {}; {}{} is expected", buffer.name, shape_text(array.shape),
                                     shape_text(buffer.shape), buffer.kind == rows ? " or more elements" : ""));
    check_values(buffer, array);
}

}  // namespace

std::uint64_t Buffer::elements() const {
    std::uint64_t count = 1;
    for (const std::size_t n : shape) count = product(count, n);
    return count;
}

std::span<const ArrayRow> array_rows() {
    static constexpr std::array all{
        ArrayRow{
            "x", rows, heads,
            ".npy, float16 [seq_len, n_heads*head_dim or row_stride]; without a file arrays are uniform from --seed"},
        ArrayRow{"qkv", rows, at_once, ".npy, float16: Q, K and V of one token"},
        ArrayRow{"q", rows, queries, ".npy, float16 [tokens, n_heads*head_dim]"},
        ArrayRow{"k", rows, keys, ".npy, float16 [tokens, n_kv_heads*head_dim]"},
        ArrayRow{"v", rows, keys, ".npy, float16 [tokens, n_kv_heads*head_dim]"},
        ArrayRow{"k_cache", cache, of_cache, ".npy, float16 [n_kv_heads, max_seq_len, head_dim]"},
        ArrayRow{"v_cache", cache, of_cache, ".npy, float16 [n_kv_heads, max_seq_len, head_dim]"},
        ArrayRow{"src", rows, copied, ".npy, float16 [seq_len, n_kv_heads*head_dim or src_stride]"},
        ArrayRow{"cache", cache, of_cache, ".npy, float16 [n_kv_heads, max_seq_len, head_dim]"},
        ArrayRow{"q_norm_weight", weights, of_head, ".npy, float16 [head_dim]"},
        ArrayRow{"k_norm_weight", weights, of_head, ".npy, float16 [head_dim]"},
        ArrayRow{"weight", weights, of_head, ".npy, float16 [head_dim]"},
        ArrayRow{"freqs", divisors, of_pairs,
                 ".npy, float32 [head_dim/2], divisors of the positions; theta: theta^(2d/head_dim); without it none"},
        ArrayRow{"position_ids", positions, of_tokens,
                 ".npy, whole numbers [seq_len]; random: 0..511 from --seed; without it consecutive ones"}};
    return all;
}

std::vector<Buffer> buffers_of(const KernelRow& kernel, const Params& params) {
    check_params(kernel, params);
    std::vector<Buffer> out;
    const auto add = [&](std::string_view name, bool needed) {
        const ArrayRow& row = *std::ranges::find(array_rows(), name, &ArrayRow::name);
        out.push_back({name, row.kind, row.shape(kernel, params), needed});
    };
    for (const std::string_view name : kernel.needed) add(name, true);
    for (const std::string_view name : kernel.optional) add(name, false);
    return out;
}

void check_arrays(const KernelRow& kernel, std::span<const Buffer> buffers, const Arrays& arrays) {
    std::vector<std::string> names;
    for (const Buffer& buffer : buffers) names.emplace_back(buffer.name);
    for (const auto& [name, array] : arrays)
        if (!kernel.takes(name))
            throw InputError(fmt::format("{} takes no array {}; {}", kernel.name, name, hint(name, names)));
    for (const Buffer& buffer : buffers) {
        const auto at = arrays.find(buffer.name);
        if (at != arrays.end())
            check_array(buffer, at->second);
        else if (buffer.needed)
            throw InputError(
                fmt::format("{} needs an array {} of shape {}", kernel.name, buffer.name, shape_text(buffer.shape)));
    }
}

}  // namespace tessera::host::fused
