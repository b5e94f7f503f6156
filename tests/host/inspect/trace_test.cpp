// Programs of kernels and functions without a machine, and what other lowering profiles would change.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "host/inspect/kernel_trace.hpp"
#include "host/inspect/lowering_compare.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/analysis.hpp"
#include "sim/sfpu/text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::host {
namespace {

using sfpu::Lowering;
using sfpu::Op;
using testing::ElementsAre;
using testing::HasSubstr;

class Trace : public testing::Test {
  protected:
    TraceRequest file(const std::string& text, const std::string& function = {}) {
        std::ofstream(folder_ / "f.cpp") << "#include \"sfpi.h\"\nusing namespace sfpi;\n" << text;
        TraceRequest request;
        request.path = (folder_ / "f.cpp").string();
        request.function = function;
        request.arch = &arch::wormhole_b0();
        return request;
    }
    static std::vector<Op> ops(const KernelTrace& trace, std::size_t listing = 0) {
        std::vector<Op> list;
        for (const sfpu::Instr& in : trace.listings.at(listing).program->code) list.push_back(in.op);
        return list;
    }
    static std::string refusal(const TraceRequest& request) {
        try {
            trace_kernel(request);
        } catch (const fault::InputError& error) {
            return error.what();
        }
        return "accepted";
    }
    const tessera::test::TemporaryFolder folder_;
};

const std::string functions = R"(
inline vFloat bias(vFloat x) {
    return x * 12102203.0f + 1065353216.0f;
}
inline vInt odd(vInt x) { return x & 1; }
inline vFloat product(vFloat x, vFloat y) { return x * y; }
inline void in_place() { dst_reg[0] = vFloat(dst_reg[0]) + 1.0f; }
void kernel_main() {}
)";

TEST_F(Trace, FunctionsOfEveryShape) {
    EXPECT_THAT(ops(trace_kernel(file(functions, "product"))),
                ElementsAre(Op::load, Op::load, Op::mul, Op::nop, Op::store));
    EXPECT_THAT(ops(trace_kernel(file(functions, "odd"))), ElementsAre(Op::load, Op::loadi, Op::and_, Op::store));
    EXPECT_THAT(ops(trace_kernel(file(functions, "in_place"))), ElementsAre(Op::load, Op::add, Op::nop, Op::store));
    EXPECT_THAT(ops(trace_kernel(file(functions, "product(y, x * x)"))),
                ElementsAre(Op::load, Op::load, Op::mul, Op::nop, Op::mul, Op::nop, Op::store));
    const KernelTrace bias = trace_kernel(file(functions, "bias"));
    EXPECT_THAT(bias.listings.at(0).line, testing::Contains(testing::EndsWith("f.cpp:5")));
    TraceRequest library;
    library.function = "sfpu::_float_to_int32_";
    library.arch = &arch::blackhole();
    EXPECT_THAT(trace_kernel(library).listings.at(0).line,
                testing::Contains(testing::StartsWith("sim/api/tessera/sfpu/")));
}

// Functions and macros of the file may be called what the wrapper around them, if it were careless, calls its own.
TEST_F(Trace, FunctionsMayHaveAnyName) {
    const std::string names = R"(
inline vFloat a(vFloat x) { return x * x; }
inline vFloat x(vFloat v) { return v + v; }
inline vFloat run(vFloat f) { return f * 2.5f; }
#define F 1
#define V 2
#define f 3
#define store 4
#define Rank 5
)";
    const auto unary = [](Op op) { return ElementsAre(Op::load, op, Op::nop, Op::store); };
    EXPECT_THAT(ops(trace_kernel(file(names, "a"))), unary(Op::mul));
    EXPECT_THAT(ops(trace_kernel(file(names, "x"))), unary(Op::add));
    EXPECT_THAT(ops(trace_kernel(file(names, "x(y)"))), unary(Op::add));
    EXPECT_THAT(ops(trace_kernel(file(names, "run"))), unary(Op::muli));
}

