// RoPE as a problem for the planner (host/schedule), and what its plan means to the kernels. What a unit costs is
// measured by the job's own kernels, on one core with hardly any work.
#pragma once

#include "host/job/job.hpp"
#include "host/ops/rope/cores.hpp"
#include "host/ops/rope/plan.hpp"
#include "host/schedule/planner.hpp"

namespace tessera::host {

struct RopeScheduled {
    RopeSchedule schedule;
    std::string units, tiles;  // what they are called
    Planned planned;
    RopeLayout layout;
};

// By plan.options.schedule, which there must be. InputError where the chip has fewer cores than asked for, or where a
// core's L1 has no room.
RopeScheduled schedule_rope(const arch::Arch& arch, const RopePlan& plan);

// Adds it to what reports say: the plan, the bound, and how far the one is from the other.
void say(const RopeScheduled& scheduled, Words& words);

}  // namespace tessera::host
