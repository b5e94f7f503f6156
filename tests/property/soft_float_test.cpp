// Scalar floating point has no table of costs: RV32IM has no floating point, so `1.f / n` on T1 is libgcc's routines,
// executed instruction by instruction, fetched through T1's small cache (spec/timing.md 2.7).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <string>

#include "host/device/device.hpp"

namespace tessera::host {
namespace {

// Cycles between two reads of the wall clock: with nothing between them, then with the division in every round of a
// loop whose other work evicts nothing of it.
constexpr const char* source = R"(
#include "compute_kernel_api/common.h"

namespace NAMESPACE {
void MAIN {
#ifdef TIMED
    auto* out = reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0));
    int n = static_cast<int>(get_arg_val<uint32_t>(1));
    const auto* clock = reinterpret_cast<volatile uint32_t*>(WALL_CLOCK);
#pragma GCC unroll 1
    for (int round = 0; round < 3; ++round) {
        const uint32_t empty_begin = *clock;
        const uint32_t empty_end = *clock;
        const uint32_t begin = *clock;
        asm volatile("" : "+r"(n) : : "memory");
        const float reciprocal = 1.f / n;
        asm volatile("" : : "r"(reciprocal) : "memory");
        const uint32_t end = *clock;
        out[3 * round] = empty_end - empty_begin;
        out[3 * round + 1] = end - begin;
        out[3 * round + 2] = __builtin_bit_cast(uint32_t, reciprocal);
    }
#endif
}
}  // namespace NAMESPACE
)";

struct Measured {
    std::uint32_t first = 0, last = 0;  // cycles of the division in the first and in the last round
};

// thread: TRISC_UNPACK, TRISC_MATH or TRISC_PACK.
Measured measure(const arch::Arch& arch, const std::string& thread, std::uint32_t n) {
    Device device(arch);
    const auto out = device.create_buffer(64, 64, BufferType::l1);
    Program program;
    const CoreCoord core{0, 0};
    const KernelId kernel =
        program.add(KernelSpec{.path = "soft_float.cpp",
                               .text = "#ifdef " + thread + "\n#define TIMED\n#endif\n" + source,
                               .cores = CoreRangeSet{core},
                               .data_movement = {},
                               .compute = ComputeKernel{},
                               .defines = {{"WALL_CLOCK", fmt::format("{:#x}u", abi::wall_clock_base)}},
                               .compile_args = {},
                               .named_compile_args = {}});
    program.set_args(kernel, core, {out->address(), n});
    device.run(program);
    const std::vector<std::uint8_t> bytes = device.read(*out);
    std::uint32_t words[9];
    std::memcpy(words, bytes.data(), sizeof words);
    for (int round = 0; round < 3; ++round)
        EXPECT_EQ(std::bit_cast<float>(words[3 * round + 2]), 1.0f / static_cast<float>(n));
    return {words[1] - words[0], words[7] - words[6]};
}

arch::Arch without_fetch_or_branches(const arch::Arch& given) {
    arch::Arch out = given;
    out.riscv.icache_miss_cycles.value = 0;
    out.riscv.mispredict_cycles.value = 0;
    return out;
}

// 2.7: `1.f / n` of a power of two with its conversion is 218 cycles of instructions, 271 in place on T1, where the
// article's own difference of 16 calls gives 312 +- 60. What the compiler builds around it moves a few cycles, as for
// the bare core (tests/sim/riscv).
TEST(SoftFloat, DivisionOnT1CostsWhatItsInstructionsCost) {
    for (const std::uint32_t n : {2u, 32u, 64u, 256u, 1024u}) {
        const Measured real = measure(arch::wormhole_b0(), "TRISC_MATH", n),
                       ideal = measure(without_fetch_or_branches(arch::wormhole_b0()), "TRISC_MATH", n);
        EXPECT_NEAR(real.first, 271, 8) << n;
        EXPECT_NEAR(real.first, 312, 60) << n;
        EXPECT_NEAR(ideal.first, 218, 6) << n;
        EXPECT_EQ(ideal.first, ideal.last) << n;
    }
}

// 736 bytes of text do not stay in T1's 512, so that the last division costs nearly what the first did; in the 2048
// bytes of T0 they do, and only the branches remain.
TEST(SoftFloat, OnlyASmallCacheFetchesAgain) {
    const Measured t1 = measure(arch::wormhole_b0(), "TRISC_MATH", 256),
                   t0 = measure(arch::wormhole_b0(), "TRISC_UNPACK", 256),
                   ideal = measure(without_fetch_or_branches(arch::wormhole_b0()), "TRISC_MATH", 256);
    EXPECT_NEAR(t0.first, t1.first, 8);
    EXPECT_GT(t1.last, ideal.last + 40);
    EXPECT_LT(t0.last, ideal.last + 20);
}

// Other operands take other paths: a quotient of 24 bits costs the divider more than a power of two.
TEST(SoftFloat, TheCostDependsOnTheOperands) {
    EXPECT_GT(measure(arch::wormhole_b0(), "TRISC_MATH", 80).first,
              measure(arch::wormhole_b0(), "TRISC_MATH", 256).first + 40);
}

}  // namespace
}  // namespace tessera::host
