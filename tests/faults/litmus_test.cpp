// The litmus programs of spec/memory-order.md 6, on both architectures: E is reported by default, W as a warning, S in
// pedantic runs only, N never. Kernels run on cores A (0,0), C (1,0) and D (2,0); every core has circular buffer 0,
// semaphores 0 and 1.
#include "tests/faults/kernels.hpp"
#include "tests/faults/litmus_machine.hpp"

namespace tessera::faults {
namespace {

class LitmusTest : public ::testing::TestWithParam<std::tuple<std::string, Litmus>> {};

TEST_P(LitmusTest, HasItsVerdict) {
    const auto& [arch, program] = GetParam();
    for (const bool pedantic : {false, true}) {
        LitmusMachine machine(*arch::find(arch));
        auto fault = machine.run(program.parts, program.pages, pedantic);
        if (!program.then.empty()) {
            // What the first program leaves under way is refused at once in a pedantic run.
            ASSERT_EQ(fault.has_value(), pedantic) << fault->text();
            if (!pedantic) fault = machine.run(program.then, program.pages, pedantic);
        }
        const bool expected = program.verdict == Verdict::E || program.verdict == Verdict::W ||
                              (program.verdict == Verdict::S && pedantic);
        ASSERT_EQ(fault.has_value(), expected) << (fault ? fault->text() : "clean") << (pedantic ? " (pedantic)" : "");
        if (!fault) continue;
        if (!pedantic) {
            EXPECT_EQ(fault->id(), program.id) << fault->text();
        }
        const std::string& text = machine.text(fault->where().file);
        if (!pedantic && text.find("// BUG") != std::string::npos) {
            EXPECT_EQ(fault->where().line, line_of(text)) << fault->text() << text;
        }
    }
}

// Number 33: with the data cache on, a bare poll sees what it saw first.
TEST(MemoryOrderTest, L33_DataCache) {
    const Part sender{'A', "B", "riscv_wait(2000); noc_semaphore_inc(at(C, S), 1); noc_async_atomic_barrier();"};
    const Part bare{'C', "B", "while (word(S)[0] != 1) {}  // BUG"};
    const Part careful{'C', "B", "while (word(S)[0] != 1) invalidate_l1_cache();"};
    constexpr std::uint32_t on_brisc = 1;
    for (const auto& [arch, part, cached, stale] :
         {std::tuple{"blackhole", bare, on_brisc, true}, std::tuple{"blackhole", bare, 0u, false},
          std::tuple{"blackhole", careful, on_brisc, false}, std::tuple{"wormhole_b0", bare, on_brisc, false}}) {
        LitmusMachine machine(*arch::find(arch));
        const auto fault = machine.run({sender, part}, 2, false, cached);
        ASSERT_EQ(fault.has_value(), stale) << arch << part.body << (fault ? fault->text() : "");
        if (!fault) continue;
        EXPECT_EQ(fault->id(), Id::stale_cache) << fault->text();
        EXPECT_EQ(fault->where().line, line_of(machine.text("C_B.cpp"))) << fault->text();
    }
}

INSTANTIATE_TEST_SUITE_P(MemoryOrder, LitmusTest,
                         ::testing::Combine(::testing::Values("wormhole_b0", "blackhole"),
                                            ::testing::ValuesIn(litmus())),
                         [](const auto& one) {
                             return testing::PrintToString(std::get<1>(one.param)) + "_" + std::get<0>(one.param);
                         });

}  // namespace
}  // namespace tessera::faults
