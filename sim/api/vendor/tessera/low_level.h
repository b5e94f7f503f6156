// The compute cores with the compute API of the user's tree, whose low-level kernels issue single instructions: what of
// ours they stand on, and what the vendor's firmware holds for them (spec/tensix-core.md 7.1, unpack-instructions.md 3,
// pack-instructions.md 3).
#pragma once

#include "tessera/cb.h"
#if !defined(TESSERA_VENDOR_SENTINEL)
#include "tessera/sentinel.h"
#endif

namespace ckernel {

volatile uint* mailbox_base[4] = {
    reinterpret_cast<volatile uint*>(TENSIX_MAILBOX0_BASE), reinterpret_cast<volatile uint*>(TENSIX_MAILBOX1_BASE),
    reinterpret_cast<volatile uint*>(TENSIX_MAILBOX2_BASE), reinterpret_cast<volatile uint*>(TENSIX_MAILBOX3_BASE)};

}  // namespace ckernel

// Where the vendor's firmware asks for a slower matrix unit: it never does here.
#if defined(ARCH_BLACKHOLE)
#define MEM_L1_ARC_FW_SCRATCH MEM_ZEROS_BASE
#endif

#if defined(TRISC_MATH)
#include "llk_math_common_api.h"
#include "tessera/other_years_sfpu.h"
#elif defined(TRISC_UNPACK)
uint32_t unp_cfg_context = 0;
#include "llk_unpack_common_api.h"
#else
#include "llk_pack_api.h"
#endif
