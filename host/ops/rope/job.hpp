// A RoPE as a job: three kernels of kernels/rope on shares of the work.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "host/job/job.hpp"
#include "host/ops/rope/cores.hpp"
#include "host/ops/rope/plan.hpp"

namespace tessera::host {

// Its tensors, in this order; the table only where frequencies are not computed.
enum RopeTensor : std::size_t { rope_x, rope_y, rope_positions, rope_angle_table };
// Its kernels.
enum RopeKernel : std::size_t { rope_reader, rope_writer, rope_compute };

// x is float32 [batch, rows, width]; positions one per batch entry or per row as the plan says. The result is judged by
// the plan's bound. InputError when the chip has fewer cores than asked for, and for positions that cannot be.
Job rope_job(const arch::Arch& arch, const RopePlan& plan, Contents x, std::span<const std::int32_t> positions);
// The same laid out as given, whether or not that covers the work.
Job rope_job(const arch::Arch& arch, const RopePlan& plan, const RopeLayout& layout, Contents x,
             std::span<const std::int32_t> positions);

}  // namespace tessera::host
