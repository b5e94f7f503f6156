// The job of the rows path: kernels/rope/rows on row-major tensors, any pairs at any place.
#pragma once

#include "host/ops/rope/rows/job.hpp"
#include "host/ops/rope/rows/layout.hpp"

namespace tessera::host {

// Without words and judge. `rotation` outlives the job where its contents have no owner.
Job rows_job(const arch::Arch& arch, const Rotation& rotation, const RowLayout& layout, std::uint32_t cores);

}  // namespace tessera::host