TEST_F(Trace, KernelWithArgumentsAndTiles) {
    const std::string kernel = R"(
namespace NAMESPACE {
void MAIN {
    init_sfpu(0, 16);
    for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) {
        tile_regs_acquire();
        copy_tile(0, 0, 1);
        MATH(dst_reg[i] = vFloat(dst_reg[0]) * SCALE;)
        tile_regs_commit();
    }
}
}
)";
    TraceRequest request = file("#include \"compute_kernel_api/tile_move_copy.h\"\n" + kernel);
    request.defines["SCALE"] = "3.3f";
    EXPECT_THAT(refusal(request), HasSubstr("the kernel reads runtime argument 0, but --args gives 0 value(s)"));
    request.args = {0};
    EXPECT_THAT(refusal(request), HasSubstr("do these --args give it work to do?"));
    request.args = {3};
    const KernelTrace trace = trace_kernel(request);
    ASSERT_EQ(trace.listings.size(), 1u);
    EXPECT_EQ(trace.listings[0].runs, 3u);
    ASSERT_EQ(trace.segments.size(), 3u);
    EXPECT_THAT(trace.segments[1].new_tiles, ElementsAre(1u));
    request.defines.clear();
    EXPECT_THAT(refusal(request), HasSubstr("'SCALE' was not declared"));
}

// T1 alone: whatever it waits for of the other RISCs is there, as often as it asks.
TEST_F(Trace, EveryWaitIsOverAtOnce) {
    const std::string kernel = R"(
#include "compute_kernel_api/eltwise_binary.h"
#include "compute_kernel_api/matmul.h"
#include "compute_kernel_api/tile_move_copy.h"
namespace NAMESPACE {
void MAIN {
    for (uint32_t i = 0; i < 5; ++i) {
        cb_wait_front(0, 1);
        tile_regs_acquire();
        copy_tile_init(0);
        copy_tile(0, 0, 1);
        add_tiles_init(0, 1);
        add_tiles(0, 1, 0, 0, 2);
        mm_init(0, 1, 16);
        matmul_tiles(0, 1, 0, 0, 0);
#ifdef TRISC_MATH
        TTI_SEMINIT(1, 0, 1 << 5);
        TTI_SEMWAIT(p_stall::STALL_MATH, 1 << 5, tessera::abi::wait_while_zero);
        TTI_SEMWAIT(p_stall::STALL_MATH, 1 << 5, tessera::abi::wait_while_max);
        while (!cb_pages_available_at_front(2, 4)) {}
        const uint32_t word = *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_tile_address(1, 0));
        dst_reg[32] = vFloat(dst_reg[0]) + word;
#endif
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);
        tile_regs_release();
        cb_pop_front(0, 1);
    }
}
}
)";
    for (const arch::Arch* arch : arch::all()) {
        TraceRequest request = file(kernel);
        request.arch = arch;
        const KernelTrace trace = trace_kernel(request);
        ASSERT_EQ(trace.segments.size(), 5u);
        for (const SegmentRun& segment : trace.segments) EXPECT_THAT(segment.new_tiles, ElementsAre(1u, 2u, 0u));
        EXPECT_EQ(trace.listings.size(), 1u);
    }
}

TEST_F(Trace, WhatCannotBeListedIsSaidInALine) {
    for (const auto& [function, words] :
         {std::pair{"missing", "has no such function of at most three vFloat, vInt or vUInt"},
          std::pair{"missing(x)", "--function missing(x): 'missing' was not declared"}}) {
        const std::string said = refusal(file(functions, function));
        EXPECT_THAT(said, HasSubstr(words));
        EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    }
    EXPECT_THAT(refusal(file("void kernel_main() {}")), HasSubstr("T1 recorded no vector instruction"));
    EXPECT_THAT(refusal(file("inline vFloat f(vFloat x) { return x; }")), HasSubstr("--function"));
    EXPECT_THAT(refusal(file("void kernel_main() { MATH(for (volatile int i = 0; i < 1;) {}) }")),
                HasSubstr("the kernel has not ended after"));
}

