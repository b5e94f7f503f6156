// What the three kernels of y = x / sqrt(mean(x^2) + eps) * weight over rows agree on; units and arguments are those of
// ../row_units.hpp.
//
//   c_0   reader -> compute   a unit's tiles, kept until the sums of squares are complete
//   c_1   reader -> compute   the weight, a row, kept for all units
//   c_16  compute -> writer   a unit's tiles of y
//   c_24  compute's own       a factor for each row of a unit, fp32
#pragma once

#include "../row_units.hpp"

namespace rms_rows {

using namespace row_units;

constexpr uint32_t cb_x = tt::CBIndex::c_0, cb_weight = tt::CBIndex::c_1;
constexpr uint32_t cb_y = tt::CBIndex::c_16, cb_factor = tt::CBIndex::c_24;

}  // namespace rms_rows
