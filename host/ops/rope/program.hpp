// The program of a RoPE and its buffers, apart from running it: what run_rope runs, and what a test may spoil first.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "host/device/device.hpp"
#include "host/ops/rope/cores.hpp"
#include "host/ops/rope/plan.hpp"

namespace tessera::host {

struct RopeProgram {
    Program program;
    KernelId reader = 0, writer = 0, compute = 0;
    std::shared_ptr<Buffer> in, out, positions, table;  // table: null where there is none
};

// x is tilized and written, the kernels get their shares. The program holds no state of the device.
RopeProgram rope_program(Device& device, const RopePlan& plan, const std::map<CoreCoord, RopeShare>& shares,
                         std::span<const float> x, std::span<const std::int32_t> positions);

// The result, untilized. Fault when no core wrote a part of it, so that the shares did not cover the work.
std::vector<float> read_result(Device& device, const RopePlan& plan, const Buffer& out);

}  // namespace tessera::host
