// Kernels of every generation compile unchanged, for each core they are meant for (kernel-api.md 1, 7).
#include <gmock/gmock.h>

#include "tests/host/compile/kernels.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host::test {
namespace {

using ::testing::HasSubstr;

class Kernel : public KernelTest {};

std::vector<CompileRequest> on_compute_cores(const CompileRequest& base) {
    std::vector<CompileRequest> requests;
    for (const arch::Arch* arch : arch::all())
        for (const abi::Risc risc : {abi::Risc::t0, abi::Risc::t1, abi::Risc::t2}) {
            requests.push_back(base);
            requests.back().arch = arch;
            requests.back().risc = risc;
        }
    return requests;
}

TEST_F(Kernel, FirstGeneration) {
    CompileRequest r;
    r.source = kernel_data("generation_1.cpp");
    r.compile_args = {4};
    EXPECT_NO_THROW(compile(on_compute_cores(r)));
}

TEST_F(Kernel, ThirdGeneration) {
    CompileRequest r;
    r.source = kernel_data("generation_3.cpp");
    r.named_args = {{"edge", 1}};
    r.fp32_dest_acc = true;
    EXPECT_NO_THROW(compile(on_compute_cores(r)));
}

TEST_F(Kernel, ArgumentsOfSfpiConvert) {
    CompileRequest r;
    r.source = kernel_data("sfpi_conversions.cpp");
    EXPECT_NO_THROW(compile(on_compute_cores(r)));
}

TEST_F(Kernel, MayNameItsFunctionsAsTesseraNamesIts) {
    CompileRequest r;
    r.source = kernel_data("own_names.cpp");
    EXPECT_NO_THROW(compile(on_compute_cores(r)));
}

// Also those of template parameters and arguments in the API's own headers.
TEST_F(Kernel, DefinesBearAnyName) {
    CompileRequest r;
    r.source = "any_name.cpp";
    r.text = R"(
#include "compute_kernel_api/eltwise_unary/exp.h"
#include "compute_kernel_api/reduce.h"
void kernel_main() {
    static_assert(A + T + V + SIZE + f + x + function == 28);
    exp_tile_init();
    reduce_init(0, 1, 16);
}
)";
    r.defines = {{"A", "1"},
                 {"T", "2"},
                 {"V", "3"},
                 {"SIZE", "4"},
                 {"f", "5"},
                 {"x", "6"},
                 {"function", "7"},
                 {"REDUCE_OP", "PoolType::SUM"},
                 {"REDUCE_DIM", "ReduceDim::REDUCE_ROW"}};
    EXPECT_NO_THROW(compile(on_compute_cores(r)));
    r.text = "void kernel_main() { static_assert(A + T + x == 9); cb_wait_front(0, A); }";
    r.risc = abi::Risc::nc;
    EXPECT_NO_THROW(compile(std::vector{r}));
}

// A published program, unchanged at five stages of its making.
TEST_F(Kernel, PublishedRope) {
    const char* shared = std::getenv("TESSERA_SHARED");
    const fs::path rope = fs::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "clients/ttRoPE";
    if (!fs::exists(rope)) GTEST_SKIP() << "no published programs beside the repository";
    std::vector<CompileRequest> requests;
    for (const char* commit : {"2bdade1", "5498d87", "dfca1a7", "c22a9c9", "2ee74f7"}) {
        CompileRequest r;
        r.defines = {{"FREQ_BASE_LOG", "9.210340"}};
        r.fp32_dest_acc = true;
        r.compile_args = {2, 2, 2};  // accessors: interleaved, in DRAM
        r.source = rope / commit / "ttrope/kernels/compute.cpp";
        for (const abi::Risc risc : {abi::Risc::t0, abi::Risc::t1, abi::Risc::t2}) {
            r.risc = risc;
            requests.push_back(r);
        }
        for (const auto& [risc, name] :
             {std::pair(abi::Risc::b, "reader.cpp"), std::pair(abi::Risc::nc, "writer.cpp")}) {
            r.risc = risc;
            r.source = rope / commit / "ttrope/kernels" / name;
            requests.push_back(r);
        }
    }
    EXPECT_NO_THROW(compile(requests));
}

TEST_F(Kernel, RopeOnBothArchitecturesWithEveryExp) {
    std::vector<CompileRequest> requests;
    for (const char* kernel : {"compute_batch.cpp", "compute_rows.cpp"}) {
        CompileRequest r;
        r.source = fs::path(TESSERA_SOURCE_DIR) / "kernels/rope" / kernel;
        r.defines = {{"FREQ_BASE_LOG", "9.21034037"}};
        r.fp32_dest_acc = true;
        const auto plain = on_compute_cores(r);
        requests.insert(requests.end(), plain.begin(), plain.end());
        // Only the math core sees which exp is meant; exp_24f is the default.
        r.risc = abi::Risc::t1;
        for (const char* exp : {"exp_21f", "exp_61f", "exp_fp32"}) {
            r.defines["ROPE_EXP"] = exp;
            for (const arch::Arch* arch : arch::all()) {
                r.arch = arch;
                requests.push_back(r);
            }
        }
    }
    for (const arch::Arch* arch : arch::all()) {
        for (const std::uint32_t per_row : {0u, 1u}) {
            CompileRequest r;
            r.source = fs::path(TESSERA_SOURCE_DIR) / "kernels/rope/reader.cpp";
            r.arch = arch;
            r.risc = abi::Risc::b;
            r.compile_args = {2, 2, per_row};
            requests.push_back(r);
        }
        CompileRequest r;
        r.source = fs::path(TESSERA_SOURCE_DIR) / "kernels/rope/writer.cpp";
        r.arch = arch;
        r.risc = abi::Risc::nc;
        r.compile_args = {2};
        requests.push_back(r);
    }
    EXPECT_NO_THROW(compile(requests));
}

