// What an accuracy sweep costs an input, and of that the function, the reference and the judging: blocks spread over
// all fp32 inputs of exp_24f, on one thread.
#include <benchmark/benchmark.h>

#include <ctime>
#include <vector>

#include "host/study/function.hpp"
#include "host/study/sweep.hpp"

namespace {

using namespace tessera;
using namespace tessera::accuracy;

constexpr std::uint64_t every = 509;  // blocks; a prime, so that all exponents have their share

const Recorded& exp_24f() {
    static const Built built = build(*find_builtin("exp_24f"), {.arch = arch::wormhole_b0()});
    return built.recorded;
}

double seconds(auto act) {
    const std::clock_t start = std::clock();  // of the processor, whoever else is on it
    act();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Each block with its mirror behind it, as a sweep takes them.
std::vector<Task> some_blocks() {
    std::vector<Task> tasks;
    const std::uint64_t distance = mirror_distance(all_fp32);
    for (std::uint64_t block = 0; block < distance; block += every)
        for (const std::uint64_t side : {std::uint64_t{0}, distance}) tasks.push_back({&all_fp32, block + side});
    return tasks;
}

void sweep_exp_24f(benchmark::State& bench) {
    const Recorded& function = exp_24f();
    const std::vector<Task> tasks = some_blocks();
    std::vector<std::uint32_t> x(block_inputs), y(block_inputs);
    std::vector<double> at(block_inputs), exact(block_inputs);
    double whole = 0, of_function = 0, of_reference = 0;
    for (auto _ : bench) {
        whole += seconds([&] { benchmark::DoNotOptimize(judged(function, reference::exp, tasks, {})); });
        for (const Task& task : tasks) {
            task.inputs->fill(task.block * block_inputs, x.data(), x.size());
            for (std::size_t i = 0; i < x.size(); ++i) at[i] = value_of(x[i]);
            of_function += seconds([&] { function.run(x, y); });
            of_reference += seconds([&] { reference::exp.values(at.data(), exact.data(), at.size()); });
        }
    }
    const double inputs = static_cast<double>(bench.iterations()) * static_cast<double>(tasks.size() * block_inputs);
    bench.counters["ns/input"] = 1e9 * whole / inputs;
    bench.counters["function %"] = 100 * of_function / whole;
    bench.counters["reference %"] = 100 * of_reference / whole;
    bench.counters["judging %"] = 100 * (whole - of_function - of_reference) / whole;
    bench.SetLabel("2^32 inputs in 60 s on 2 cores is 28 ns/input");
}
BENCHMARK(sweep_exp_24f)->Unit(benchmark::kMillisecond);

// Over the function's own range, as the command does.
Statistics judged_in_range(const Function& f, const Recorded& recorded, std::span<const Task> tasks) {
    return judged(recorded, *f.reference, tasks, {.low = f.low, .high = f.high});
}

// Other functions, each beside exp_24f over the same blocks.
void sweep_beside_exp(benchmark::State& bench, const char* name) {
    const Function &f = *find_builtin(name), &exp = *find_builtin("exp_24f");
    const Built built = build(f, {.arch = arch::wormhole_b0()});
    const std::vector<Task> tasks = some_blocks();
    std::vector<std::uint32_t> x(block_inputs), y(block_inputs);
    double of_exp = 0, whole = 0, of_function = 0;
    for (auto _ : bench) {
        of_exp += seconds([&] { benchmark::DoNotOptimize(judged_in_range(exp, exp_24f(), tasks)); });
        whole += seconds([&] { benchmark::DoNotOptimize(judged_in_range(f, built.recorded, tasks)); });
        for (const Task& task : tasks) {
            task.inputs->fill(task.block * block_inputs, x.data(), x.size());
            of_function += seconds([&] { built.recorded.run(x, y); });
        }
    }
    const double inputs = static_cast<double>(bench.iterations()) * static_cast<double>(tasks.size() * block_inputs);
    bench.counters["ns/input"] = 1e9 * whole / inputs;
    bench.counters["function ns"] = 1e9 * of_function / inputs;  // over all inputs
    bench.counters["of exp_24f"] = whole / of_exp;
    bench.SetLabel("3 times exp_24f, if the function alone takes less");
}
BENCHMARK_CAPTURE(sweep_beside_exp, sin, "sin")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, tan, "tan")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, cos, "cos")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, tanh, "tanh")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, atan, "atan")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, log, "log")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, sqrt, "sqrt")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, cbrt, "cbrt")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, gelu, "gelu")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, erf, "erf")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, silu, "silu")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, asinh, "asinh")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, erfinv, "erfinv")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep_beside_exp, i1, "i1")->Unit(benchmark::kMillisecond);

// The same function where no two neighbours are alike.
void run_exp_24f_on_strangers(benchmark::State& bench) {
    const Recorded& function = exp_24f();
    std::vector<std::uint32_t> x(block_inputs), y(block_inputs);
    Inputs{.count = block_inputs, .kind = Inputs::Kind::uniform, .low = -80, .high = 80, .seed = 1}.fill(0, x.data(),
                                                                                                         x.size());
    for (auto _ : bench) function.run(x, y);
    bench.SetItemsProcessed(bench.iterations() * static_cast<std::int64_t>(block_inputs));
}
BENCHMARK(run_exp_24f_on_strangers)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
