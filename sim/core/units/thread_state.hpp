// What a coprocessor thread has of its own: address counters, configuration, and when its scalar unit is settled.
#pragma once

#include "sim/core/judges/counter_judge.hpp"
#include "sim/tensix/config.hpp"
#include "sim/tensix/counters.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::core {

struct ThreadState {
    tensix::CounterSet counters;
    tensix::ThreadConfig config;
    CounterJudge counter_judge;
    Cycle scalar_settled_at = 0;
};

}  // namespace tessera::core