// Constants of the configuration, as the compiler sees them (kernel-api.md 1.2, 1.4, 2.1).
TEST_F(Kernel, ConfigurationIsConstant) {
    CompileRequest r = request(abi::Risc::t1, R"(
        static_assert(get_compile_time_arg_val(1) == 0xFFFFFFFF);
        static_assert(get_named_compile_time_arg_val("tiles") == 7);
        static_assert(get_tile_size(tt::CBIndex::c_0) == 4096 && get_tile_size(2) == 2048 && get_tile_size(3) == 1088);
        static_assert(get_dataformat(2) == DataFormat::Float16_b);
        static_assert(DST_ACCUM_MODE && DST_SYNC_MODE == DstSync::SyncFull && MATH_FIDELITY == 2 && APPROX);
        static_assert(TRISC_MATH == 1 && COMPILE_FOR_TRISC == 1 && NUM_DRAM_BANKS == 8 && DRAM_ALIGNMENT == 64);
        static_assert(FACTOR == 0x1.26bb1cp+3);
        #if !defined(ARCH_BLACKHOLE) || defined(ARCH_WORMHOLE) || defined(TRISC_PACK)
        #error wrong build
        #endif
        void kernel_main() {})");
    r.arch = &arch::blackhole();
    r.compile_args = {1, 0xFFFFFFFF};
    r.named_args = {{"rows", 3}, {"tiles", 7}};
    r.defines = {{"FACTOR", "0x1.26bb1cp+3"}};
    r.cb_formats[0] = 0;
    r.cb_formats[2] = 5;
    r.cb_formats[3] = 6;
    r.fp32_dest_acc = r.dst_full_sync = r.approx = true;
    r.math_fidelity = MathFidelity::hifi2;
    EXPECT_NO_THROW(compile_one(r));
}

// Every form of the data-movement API that kernels of tier 1 and 2 use (kernel-api.md 2).
TEST_F(Kernel, DataMovementApi) {
    std::vector<CompileRequest> requests;
    for (const arch::Arch* arch : arch::all())
        for (const abi::Risc risc : {abi::Risc::b, abi::Risc::nc}) {
            CompileRequest r;
            r.source = kernel_data("data_movement.cpp");
            r.arch = arch;
            r.risc = risc;
            r.compile_args = {2, 0};
            requests.push_back(r);
        }
    EXPECT_NO_THROW(compile(requests));
}

// g++ 12 takes no number of a template's there; mistakes keep their lines.
TEST_F(Kernel, UnrollsLoopsByNamesOfNumbers) {
    const std::string text = R"(
        template <int count>
        void fill(volatile int* words) {
            constexpr int twice = 2 * count;
#pragma GCC unroll twice
            for (int i = 0; i < twice; ++i) words[i] = i;
#pragma GCC unroll 4
            for (int i = 0; i < count; ++i) words[i] = count;
        }
        void kernel_main() {
            int words[8];
            fill<4>(words);
)";
    for (const abi::Risc risc : {abi::Risc::b, abi::Risc::t1}) EXPECT_NO_THROW(compile_one(request(risc, text + "}")));
    EXPECT_THAT(input_error(request(abi::Risc::b, text + "mistake; }")),
                HasSubstr("kernel.cpp:13:1: error: 'mistake'"));
}

// Page to bank and row without a division: exact up to 2^31 for every number of banks.
TEST_F(Kernel, BankArithmeticIsExact) {
    EXPECT_NO_THROW(compile_one(request(abi::Risc::b, R"(
        template <uint32_t banks>
        constexpr bool exact() {
            constexpr uint32_t last = 0x7FFFFFFF;
            for (uint32_t quotient = 1; quotient < last / banks; quotient = quotient * 2 + 1) {
                if (tessera::divide<banks>(quotient * banks) != quotient) return false;
                if (tessera::divide<banks>(quotient * banks - 1) != quotient - 1) return false;
            }
            return tessera::divide<banks>(last) == last / banks && tessera::divide<banks>(0) == 0;
        }
        static_assert(exact<3>() && exact<7>() && exact<8>() && exact<12>() && exact<56>() && exact<120>() && exact<1>());
        void kernel_main() {})")));
}

TEST_F(Kernel, ArgumentThatTheHostDidNotSetIsACompileError) {
    EXPECT_THAT(
        input_error(request(abi::Risc::b, "void kernel_main() { cb_push_back(0, get_compile_time_arg_val(0)); }")),
        HasSubstr("compile-time argument that the host did not set"));
    EXPECT_THAT(input_error(request(abi::Risc::b,
                                    "constexpr int x = get_named_compile_time_arg_val(\"x\"); void kernel_main() {}")),
                HasSubstr("named_compile_time_argument_that_the_host_did_not_set"));
}

TEST_F(Kernel, GlobalsWithConstructorsAndTheCLibrary) {
    EXPECT_NO_THROW(compile_one(request(abi::Risc::nc, R"(
        #include <algorithm>
        #include <cmath>
        #include <span>
        #include <tuple>
        struct Counter { uint32_t n; Counter() : n(get_arg_val<uint32_t>(0)) {} } counter;
        void kernel_main() {
            char copy[16];
            memset(copy, static_cast<int>(counter.n), sizeof copy);
            DPRINT << std::sqrt(static_cast<float>(copy[3]) / 3.0f) << std::max(1, 2) << ENDL();
        })")));
}

}  // namespace
}  // namespace tessera::host::test
