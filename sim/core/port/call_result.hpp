// What became of a call of the kernel API.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/schedule/agent.hpp"

namespace tessera::core {

// Finished with results, or to be tried again after a wait.
struct CallResult {
    std::optional<schedule::Wait> blocked;
    std::uint32_t a0 = 0;
    Cycle cost = 0;  // after the effect

    static CallResult done(std::uint32_t a0 = 0) { return {std::nullopt, a0, 0}; }
    static CallResult wait(schedule::Wait wait) { return {wait, 0, 0}; }
};

}  // namespace tessera::core
