// Everything a kernel may use without an include of its own, by the core it is built for (kernel-api.md 1.1, 1.3).
#pragma once

#include "tessera/args.h"
#include "tessera/base.h"
#include "tessera/cb.h"
#include "tessera/debug.h"
#include "tessera/descriptors.h"
#include "tessera/mailbox.h"
#include "tessera/risc_common.h"

#if defined(COMPILE_FOR_TRISC)
// A kernel_main outside of it sees what the kernel has put into its core's namespace.
namespace NAMESPACE {}
using namespace NAMESPACE;

#if defined(TESSERA_VENDOR_LIBRARY)
#include "tessera/low_level.h"
#else
#include "tessera/addr_mod.h"
#include "tessera/compute.h"
#include "tessera/eltwise.h"
#include "tessera/layout.h"
#include "tessera/llk_params.h"
// A tree of the vendor's has these of its own.
#if !defined(TESSERA_VENDOR_LIBRARY)
#include "tessera/llk_matmul.h"
#include "tessera/llk_tile.h"
#include "tessera/llk_units.h"
#endif
#include "tessera/matmul.h"
#include "tessera/reduce.h"
#include "tessera/sentinel.h"
#include "tessera/sfpu_tile.h"
// A name that only faults would hide the user's tree's function of that name.
#if !defined(TESSERA_VENDOR_TREE)
#include "tessera/unsupported.h"
#endif
#endif
#else
#include "tessera/accessor.h"
#include "tessera/address.h"
#include "tessera/generator_traits.h"
#include "tessera/grid.h"
#include "tessera/noc_word.h"
#endif
