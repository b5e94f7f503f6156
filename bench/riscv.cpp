// Speed of the interpreter with its cache and latency model on, in executed RISC-V instructions per second of host
// time. Figure to reach: 150 M/s.
#include <benchmark/benchmark.h>

#include <vector>

#include "sim/riscv/hart.hpp"
#include "tests/sim/riscv/assemble.hpp"
#include "tests/sim/riscv/cross.hpp"

namespace {

using namespace tessera;
using namespace tessera::riscv;

constexpr Cycle cycles_per_turn = 1'000'000;

void run_loop(benchmark::State& state, std::shared_ptr<const Program> program, abi::Risc risc) {
    Hart hart(arch::wormhole_b0().riscv, risc, std::move(program));
    for (auto _ : state) {
        const Pause pause = hart.run(hart.clock() + cycles_per_turn);
        if (pause.touch != Touch::limit) state.SkipWithError("the loop has left the core");
    }
    const auto instructions = static_cast<double>(hart.counters().instructions);
    state.counters["instructions/s"] = benchmark::Counter(instructions, benchmark::Counter::kIsRate);
    state.SetLabel("to reach: >= 150 M/s");
    state.counters["cycles/instruction"] = static_cast<double>(hart.clock()) / instructions;
}

// A generator of pseudo-random numbers whose bits steer branches: shifts, adds, xors, compares.
void alu_and_branches(benchmark::State& state) {
    using namespace assemble;
    const std::vector<W> words{
        addi(5, 0, 1),
        r_type(0x33, 4, 0, 6, 5, 7),  // xor
        i_type(0x13, 1, 7, 6, 13),    // slli
        r_type(0x33, 4, 0, 5, 5, 7),  // xor
        i_type(0x13, 5, 7, 5, 17),    // srli
        r_type(0x33, 4, 0, 5, 5, 7),  // xor
        addi(8, 8, 1),
        i_type(0x13, 7, 9, 8, 7),  // andi
        bne(9, 0, 8),
        addi(10, 10, 3),
        add(11, 11, 5),
        r_type(0x33, 3, 0, 12, 11, 5),  // sltu
        add(10, 10, 12),
        jal(0, -48),
    };
    run_loop(state, make_program(0x8000, words), abi::Risc::t1);
}
BENCHMARK(alu_and_branches)->Unit(benchmark::kMillisecond);

void local_memory_sort(benchmark::State& state) {
    const test::TemporaryFolder folder;
    cross::write(folder.path() / "sort.c",
                 "unsigned v[64], seed = 1;\n"
                 "void kernel_main(void) { for (;;) {\n"
                 "  for (int i = 0; i < 64; i++) v[i] = seed = seed * 1664525u + 1013904223u;\n"
                 "  for (int i = 1; i < 64; i++) { unsigned x = v[i]; int j = i;\n"
                 "    for (; j > 0 && v[j - 1] > x; j--) v[j] = v[j - 1];\n"
                 "    v[j] = x; } } }\n");
    run_loop(state, cross::build(folder.path(), "-x c sort.c"), abi::Risc::t0);
}
BENCHMARK(local_memory_sort)->Unit(benchmark::kMillisecond);

void soft_float_division(benchmark::State& state) {
    const test::TemporaryFolder folder;
    cross::write(folder.path() / "divide.c",
                 "volatile float out;\nvoid kernel_main(void) { for (int n = 1;; n++) out = 1.f / n; }\n");
    run_loop(state, cross::build(folder.path(), "-x c divide.c"), abi::Risc::t1);
}
BENCHMARK(soft_float_division)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
