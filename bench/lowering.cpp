// What lowering a recorded operation costs, by the length of the segment: as much in a long one as in a short one.
#include <benchmark/benchmark.h>

#include "sim/abi/emit.hpp"
#include "sim/api/sfpi.h"
#include "sim/arch/arch.hpp"
#include "sim/sfpu/lower.hpp"

namespace {

using namespace tessera;
using namespace sfpi;

class Host : public abi::HostRecorder {
  public:
    Host() { abi::host_recorder = this; }
    ~Host() { abi::host_recorder = nullptr; }
    std::uint32_t record(abi::VectorOp op, std::uint32_t a, std::uint32_t b, bool literal) override {
        return recorder.record(op, a, b, literal, pc += 4, 0);
    }
    sfpu::Recorder recorder;

  private:
    std::uint32_t pc = 0;
};

void mandelbrot(int steps) {
    vFloat zx = 0.25f, zy = 0.5f, count = 0.0f;
    for (int i = 0; i < steps; ++i) {
        v_if(zx * zx + zy * zy < 4.f) {
            vFloat next = zx * zx - zy * zy + 0.25f;
            zy = 2.f * zx * zy + 0.5f;
            zx = next;
            count += 1.f;
        }
        v_endif;
    }
    dst_reg[0] = count;
}

// Argument: steps of the loop in one segment.
void lower_mandelbrot(benchmark::State& state) {
    Host host;
    mandelbrot(static_cast<int>(state.range(0)));
    const sfpu::Recording recording = host.recorder.take();
    for (auto _ : state)
        benchmark::DoNotOptimize(
            sfpu::lower(recording, arch::wormhole_b0().sfpu, sfpu::Lowering::sfpi_2025).code.size());
    state.counters["Mop/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(recording.ops.size()) / 1e6,
                           benchmark::Counter::kIsRate);
    state.SetLabel("to reach: the same rate, > 1 Mop/s");
}
BENCHMARK(lower_mandelbrot)->Arg(64)->Arg(2048)->Arg(44800)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
