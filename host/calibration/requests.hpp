// One kind of request from a core to another, or to a rectangle of them, by kernels/calibration/remote.cpp.
#pragma once

#include <cstdint>

#include "host/cores/core_coord.hpp"
#include "sim/arch/arch.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::calibration {

struct Requests {
    enum class Kind : std::uint8_t { read, increment, multicast, set_semaphores };
    Kind kind = Kind::read;
    host::CoreCoord to{1, 0}, last = to;  // logical; a multicast reaches all from `to` to `last`
    std::uint32_t count = 1, bytes = 4;
};

// Cycles from the first call to the end of the barrier, from core (0,0) with nothing else under way.
Cycle run_requests(const arch::Arch& arch, const Requests& requests);

}  // namespace tessera::calibration
