// How a RISC or a unit stood when a fault ended a run. All of them together are the graph of who waits for whom.
#pragma once

#include <cstdint>
#include <string>

#include "sim/watch/event.hpp"

namespace tessera::watch {

struct Standing {
    enum class State : std::uint8_t { ended, runs, polls, waits };
    Track track{-1, -1};
    arch::Coord core{};  // logical
    State state = State::ended;
    std::string file;  // where in the kernel; empty where that is not known
    int line = 0;
    Cycle since = 0;  // when its wait began; of one that does not wait, how far it came
    WaitReason reason = WaitReason::none;
    int index = 0;         // WaitReasonRow::index
    std::string help;      // which RISC could end the wait and what that does; may be empty
    Track helper{-1, -1};  // core -1: not known
};

}  // namespace tessera::watch
