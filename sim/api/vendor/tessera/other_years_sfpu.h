// Names of T1 that were in the vendor's library in other years than the tree's (other_years.h). A name that the tree
// has comes before one that a directive brings. They stand before the tree's headers, which define macros by some of
// the names in ours.
#pragma once

#include "tessera/sfpu/exp.h"

namespace tessera::other_years {

namespace sfpu {

using tessera::vectors::_float_to_int32_;
using tessera::vectors::_float_to_int32_for_exp_21f_;
using tessera::vectors::_sfpu_exp_fp32_accurate_;

}  // namespace sfpu

namespace math {

// Of Wormhole's address modes; the year's Blackhole had the calls too, with nothing to do.
inline void set_addr_mod_base() {}
inline void clear_addr_mod_base() {}

}  // namespace math

}  // namespace tessera::other_years

namespace ckernel {

namespace sfpu {
using namespace tessera::other_years::sfpu;
}
namespace math {
using namespace tessera::other_years::math;
}

}  // namespace ckernel