// Why the function is not there is for the compiler to say.
TEST_F(Trace, ErrorsOfTheFileAreTheCompilersOwn) {
    TraceRequest request = file("", "f");
    std::ofstream(folder_ / "f.cpp") << "#include \"sfpi.h\"\n\ninline vFloot f(vFloat x) { return x; }\n";
    const std::string said = refusal(request);
    EXPECT_THAT(said, HasSubstr("f.cpp:3:8: error: 'vFloot' does not name a type"));
    EXPECT_THAT(said, testing::Not(HasSubstr("has no such function")));
}

TEST_F(Trace, ProfilesThatMatterAreAttributedToTheirLine) {
    const KernelTrace trace = trace_kernel(file(functions, "bias"));
    const auto differences = compare_lowerings(trace, arch::wormhole_b0(), Lowering::sfpi_2025,
                                               {.rounds = 16, .seed = 1, .low = -88, .high = 88});
    // Without contraction other instructions round in the same two places.
    ASSERT_EQ(differences.size(), 2u);
    EXPECT_EQ(differences[1].other, Lowering::none);
    EXPECT_EQ(differences[1].differing, 0u);
    const LoweringDifference& d = differences[0];
    EXPECT_THAT(d.line, testing::EndsWith("f.cpp:5"));
    EXPECT_EQ(d.other, Lowering::sfpi_2023);
    EXPECT_EQ(d.here, "SFPADDI + SFPMUL");
    EXPECT_THAT(d.there, HasSubstr("SFPMAD"));
    EXPECT_EQ(d.results, 16u * 32);
    EXPECT_GT(d.differing, 0u);
    EXPECT_LT(d.differing, d.results);
    EXPECT_GE(d.max_ulp, 1u);
    // Equal seeds give equal numbers.
    const auto again = compare_lowerings(trace, arch::wormhole_b0(), Lowering::sfpi_2025,
                                         {.rounds = 16, .seed = 1, .low = -88, .high = 88});
    EXPECT_EQ(again[0].differing, d.differing);
}

// The comparison itself, against the multiply-adds of the machine.
TEST_F(Trace, ShareOfDifferencesIsThatOfTheArithmetic) {
    const KernelTrace trace = trace_kernel(file(functions, "product(x, y) + z"));
    const auto differences = compare_lowerings(trace, arch::wormhole_b0(), Lowering::sfpi_2025,
                                               {.rounds = 200, .seed = 2, .low = -1, .high = 1});
    ASSERT_EQ(differences.size(), 1u);
    EXPECT_EQ(differences[0].other, Lowering::none);
    EXPECT_EQ(differences[0].here, "SFPMAD");
    EXPECT_EQ(differences[0].there, "SFPADD + SFPMUL");
    const double share = static_cast<double>(differences[0].differing) / static_cast<double>(differences[0].results);
    EXPECT_GT(share, 0.05);
    EXPECT_LT(share, 0.40);
}

TEST_F(Trace, AnalysisFollowsTheRows) {
    const KernelTrace trace = trace_kernel(file(functions, "product(x, y) * z"));
    for (const arch::Arch* arch : arch::all()) {
        const sfpu::Program program = sfpu::lower(trace.segments.at(0).recording, arch->sfpu, Lowering::sfpi_2025);
        const sfpu::Analysis a = sfpu::analyse(program, arch->sfpu);
        // Three loads, two dependent products with a bubble behind each, the store: the same time either way.
        EXPECT_EQ(a.cycles, 8u) << sfpu::print(program);
        EXPECT_EQ(a.critical_cycles, 1 + 2 + 2 + 1u);
        EXPECT_EQ(a.of(sfpu::Unit::nothing) + a.stalls, 2u);
        EXPECT_EQ(a.stalls, arch->sfpu.stalls_on_late_operand ? 2u : 0u);
        EXPECT_EQ(a.of(sfpu::Unit::mad), 2u);
    }
}

