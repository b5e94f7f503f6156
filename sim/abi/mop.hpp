// MOP and MOP_CFG: opcodes, where their fields sit, and where a compute core writes what a MOP expands to
// (spec/tensix-core.md 7).
#pragma once

#include "sim/abi/tensix_op.hpp"

namespace tessera::abi {

inline constexpr uint32_t op_mop = 0x01, op_mop_cfg = 0x03;
// MOP runs one of two templates; of template 0 the count and a mask, whose upper half is that of the last MOP_CFG.
inline constexpr TensixField mop_template{23, 1}, mop_count{16, 0x7F}, mop_mask_low{0, 0xFFFF},
    mop_mask_high{0, 0xFFFF};

inline constexpr uint32_t mop_config_base = 0xFFB80000, mop_config_words = 9;  // write-only

}  // namespace tessera::abi
