#include "host/ops/rope/rope.hpp"

#include "host/run/execute.hpp"

namespace tessera::host {

RopeRun run_rope(Device& device, const RopePlan& plan, std::span<const float> x,
                 std::span<const std::int32_t> positions, const core::Options& options) {
    Job job = rope_job(device.arch(), plan, contents_kept(x), positions);
    job.judge = {};
    const Executed done = execute(device, job, options);
    RopeRun run{{}, done.cycles, done.cores};
    if (done.outputs.empty()) return run;
    const auto y = done.outputs.front().as<float>();
    run.y.assign(y.begin(), y.end());
    return run;
}

}  // namespace tessera::host
