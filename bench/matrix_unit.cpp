// The matrix unit: the sixteen MVMULs of a tile product in each of its fidelity phases, as a simulated core runs them,
// and one MVMUL per x86 level beside the scalar one.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "sim/tensix/matrix_unit.hpp"
#include "sim/tensix/mvmul_lanes.hpp"

namespace {

using namespace tessera::tensix;
namespace lane = tessera::lane;

// bf16 datums of about the size of one.
void fill(std::mt19937& random, std::uint32_t* data, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        data[i] = (random() & 0x40000) | (118 + random() % 12) << 10 | (random() & 0x3F8);
}

// Arguments: fidelity phases, whether Dst has 32 bits.
void tile_product(benchmark::State& state) {
    std::mt19937 random(1);
    SrcBank a, b;
    fill(random, a.datum.data(), a.datum.size());
    fill(random, b.datum.data(), b.datum.size());
    Dst dst;
    MatrixUnit unit{.dst_is_32_bit = state.range(1) != 0};
    for (auto _ : state) {
        dst.clear_rows(0, Dst::rows);
        for (unit.phase = 0; unit.phase < state.range(0); ++unit.phase)
            for (int product = 0; product < 8; ++product)
                for (int row : {0, 8})
                    mvmul(unit, a, 16 * (product & 3), b, 16 * (product >> 1) + row, dst, 16 * (product & 3) + row);
        benchmark::ClobberMemory();
    }
    state.SetLabel("to reach: HiFi4 <= 40 us, LoFi <= 12 us");
}
BENCHMARK(tile_product)->ArgNames({"phases", "wide"})->ArgsProduct({{1, 4}, {0, 1}})->Unit(benchmark::kMicrosecond);

template <class Mvmul>
void measure(benchmark::State& state, Mvmul run) {
    std::mt19937 random(1);
    std::vector<std::uint32_t> a(256), b(128), d(128);
    fill(random, a.data(), a.size());
    fill(random, b.data(), b.size());
    for (auto _ : state) {
        run(Fpu{}, a, b, d);
        benchmark::ClobberMemory();
    }
}

using Data = std::vector<std::uint32_t>;

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RegisterBenchmark("mvmul/by_datum", [](benchmark::State& state) {
        measure(state, [](const Fpu& fpu, const Data& a, const Data& b, Data& d) {
            mvmul_by_datum(fpu, std::span<const std::uint32_t, 256>(a), b, d);
        });
    });
    const std::pair<lane::Level, const char*> levels[] = {
        {lane::Level::baseline, "baseline"}, {lane::Level::v3, "v3"}, {lane::Level::v4, "v4"}};
    for (const auto& [level, name] : levels) {
        if (!lane::supported(level)) continue;
        benchmark::RegisterBenchmark((std::string("mvmul/") + name).c_str(),
                                     [run = try_mvmul(level)](benchmark::State& state) {
                                         measure(state, [run](const Fpu& fpu, const Data& a, const Data& b, Data& d) {
                                             run(fpu, a.data(), b.data(), d.data(), d.size() / 16);
                                         });
                                     });
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
