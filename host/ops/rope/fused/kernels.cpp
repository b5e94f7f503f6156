#include "host/ops/rope/fused/kernels.hpp"

#include <algorithm>

namespace tessera::host::fused {
namespace {

using Names = std::vector<std::string_view>;

std::vector<KernelRow> kernel_table() {
    using enum Family;
    const StructRow *const rope = &struct_row("RoPEParams"), *const write = &struct_row("RoPEQKVWriteParams");
    const StructRow *const norm = &struct_row("HeadNormParams"), *const copy = &struct_row("KVCacheWriteParams");
    const StructRow* const shift = &struct_row("KVCacheShiftParams");
    const Names q_k_v{"qkv", "k_cache", "v_cache"}, parts{"q", "k", "v", "k_cache", "v_cache"};
    const Names normed{"qkv", "k_cache", "v_cache", "q_norm_weight", "k_norm_weight"};
    const Names of_batch{"q", "k_cache", "v_cache"};
    return {
        {"rope_f16", in_place, rope, false, false, {"x"}, {"freqs"}, {"x"}},
        {"rope_neox_f16", in_place, rope, true, false, {"x"}, {"position_ids", "freqs"}, {"x"}},
        {"rope_qkv_write_f16", qkv, write, false, false, q_k_v, {"freqs"}, q_k_v},
        {"rope_neox_qkv_write_f16", qkv, write, true, false, q_k_v, {"freqs"}, q_k_v},
        {"rope_batch_kv_write_f16", batch, write, false, false, parts, {"freqs"}, of_batch},
        {"rope_neox_batch_kv_write_f16", batch, write, true, false, parts, {"freqs"}, of_batch},
        {"head_norm_rope_neox_kv_write_f16", qkv, write, true, true, normed, {}, q_k_v},
        {"head_rmsnorm_f16", head_norm, norm, true, true, {"x", "weight"}, {}, {"x"}},
        {"kv_cache_write", cache_write, copy, false, false, {"src", "cache"}, {}, {"cache"}},
        {"kv_cache_shift", cache_shift, shift, false, false, {"cache"}, {}, {"cache"}},
    };
}

}  // namespace

bool KernelRow::takes(std::string_view array) const {
    return std::ranges::find(needed, array) != needed.end() || std::ranges::find(optional, array) != optional.end();
}

std::span<const KernelRow> kernel_rows() {
    static const std::vector<KernelRow> rows = kernel_table();
    return rows;
}

const KernelRow* find_kernel(std::string_view name) {
    const auto at = std::ranges::find(kernel_rows(), name, &KernelRow::name);
    return at == kernel_rows().end() ? nullptr : &*at;
}

std::vector<std::string> kernel_names() {
    std::vector<std::string> names;
    for (const KernelRow& row : kernel_rows()) names.emplace_back(row.name);
    return names;
}

}  // namespace tessera::host::fused
