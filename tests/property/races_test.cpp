// Verdicts about races do not hang on cycles: the litmus programs keep theirs under other costs and on other cores
// (spec/memory-order.md 6).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/faults/litmus_machine.hpp"

namespace tessera::faults {
namespace {

// Each of the costs that decide who comes first, from a quarter to four times its own.
arch::Arch with_other_costs(unsigned seed) {
    arch::Arch arch = arch::wormhole_b0();
    std::mt19937 random(seed);
    const auto change = [&](arch::Figure& figure) {
        figure.value =
            std::max(1.0, std::floor(figure.value * std::exp2(static_cast<double>(random() % 400) / 100 - 2)));
    };
    for (arch::Figure* figure :
         {&arch.noc.hop_cycles, &arch.noc.read_overhead_cycles, &arch.noc.write_overhead_cycles,
          &arch.noc.issue_read_cycles, &arch.noc.issue_write_cycles, &arch.noc.multicast_setup_cycles,
          &arch.dram.read_latency_cycles, &arch.dram.write_latency_cycles, &arch.dram.request_cycles,
          &arch.tensix.cb_wait_cycles, &arch.tensix.cb_push_cycles, &arch.tensix.cb_poll_cycles,
          &arch.tensix.unpack_setup_cycles, &arch.tensix.pack_fill_cycles, &arch.riscv.l1_load_cycles})
        change(*figure);
    return arch;
}

void expect_verdicts(const arch::Arch& arch, const LitmusMachine::Cores& cores, const std::string& what) {
    for (const Litmus& program : litmus()) {
        LitmusMachine machine(arch, cores);
        auto fault = machine.run(program.parts, program.pages, false);
        if (!fault && !program.then.empty()) fault = machine.run(program.then, program.pages, false);
        EXPECT_EQ(fault.has_value(), program.verdict <= Verdict::W)
            << what << ", litmus " << program.number << (fault ? ": " + fault->text() : "");
    }
}

TEST(Races, VerdictsHoldUnderOtherCosts) {
    for (unsigned seed = 1; seed <= 10; ++seed)
        expect_verdicts(with_other_costs(seed), LitmusMachine::first_row, fmt::format("cost set {}", seed));
}

TEST(Races, VerdictsHoldOnOtherCores) {
    expect_verdicts(arch::wormhole_b0(), {host::CoreCoord{6, 2}, {1, 5}, {2, 5}}, "cores far apart");
}

}  // namespace
}  // namespace tessera::faults
