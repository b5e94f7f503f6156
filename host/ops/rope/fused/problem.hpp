// A call of a fused kernel: the bytes of its struct and its arrays, and the rotation that they ask for.
#pragma once

#include "host/ops/rope/fused/buffers.hpp"
#include "host/ops/rope/rows/rotation.hpp"

namespace tessera::host::fused {

struct Call {
    const KernelRow* kernel = nullptr;
    Params params = {};
    Arrays arrays = {};
    float norm_eps = 1e-6f;  // of head_norm_rope_neox_kv_write_f16, which takes it in a buffer of its own
};

// InputError for fields and arrays that do not fit together.
//
// Tensors are named as the arrays, those of kernel->results in this order are its results. Rows of Q come first, then
// rows of K, then rows that are copied, so that neighbours are treated alike. Heads that are normed alone turn by 0.
Rotation rotation_of(Call call);

}  // namespace tessera::host::fused
