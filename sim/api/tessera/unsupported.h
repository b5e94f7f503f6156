// Functions of the compute API that tessera knows by name only: they compile, and end the run in a fault that says
// their name when they are reached. They read and stop parts of the machine that are not modelled: the debug bus, and
// the registers in which units note NaN and infinity; or they have T2 drive the vector unit.
#pragma once

#include "tessera/call.h"

#define TESSERA_UNSUPPORTED(name)                                                        \
    template <auto... options, class... Arguments>                                       \
    ALWI uint32_t name(Arguments...) {                                                   \
        return tessera::call<tessera::Call::unsupported_compute>(TESSERA_STRING(#name)); \
    }

namespace ckernel {

TESSERA_UNSUPPORTED(dbg_halt)
TESSERA_UNSUPPORTED(dbg_unhalt)
TESSERA_UNSUPPORTED(dbg_read_dest_acc_row)
TESSERA_UNSUPPORTED(get_compute_special_value_flags)
TESSERA_UNSUPPORTED(get_compute_special_value_flags_fpu)
TESSERA_UNSUPPORTED(get_compute_special_value_flags_sfpu)
TESSERA_UNSUPPORTED(clear_compute_special_value_flags)
TESSERA_UNSUPPORTED(store_compute_special_value_flags_to_l1)
TESSERA_UNSUPPORTED(exp_packthread_tile_init)
TESSERA_UNSUPPORTED(exp_packthread_tile)
// The vendor has these for Blackhole alone (sum_of_products.h).
#if !defined(TESSERA_HAS_SUM_OF_PRODUCTS)
TESSERA_UNSUPPORTED(mul_reduce_scalar_init)
TESSERA_UNSUPPORTED(mul_reduce_scalar_tile)
TESSERA_UNSUPPORTED(mul_reduce_scalar_uninit)
#endif

}  // namespace ckernel
