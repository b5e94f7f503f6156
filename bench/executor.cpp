// Speed of the SFPU executor per x86 level: 32-lane instructions per second, one vector at a time and in blocks of 16.
#include <benchmark/benchmark.h>

#include <vector>

#include "host/conformance/numeric_vectors.hpp"
#include "sim/sfpu/executor.hpp"

namespace {

using namespace tessera;
using sfpu::Instr;
using sfpu::Op;
using sfpu::State;

// Inputs in exp's useful range, different in every lane.
std::vector<State> vectors(std::size_t count) {
    std::vector<State> states(count, sfpu::initial_state());
    std::uint32_t seed = 1;
    for (State& state : states)
        for (int r = 0; r < 8; ++r)
            for (int l = 0; l < lane::count; ++l) {
                seed = seed * 1664525u + 1013904223u;
                state.lreg[r][l] = (seed & 0x80000000) | 0x3f000000 | (seed >> 4 & 0x3ffffff);
            }
    return states;
}

const arch::Arch& arch_of(benchmark::State& bench) { return *arch::all()[static_cast<std::size_t>(bench.range(2))]; }

// Arguments: level, vectors in a block, architecture.
void measure(benchmark::State& bench, const std::vector<Instr>& program) {
    const auto level = static_cast<lane::Level>(bench.range(0));
    if (!lane::supported(level)) return bench.SkipWithError("level not supported by this processor");
    const arch::Sfpu& arch = arch_of(bench).sfpu;
    auto states = vectors(static_cast<std::size_t>(bench.range(1)));
    const auto& executor = sfpu::executor(level);
    const lane::MadOps& mad = lane::table(level).of(arch.mad);
    const auto input = states;
    for (auto _ : bench) {
        for (std::size_t i = 0; i < states.size(); ++i) states[i].lreg[0] = input[i].lreg[0];
        executor.run(arch, mad, states.data(), states.size(), nullptr, program.data(), program.size());
        benchmark::ClobberMemory();
    }
    const auto instructions =
        static_cast<double>(bench.iterations()) * static_cast<double>(program.size() * states.size());
    bench.counters["Minstr/s"] = benchmark::Counter(instructions / 1e6, benchmark::Counter::kIsRate);
}

void levels(benchmark::internal::Benchmark* bench) {
    for (int level = 0; level < 3; ++level) {
        if (!lane::supported(static_cast<lane::Level>(level))) continue;
        for (int count : {1, 16}) bench->Args({level, count, 0});
        bench->Args({level, 16, 1});
    }
}

void exp_24f(benchmark::State& bench) {
    measure(bench, conformance::read_sequence(TESSERA_SOURCE_DIR "/tests/data/sfpu/numeric/exp_24f.seq.txt",
                                              arch_of(bench).sfpu)
                       .program);
    bench.SetLabel("to reach: 2^32 inputs in 60 s on 2 cores is 131 Minstr/s");
}
BENCHMARK(exp_24f)->Apply(levels);

std::vector<Instr> repeated(const Instr& instr) {
    std::vector<Instr> program(64, instr);
    for (std::size_t i = 0; i < program.size(); ++i) program[i].vd = static_cast<std::uint8_t>(4 + i % 4);
    return program;
}

void mad(benchmark::State& bench) { measure(bench, repeated({.op = Op::mad, .va = 0, .vb = 1, .vc = 2})); }
BENCHMARK(mad)->Apply(levels);

void mul(benchmark::State& bench) { measure(bench, repeated({.op = Op::mul, .va = 0, .vb = 1, .vc = 9})); }
BENCHMARK(mul)->Apply(levels);

void iadd_with_flags(benchmark::State& bench) { measure(bench, repeated({.op = Op::iadd, .vc = 1, .mod = 0})); }
BENCHMARK(iadd_with_flags)->Apply(levels);

void setexp(benchmark::State& bench) { measure(bench, repeated({.op = Op::setexp, .vc = 1, .mod = 0})); }
BENCHMARK(setexp)->Apply(levels);

void cast(benchmark::State& bench) { measure(bench, repeated({.op = Op::cast, .vc = 1})); }
BENCHMARK(cast)->Apply(levels);

void loadi(benchmark::State& bench) { measure(bench, repeated({.op = Op::loadi, .mod = 0, .imm = 0x3f80})); }
BENCHMARK(loadi)->Apply(levels);

}  // namespace

BENCHMARK_MAIN();
