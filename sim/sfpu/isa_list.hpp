// The one list of SFPU instructions. Apart from what is derived from it (isa.hpp), because the executor is built once
// per x86 level and must not see shared functions.
#pragma once

#include <tuple>

#include "sim/sfpu/ops/bits.hpp"
#include "sim/sfpu/ops/compare.hpp"
#include "sim/sfpu/ops/convert.hpp"
#include "sim/sfpu/ops/fields.hpp"
#include "sim/sfpu/ops/integer.hpp"
#include "sim/sfpu/ops/loadstore.hpp"
#include "sim/sfpu/ops/mad.hpp"
#include "sim/sfpu/ops/move.hpp"
#include "sim/sfpu/ops/predication.hpp"

namespace tessera::sfpu {

using Isa = std::tuple<SfpLoad, SfpLoadi, SfpStore, SfpLut, SfpMuli, SfpAddi, SfpDivp2, SfpExexp, SfpExman, SfpIadd,
                       SfpShft, SfpSetcc, SfpMov, SfpAbs, SfpAnd, SfpOr, SfpNot, SfpLz, SfpSetexp, SfpSetman, SfpMad,
                       SfpAdd, SfpMul, SfpPushc, SfpPopc, SfpSetsgn, SfpEncc, SfpCompc, SfpTransp, SfpXor, SfpStochrnd,
                       SfpNop, SfpCast, SfpConfig, SfpSwap, SfpLoadmacro, SfpShft2, SfpLutfp32, SfpLe, SfpGt, SfpMul24,
                       SfpArecip, SetRwc, IncRwc>;

}  // namespace tessera::sfpu
