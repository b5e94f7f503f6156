#include "host/ops/rope/fused/buffers.hpp"

#include <fmt/format.h>

#include <algorithm>

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

std::map<std::string_view, Buffer> described(const RopeParams& p) {
    const std::uint64_t row = product(p.n_heads, p.head_dim);
    return {{"x", {"x", rows, strided(p.seq_len, row, p.row_stride)}},
            {"position_ids", {"position_ids", positions, {p.seq_len}}},
            {"freqs", {"freqs", divisors, {p.head_dim / 2}}}};
}

std::map<std::string_view, Buffer> described(const KernelRow& kernel, const RopeQkvWriteParams& p) {
    const std::uint64_t kv = product(p.n_kv_heads, p.head_dim), tokens = tokens_of(kernel, p);
    const Shape at_once{sum(std::max(p.k_elem_offset, p.v_elem_offset), kv)};
    const Shape each_cache{p.n_kv_heads, p.max_seq_len, p.head_dim};
    return {{"qkv", {"qkv", rows, at_once}},
            {"q", {"q", rows, {tokens, product(p.n_heads, p.head_dim)}}},
            {"k", {"k", rows, {tokens, kv}}},
            {"v", {"v", rows, {tokens, kv}}},
            {"k_cache", {"k_cache", cache, each_cache}},
            {"v_cache", {"v_cache", cache, each_cache}},
            {"q_norm_weight", {"q_norm_weight", weights, {p.head_dim}}},
            {"k_norm_weight", {"k_norm_weight", weights, {p.head_dim}}},
            {"freqs", {"freqs", divisors, {p.head_dim / 2}}}};
}

std::map<std::string_view, Buffer> all_described(const KernelRow& kernel, std::span<const std::byte> params) {
    switch (kernel.family) {
        case Family::in_place: return described(decode<RopeParams>(params));
        case Family::qkv:
        case Family::batch: return described(kernel, decode<RopeQkvWriteParams>(params));
        case Family::head_norm: {
            const auto p = decode<HeadNormParams>(params);
            return {{"x", {"x", rows, {p.seq_len, p.n_heads, p.head_dim}}},
                    {"weight", {"weight", weights, {p.head_dim}}}};
        }
        case Family::cache_write: {
            const auto p = decode<KvCacheWriteParams>(params);
            return {{"src", {"src", rows, strided(p.seq_len, product(p.n_kv_heads, p.head_dim), p.src_stride)}},
                    {"cache", {"cache", cache, {p.n_kv_heads, p.max_seq_len, p.head_dim}}}};
        }
        default: {
            const auto p = decode<KvCacheShiftParams>(params);
            return {{"cache", {"cache", cache, {p.n_kv_heads, p.max_seq_len, p.head_dim}}}};
        }
    }
}

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

std::vector<Buffer> buffers_of(const KernelRow& kernel, std::span<const std::byte> params) {
    check_params(kernel, params);
    auto all = all_described(kernel, params);
    std::vector<Buffer> out;
    for (const std::string_view name : kernel.needed) out.push_back(std::move(all.at(name)));
    for (const std::string_view name : kernel.optional)
        out.push_back(std::move(all.at(name))), out.back().needed = false;
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
