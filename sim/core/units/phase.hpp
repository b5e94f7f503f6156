// What becomes of an instruction that a unit is given: it waits, goes on for some cycles, or is done.
#pragma once

#include <cstdint>

#include "sim/time/cycle.hpp"
#include "sim/watch/event.hpp"

namespace tessera::core {

// Cycles until the instruction's next phase or to its end, or what it waits for; small enough to be returned in
// registers of the host.
struct Phase {
    enum class Next : std::uint8_t { waits, goes_on, finished };
    Cycle cycles = 0;
    std::uint32_t index = 0;  // as schedule::Wait has it
    watch::WaitReason reason = watch::WaitReason::none;
    Next next = Next::goes_on;

    static Phase take(Cycle cycles) { return {.cycles = cycles}; }
    static Phase finish(Cycle cycles = 0) { return {.cycles = cycles, .next = Next::finished}; }
    static Phase wait_for(watch::WaitReason reason, std::uint32_t index) {
        return {.index = index, .reason = reason, .next = Next::waits};
    }
};

}  // namespace tessera::core