TEST_F(Trace, HazardsOfRawCodeAreListedNotFatal) {
    const KernelTrace trace = trace_kernel(
        file("inline void raw() {\n    TTI_SFPMUL(0, 0, 9, 1, 0);\n    TTI_SFPADD(10, 1, 1, 2, 0);\n}\n", "raw"));
    ASSERT_EQ(trace.listings.at(0).program->hazards.size(), 1u);
    EXPECT_THAT(trace.listings.at(0).line.at(1), testing::EndsWith("f.cpp:5"));
}

// The SFPI surface as the cores compile it, where int32_t is long and literals are operands.
TEST_F(Trace, SurfaceCompilesForTheCore) {
    const std::string text = R"(
inline void all() {
    const int32_t n = get_arg_val<int32_t>(0);
    const uint32_t u = get_arg_val<uint32_t>(0);
    vFloat x = dst_reg[n], y = dst_reg[u + 1];
    vInt i = dst_reg[2];
    vUInt k = dst_reg[3];
    x = x + 1 - y * 2.0 + n;
    i = ((i + n - 5) & (~15)) | (i ^ u);
    k = (k << 3) >> u;
    k = shft(k, n);
    k = k >> vUInt(i);
    x = setexp(setman(setsgn(x, n), 3), i);
    x = addexp(copyexp(x, y), n);
    x = ldexp(polynomial(x, 1.0f, y, 3), 2);
    vSMag m = convert<vSMag>(i, RoundMode::Nearest);
    dst_reg[4] = convert<vInt>(m);
    dst_reg[5] = convert<vFloat16b>(x, RoundMode::NearestEven);
    dst_reg[6] = convert<vSMag16>(y, RoundMode::Stochastic);
    dst_reg[7] = int32_to_uint8(i, u, 0);
    dst_reg[8] = int32_to_int8(i, k, RoundMode::Nearest);
    dst_reg[9].mode<DataLayout::FP32>() = min(x, 1) + max(y, x);
    vFloat z = dst_reg[10].mode<DataLayout::FP16B>(u & 1 ? 3 : 3);
    v_if(is_nan(z) || z > n) { z = clamp(z, -1.0f, vConst1); }
    v_endif;
    dst_reg[11] = z;
    dst_reg[12] = float_to_int16(z);
    dst_reg[13] = lut2(x, k, k, k);
#if defined(ARCH_BLACKHOLE)
    dst_reg[14] = fractional_mul(i, n) + rand();
    dst_reg[15] = approx_recip<false>(x);
    dst_reg[16] = i >> 2;
    dst_reg[17] = shft(i, -3);
#endif
}
)";
    for (const arch::Arch* arch : arch::all()) {
        TraceRequest request = file(text, "all");
        request.arch = arch;
        request.args = {1};
        const KernelTrace trace = trace_kernel(request);
        EXPECT_EQ(trace.listings.size(), 1u);
        const std::vector<Op> list = ops(trace);
        EXPECT_EQ(std::count(list.begin(), list.end(), Op::store), arch->sfpu.has_compare ? 13 : 9);
        EXPECT_TRUE(trace.listings[0].program->hazards.empty());
    }
}

TEST_F(Trace, FaultsNameTheLine) {
    std::string code = "inline void many() {\n";
    for (int i = 0; i < 9; ++i) code += "    vFloat v" + std::to_string(i) + " = dst_reg[" + std::to_string(i) + "];\n";
    for (int i = 0; i < 9; ++i) code += "    dst_reg[16] = v" + std::to_string(i) + ";\n";
    try {
        trace_kernel(file(code + "}\n", "many"));
        FAIL();
    } catch (const fault::Fault& fault) {
        EXPECT_EQ(fault.id(), fault::Id::lreg_pressure);
        EXPECT_THAT(fault.text(), HasSubstr("f.cpp:12: error: TRISC1: 9 vectors live at once"));
        EXPECT_THAT(fault.text(), HasSubstr("f.cpp:12: note: 1 of the live vectors made here"));
    }
}

}  // namespace
}  // namespace tessera::host
