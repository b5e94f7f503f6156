// The units of a core that its three threads give instructions to, and the run's judges of them. An instruction goes to
// the one unit of its row: `issue` says whether it waits, goes on or is done.
#pragma once

#include <array>

#include "sim/core/judges/judges.hpp"
#include "sim/core/units/math_unit.hpp"
#include "sim/core/units/pack_unit.hpp"
#include "sim/core/units/sync_unit.hpp"
#include "sim/core/units/thread_state.hpp"
#include "sim/core/units/unpack_unit.hpp"
#include "sim/core/units/vector_unit.hpp"

namespace tessera::core {

struct Units {
    explicit Units(const Options& options);
    Units(const Units&) = delete;
    Units& operator=(const Units&) = delete;

    // Of one word of a thread.
    Phase issue(const Issue& in, Command& command, const tensix::Row& row);

    std::array<ThreadState, 3> threads;
    Judges judges;
    UnpackUnit unpack{threads[0], judges};
    MathUnit math{threads[1], unpack, judges};
    VectorUnit vector{threads, math, judges};
    PackUnit pack{threads[2], judges};
    SyncUnit sync{threads, unpack, math, pack, judges};
};

}  // namespace tessera::core
