// Names of the vendor's kernel API that are only numbers (kernel-api.md 1.3, 1.6, 5.4).
#pragma once

#include "sim/abi/cb_index.hpp"
#include "sim/abi/data_format.hpp"
#include "tessera/base.h"

// A tree of the user's that supplies the library of the SFPU brings its own types of the compute API.
#if defined(TESSERA_VENDOR_LIBRARY)
#include "tessera/vendor_types.h"
#else
using tessera::abi::DataFormat;
#endif

namespace tt {

using ::DataFormat;

enum class DstMode : uint8_t { Full = 0, Half = 1, Tile = 2 };

namespace constants {
constexpr uint32_t TILE_WIDTH = 32, TILE_HEIGHT = 32, TILE_HW = 1024;
constexpr uint32_t FACE_WIDTH = 16, FACE_HEIGHT = 16, FACE_HW = 256;
}  // namespace constants

}  // namespace tt

// A data movement kernel has none of these.
#if defined(COMPILE_FOR_TRISC) && !defined(TESSERA_VENDOR_LIBRARY)

#include "tessera/llk_types.h"

namespace ckernel {

using tt::DstMode;

struct p_setrwc {
    static constexpr uint32_t CLR_NONE = 0, CLR_A = 1, CLR_B = 2, CLR_AB = 3;
    static constexpr uint32_t SET_A = 1, SET_B = 2, SET_AB = 3, SET_D = 4, SET_AD = 5, SET_BD = 6, SET_ABD = 7;
    static constexpr uint32_t SET_F = 8, SET_A_F = 9, SET_B_F = 10, SET_AB_F = 11, SET_D_F = 12, SET_AD_F = 13;
    static constexpr uint32_t SET_BD_F = 14, SET_ABD_F = 15;
    static constexpr uint32_t CR_A = 1, CR_B = 2, CR_AB = 3, CR_D = 4, CR_AD = 5, CR_BD = 6, CR_ABD = 7;
    static constexpr uint32_t C_TO_CR_MODE = 8;
};

struct p_sfpu {
    static constexpr uint32_t LREG0 = 0, LREG1 = 1, LREG2 = 2, LREG3 = 3, LREG4 = 4, LREG5 = 5, LREG6 = 6, LREG7 = 7;
    static constexpr uint32_t LCONST_0_8373 = 8, LCONST_0 = 9, LCONST_1 = 10, LCONST_neg1 = 11;
    static constexpr uint32_t LREG11 = 11, LREG12 = 12, LREG13 = 13, LREG14 = 14, LTILEID = 15;
    static constexpr uint32_t kCONST_1_FP16B = 0x3F80, kCONST_1_FP16A = 0x3C00;
};

// Formats of the vector unit's loads and stores (tensix-core.md 4.2). Unscoped: TTI macros take the numbers.
enum InstrModLoadStore : uint8_t {
    DEFAULT = 0,
    FP16A = 1,
    FP16B = 2,
    FP32 = 3,
    INT32 = 4,
    INT8 = 5,
    LO16 = 6,
    HI16 = 7,
    INT32_2S_COMP = 12,
    INT8_2S_COMP = 13,
    LO16_ONLY = 14,
    HI16_ONLY = 15
};

}  // namespace ckernel

using ckernel::DstSync;

#endif
