// The arrays of a kernel as its struct describes them, and whether those that are given are such (rope-variants.md (b),
// layouts).
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/ops/rope/fused/kernels.hpp"
#include "host/tensor/npy.hpp"

namespace tessera::host::fused {

using Arrays = std::map<std::string, NpyArray, std::less<>>;

enum class BufferKind : std::uint8_t {
    rows,       // f16 in any shape, as many elements as the kernel reaches or more
    cache,      // f16, [n_kv_heads, max_seq_len, head_dim] or flat
    weights,    // f16, one for each element of a head
    divisors,   // f32, one for each pair
    positions,  // whole numbers of any type, one for each token
};

// An array that some kernel takes: its type, its shape and the help of its option.
struct ArrayRow {
    std::string_view name;
    BufferKind kind = BufferKind::rows;
    std::vector<std::size_t> (*shape)(const KernelRow& kernel, const Params& params) = nullptr;
    const char* text = "";
};
std::span<const ArrayRow> array_rows();

struct Buffer {
    std::string_view name;
    BufferKind kind = BufferKind::rows;
    std::vector<std::size_t> shape;
    bool needed = true;

    std::uint64_t elements() const;
};

// In the order of the kernel's buffers, those that may be left out last. InputError as of check_params.
std::vector<Buffer> buffers_of(const KernelRow& kernel, const Params& params);

// InputError for arrays that are missing, that the kernel does not take, or that are not as described.
void check_arrays(const KernelRow& kernel, std::span<const Buffer> buffers, const Arrays& arrays);

}  // namespace tessera::host::fused
