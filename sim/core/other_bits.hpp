// What the units of a core hold when other bits stand where nobody has written any (sim/core/judges/twice.hpp).
#pragma once

#include <array>

#include "sim/sfpu/state.hpp"
#include "sim/tensix/dst.hpp"
#include "sim/tensix/src_bank.hpp"
#include "sim/watch/undetermined.hpp"

namespace tessera::core {

struct OtherBits {
    std::array<std::array<tensix::SrcBank, 2>, 2> src;
    tensix::Dst dst;
    sfpu::State sfpu;
    watch::Undetermined::Why why;  // of the bytes unpacked last
};

}  // namespace tessera::core
