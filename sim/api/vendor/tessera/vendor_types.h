// Types and instruction macros of the user's tree on the compute cores, before everything of ours that counts with
// them.
#pragma once

#include <cstdint>

#define TENSIX_FIRMWARE  // what the vendor builds kernels with

#include "internal/risc_attribs.h"
#include "tessera/ops.h"
// The tree's own order: formats, definitions, instructions, registers.
#include "ckernel_defs.h"
#include "ckernel_include.h"
#include "tessera/instruction_buffer.h"
#include "tessera/vendor_state.h"
