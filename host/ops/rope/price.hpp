// What a way to RoPE's angles costs as a kernel: whole runs of kernels/rope on one core.
#pragma once

#include <vector>

#include "host/ops/rope/growth.hpp"
#include "host/ops/rope/plan.hpp"

namespace tessera::accuracy {

struct KernelPrice {
    host::RopePhase phase;
    host::ExpVariant exp;  // where the phase is computed
    bool per_row;          // a position a row, else a position a batch entry
    Cycle compute = 0;     // of the compute kernel, waiting for its tiles included
    Cycle run = 0;
};

// One batch entry of 32 rows of which all columns rotate: exp_24f and exp_fp32, split and turns, per batch entry and
// per row.
std::vector<KernelPrice> kernel_prices(const GrowthRequest& request, const Setting& setting);

}  // namespace tessera::accuracy
