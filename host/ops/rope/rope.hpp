// RoPE on a simulated device, for programs that have its tensors at hand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "host/device/device.hpp"
#include "host/ops/rope/job.hpp"
#include "host/ops/rope/plan.hpp"

namespace tessera::host {

struct RopeRun {
    std::vector<float> y;   // shape of x; empty with blind time
    Cycle cycles = 0;       // from the start to the end of the last kernel
    std::size_t cores = 0;  // that had work
};

// x is [batch, rows, width] in C order; positions one per batch entry or per row as the plan says. Inputs go through
// SrcA as TF32, or straight to Dst when the plan says so.
// InputError when the device has fewer cores than asked for.
RopeRun run_rope(Device& device, const RopePlan& plan, std::span<const float> x,
                 std::span<const std::int32_t> positions, const core::Options& options = {});

}  // namespace tessera::host
