// Functions of the compute API that tessera knows by name only (kernel-api.md 7, tier 2 and 3): they compile, and end
// the run in a fault that says their name when they are reached.
#pragma once

#include "tessera/call.h"

#define TESSERA_UNSUPPORTED(name)                                                 \
    template <auto... options, class... Arguments>                                \
    ALWI void name(Arguments...) {                                                \
        tessera::call<tessera::Call::unsupported_compute>(TESSERA_STRING(#name)); \
    }
#define TESSERA_UNSUPPORTED_SFPU(name)    \
    TESSERA_UNSUPPORTED(name##_tile_init) \
    TESSERA_UNSUPPORTED(name##_tile)

namespace ckernel {

TESSERA_UNSUPPORTED(mm_init)
TESSERA_UNSUPPORTED(mm_init_short)
TESSERA_UNSUPPORTED(mm_init_short_with_dt)
TESSERA_UNSUPPORTED(mm_block_init)
TESSERA_UNSUPPORTED(mm_block_init_short)
TESSERA_UNSUPPORTED(matmul_tiles)
TESSERA_UNSUPPORTED(matmul_block)
TESSERA_UNSUPPORTED(reduce_init)
TESSERA_UNSUPPORTED(reduce_tile)
TESSERA_UNSUPPORTED(reduce_uninit)
TESSERA_UNSUPPORTED(reduce_revert_delta)
TESSERA_UNSUPPORTED(binary_dest_reuse_tiles_init)
TESSERA_UNSUPPORTED(binary_dest_reuse_tiles)
TESSERA_UNSUPPORTED(init_bcast)
TESSERA_UNSUPPORTED(add_tiles_bcast)
TESSERA_UNSUPPORTED(sub_tiles_bcast)
TESSERA_UNSUPPORTED(mul_tiles_bcast)
TESSERA_UNSUPPORTED(add_tiles_bcast_rows)
TESSERA_UNSUPPORTED(sub_tiles_bcast_cols)
TESSERA_UNSUPPORTED(mul_tiles_bcast_cols)
TESSERA_UNSUPPORTED(mul_tiles_bcast_rows)
TESSERA_UNSUPPORTED(add_tiles_bcast_cols)
TESSERA_UNSUPPORTED(mul_tiles_bcast_scalar)
TESSERA_UNSUPPORTED(add_bcast_rows_init_short)
TESSERA_UNSUPPORTED(add_bcast_cols_init_short)
TESSERA_UNSUPPORTED(sub_bcast_cols_init_short)
TESSERA_UNSUPPORTED(mul_bcast_cols_init_short)
TESSERA_UNSUPPORTED(mul_bcast_rows_init_short)
TESSERA_UNSUPPORTED(mul_tiles_bcast_scalar_init_short)
TESSERA_UNSUPPORTED(unary_bcast_init)
TESSERA_UNSUPPORTED(unary_bcast)
TESSERA_UNSUPPORTED(copy_dest_values)
TESSERA_UNSUPPORTED(copy_dest_values_init)
TESSERA_UNSUPPORTED(transpose_wh_init)
TESSERA_UNSUPPORTED(transpose_wh_init_short)
TESSERA_UNSUPPORTED(transpose_wh_tile)
TESSERA_UNSUPPORTED(tilize_init)
TESSERA_UNSUPPORTED(tilize_init_short)
TESSERA_UNSUPPORTED(tilize_block)
TESSERA_UNSUPPORTED(tilize_uninit)
TESSERA_UNSUPPORTED(untilize_init)
TESSERA_UNSUPPORTED(untilize_init_short)
TESSERA_UNSUPPORTED(untilize_block)
TESSERA_UNSUPPORTED(untilize_uninit)
TESSERA_UNSUPPORTED(pack_untilize_init)
TESSERA_UNSUPPORTED(pack_untilize_block)
TESSERA_UNSUPPORTED(pack_untilize_dest)
TESSERA_UNSUPPORTED(pack_untilize_dest_init)
TESSERA_UNSUPPORTED(pack_untilize_uninit)
TESSERA_UNSUPPORTED(pack_reconfig_l1_acc)
TESSERA_UNSUPPORTED(pack_relu_config)
TESSERA_UNSUPPORTED(mask_tile_init)
TESSERA_UNSUPPORTED(mask_tile)
TESSERA_UNSUPPORTED(mask_posinf_tile)

TESSERA_UNSUPPORTED_SFPU(erf)
TESSERA_UNSUPPORTED_SFPU(erfc)
TESSERA_UNSUPPORTED_SFPU(erfinv)
TESSERA_UNSUPPORTED_SFPU(i0)
TESSERA_UNSUPPORTED_SFPU(i1)
TESSERA_UNSUPPORTED_SFPU(rand)
TESSERA_UNSUPPORTED_SFPU(dropout)
TESSERA_UNSUPPORTED_SFPU(remainder)
TESSERA_UNSUPPORTED_SFPU(fmod)
TESSERA_UNSUPPORTED_SFPU(mul_int32)

}  // namespace ckernel
