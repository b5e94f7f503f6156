// The packers' last stages: ReLU, sums with what L1 holds, and masks that let the result of a reduction pass alone
// (spec/pack-instructions.md 2).
#pragma once

#include "llk/pack.h"

#if defined(TRISC_PACK)

namespace tessera::llk {

// The mode in the lowest bits, the threshold, a bf16, in the upper half.
ALWI void set_relu(uint32_t config) {
    const CoreField mode = STACC_RELU_ApplyRelu, threshold = STACC_RELU_ReluThreshold;
    stall(p_stall::STALL_CFG, p_stall::PACK);
    write_bits(mode.word, bits_of(mode) | bits_of(threshold),
               (config & 15) << mode.shift | config >> 16 << threshold.shift);
}

ALWI void accumulate_on_l1(bool on) {
    stall(p_stall::STALL_CFG, p_stall::PACK);
#pragma GCC unroll 4
    for (uint32_t p = 0; p < packers; ++p) {
        write(THCON_SEC_REG1_Pack_L1_Acc[p], on);
        write(THCON_SEC_REG1_Disable_pack_zero_flags[p], on);
    }
}

// 0, or what was reduced: a row's sum lies in column 0 of the faces on the left, a column's in row 0 of those above.
// Faces choose map 0 or 1, rows of a face by their map mask 0 or 1; mask 0 lets nothing pass.
ALWI void set_edge_mask(uint32_t dim_and_one) {
    stall(p_stall::STALL_CFG, p_stall::PACK);
    if (dim_and_one == 0) {
        write_word(PCK_EDGE_OFFSET_SEC_mask.word + 1, 0xFFFF);
        return pass_all_columns();
    }
    const auto dim = static_cast<Dim>(dim_and_one - 1);
    constexpr uint32_t face_0 = 1, face_1 = 1 << 2, face_2 = 1 << 4;
    const uint32_t faces = dim == Dim::row ? face_0 | face_2 : dim == Dim::column ? face_0 | face_1 : face_0;
    write_word(PCK_EDGE_OFFSET_SEC_mask.word, faces << PCK_EDGE_TILE_ROW_SET_SELECT_select.shift);
    write_word(PCK_EDGE_OFFSET_SEC_mask.word + 1, dim == Dim::column ? 0xFFFF : 1);
    write_word(TILE_ROW_SET_MAPPING_row_set_mapping_0.word + 1, dim == Dim::row ? 0x55555555 : 1);
}

}  // namespace tessera::llk

#endif
