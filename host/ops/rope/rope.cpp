#include "host/ops/rope/rope.hpp"

#include "host/ops/rope/program.hpp"

namespace tessera::host {

RopeRun run_rope(Device& device, const RopePlan& plan, std::span<const float> x,
                 std::span<const std::int32_t> positions, const core::Options& options) {
    const auto shares =
        share_rope(first_cores(device.compute_grid(), plan.options.cores), static_cast<std::uint32_t>(plan.units),
                   static_cast<std::uint32_t>(plan.passive_tiles));
    const RopeProgram made = rope_program(device, plan, shares, x, positions);
    RopeRun run;
    run.cores = shares.size();
    run.cycles = device.run(made.program, options).cycles;
    run.y = read_result(device, plan, *made.out);
    return run;
}

}  // namespace tessera::host
