// REDUCE_OP and REDUCE_DIM that a kernel defines itself, above its include of the vendor's header: the library was read
// before the kernel (kernel.h), so the kind of reduction is the default from here on (kernel-api.md 3.4).
#pragma once

#include "tessera/kernel.h"

#if defined(REDUCE_OP) && defined(REDUCE_DIM) && !defined(TESSERA_REDUCE_OF_HOST) && defined(COMPILE_FOR_TRISC) && \
    !defined(TESSERA_VENDOR_LIBRARY)

#include "tessera/reduce_gathered.h"

namespace ckernel {

template <PoolType type = REDUCE_OP, ReduceDim dim = REDUCE_DIM, bool enforce_fp32_accumulation>
ALWI void reduce_init(uint32_t a, uint32_t scaler, uint32_t o, tessera::Line);
template <bool at_start, PoolType type = REDUCE_OP, ReduceDim dim = REDUCE_DIM>
ALWI void reduce_init(uint32_t a, uint32_t scaler, uint32_t o);
template <bool at_start, PoolType type = REDUCE_OP, ReduceDim dim = REDUCE_DIM>
ALWI void reduce_init_delta(uint32_t, uint32_t, uint32_t);
template <PoolType type = REDUCE_OP, ReduceDim dim = REDUCE_DIM, bool enforce_fp32_accumulation>
ALWI void reduce_tile(uint32_t a, uint32_t scaler, uint32_t ia, uint32_t is, uint32_t idst);
template <PoolType type = REDUCE_OP, ReduceDim dim = REDUCE_DIM, bool enforce_fp32_accumulation>
ALWI void reduce_tile_math(uint32_t idst, uint32_t faces);

}  // namespace ckernel

#endif
