// The fused f16 kernels by their names (rope-variants.md (b)): what each takes, where it leaves its results. The seven
// that turn heads, and those that copy into the caches, move them and norm heads alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/ops/rope/fused/structs.hpp"

namespace tessera::host::fused {

enum class Family : std::uint8_t {
    in_place,     // heads of x
    qkv,          // one token: Q in place, K turned into its cache, V copied into its own
    batch,        // the same of several tokens in separate Q, K and V
    head_norm,    // heads of x are normed, none turns
    cache_write,  // rows of src are copied into a cache
    cache_shift,  // rows of a cache move to its beginning
};

struct KernelRow {
    std::string_view name;
    Family family = Family::in_place;
    const StructRow* params = nullptr;
    bool neox = false;    // pairs (d, d + head_dim/2); else (2d, 2d+1)
    bool normed = false;  // each head of Q and K over its root mean square, times a weight
    // Arrays in the order of the buffers, those that may be left out, and those that are changed.
    std::vector<std::string_view> needed, optional, results;

    bool takes(std::string_view array) const;
};

std::span<const KernelRow> kernel_rows();
const KernelRow* find_kernel(std::string_view name);  // nullptr: there is none
std::vector<std::string> kernel_names();

}  // namespace tessera::host::fused
