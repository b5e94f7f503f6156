#include "host/ops/rope/fused/kernels.hpp"

#include <algorithm>

#include "host/ops/rope/fused/structs.hpp"

namespace tessera::host::fused {
namespace {

using Names = std::vector<std::string_view>;

std::vector<KernelRow> kernel_table() {
    const std::string_view rope = RopeParams::struct_name, write = RopeQkvWriteParams::struct_name;
    const Names qkv{"qkv", "k_cache", "v_cache"}, batch{"q", "k", "v", "k_cache", "v_cache"};
    const Names normed{"qkv", "k_cache", "v_cache", "q_norm_weight", "k_norm_weight"};
    const Names of_batch{"q", "k_cache", "v_cache"};
    return {
        {"rope_f16", Family::in_place, rope, false, false, {"x"}, {"freqs"}, {"x"}},
        {"rope_neox_f16", Family::in_place, rope, true, false, {"x"}, {"position_ids", "freqs"}, {"x"}},
        {"rope_qkv_write_f16", Family::qkv, write, false, false, qkv, {"freqs"}, qkv},
        {"rope_neox_qkv_write_f16", Family::qkv, write, true, false, qkv, {"freqs"}, qkv},
        {"rope_batch_kv_write_f16", Family::batch, write, false, false, batch, {"freqs"}, of_batch},
        {"rope_neox_batch_kv_write_f16", Family::batch, write, true, false, batch, {"freqs"}, of_batch},
        {"head_norm_rope_neox_kv_write_f16", Family::qkv, write, true, true, normed, {}, qkv},
        {"head_rmsnorm_f16", Family::head_norm, HeadNormParams::struct_name, true, true, {"x", "weight"}, {}, {"x"}},
        {"kv_cache_write",
         Family::cache_write,
         KvCacheWriteParams::struct_name,
         false,
         false,
         {"src", "cache"},
         {},
         {"cache"}},
        {"kv_cache_shift",
         Family::cache_shift,
         KvCacheShiftParams::struct_name,
         false,
         false,
         {"cache"},
         {},
         {"cache"}},
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
