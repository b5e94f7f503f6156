// What a tile pair of RoPE costs the host: the executor alone on the lowered programs, and the whole machine.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "host/job/generate.hpp"
#include "host/ops/rope/rope.hpp"
#include "sim/sfpu/executor.hpp"

namespace {

using namespace tessera;

host::RopePlan article() {  // the article's one-core workload, spec/timing.md 6
    return host::plan_rope(
        {.batch = 1, .rows = 32, .width = 2048, .rotary_dim = 256, .exp = host::ExpVariant::exp_24f});
}

// Every program that the run lowered, once each: about one pair's worth of SFPU work.
void execute_lowered_programs(benchmark::State& state) {
    const host::RopePlan plan = article();
    host::Device device(arch::wormhole_b0());
    const auto x = host::generate_values(1, 32 * 2048);
    run_rope(device, plan, x, host::generate_positions(plan, host::PositionKind::random, 1));
    std::int64_t instructions = 0;
    for (const auto& [key, program] : device.machine().lowered)
        instructions += static_cast<std::int64_t>(program->code.size());
    tensix::Dst dst;
    sfpu::DstPort port{dst};
    port.fp32 = true;
    sfpu::State sfpu_state = sfpu::initial_state();
    for (auto _ : state)
        for (const auto& [key, program] : device.machine().lowered)
            sfpu::execute(device.arch().sfpu, sfpu_state, port, program->code);
    state.SetItemsProcessed(state.iterations() * instructions);
    state.SetLabel(fmt::format("{} SFPU instructions, items are 32-lane instructions", instructions));
}
BENCHMARK(execute_lowered_programs)->Unit(benchmark::kMicrosecond);

void run_article_workload(benchmark::State& state) {
    const host::RopePlan plan = article();
    const auto x = host::generate_values(1, 32 * 2048);
    const auto positions = host::generate_positions(plan, host::PositionKind::random, 1);
    Cycle cycles = 0;
    for (auto _ : state) {
        host::Device device(arch::wormhole_b0());
        cycles = run_rope(device, plan, x, positions).cycles;
    }
    state.SetItemsProcessed(state.iterations() * plan.units);
    state.SetLabel(
        fmt::format("{} simulated cycles a run, items are tile pairs; to reach: whole command <= 300 ms", cycles));
}
BENCHMARK(run_article_workload)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
