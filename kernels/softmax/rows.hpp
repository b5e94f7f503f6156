// What the three softmax kernels agree on; units and arguments are those of ../row_units.hpp.
//
//   c_0   reader -> compute   a unit's tiles, which stay there until the row's maximum and sum are known
//   c_16  compute -> writer   the same, e^(x - max) / sum
//   c_24  compute's own       maximum and 1/sum of each row of a unit, fp32
#pragma once

#include "../row_units.hpp"

namespace softmax {

using namespace row_units;

constexpr uint32_t cb_x = tt::CBIndex::c_0, cb_y = tt::CBIndex::c_16, cb_rows = tt::CBIndex::c_24;

}  // namespace softmax
