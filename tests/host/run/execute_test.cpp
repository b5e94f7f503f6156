// A job made by hand, through the one place where jobs meet devices.
#include "host/run/execute.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>

#include "host/run/run.hpp"
#include "sim/fault/fault.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::host {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Copies `words` words from a to b through L1 and adds a constant, on one core.
Job copy_job(const arch::Arch& arch) {
    Job job;
    job.name = "copy";
    job.arch = &arch;
    job.elements = 8;
    job.tensors = {{.name = "a",
                    .format = tensix::DataFormat::int32,
                    .shape = {8},
                    .layout = Layout::rows,
                    .contents = contents_of(std::vector<std::int32_t>{1, 2, 3, 4, 5, 6, 7, 8})},
                   {.name = "b", .format = tensix::DataFormat::int32, .shape = {8}, .layout = Layout::rows}};
    job.outputs = {1};
    const CoreRangeSet cores{CoreRange{{0, 0}, {0, 0}}};
    job.circular_buffers.push_back({cores, 64, {{0, {tensix::DataFormat::int32, 64}}}, std::nullopt});
    KernelSpec kernel;
    kernel.path = "copy.cpp";
    kernel.text = R"(
#include "dataflow_api.h"
void kernel_main() {
    const InterleavedAddrGen<true> a{get_arg_val<uint32_t>(0), 32}, b{get_arg_val<uint32_t>(1), 32};
    const uint32_t here = get_write_ptr(0);
    noc_async_read(get_noc_addr(0, a), here, 32);
    noc_async_read_barrier();
    volatile tt_l1_ptr uint32_t* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(here);
    for (int i = 0; i < 8; ++i) words[i] += get_arg_val<uint32_t>(2);
    if (get_arg_val<uint32_t>(3)) noc_async_write(here, get_noc_addr(0, b), 32);
    noc_async_write_barrier();
}
)";
    kernel.cores = cores;
    kernel.data_movement = DataMovementKernel{abi::Risc::b, 0};
    job.kernels.push_back({kernel, {{{0, 0}, {AddressOf{0}, AddressOf{1}, 100u, 1u}}}});
    return job;
}

class Execute : public testing::TestWithParam<const arch::Arch*> {};

TEST_P(Execute, FillsRunsAndReadsBack) {
    const Job job = copy_job(*GetParam());
    Device device(*GetParam());
    for (int round = 0; round < 2; ++round) {  // a job holds no state of the device
        const Executed done = execute(device, job);
        EXPECT_THAT(done.outputs.front().as<std::int32_t>(), ElementsAre(101, 102, 103, 104, 105, 106, 107, 108));
        EXPECT_EQ(done.cores, 1u);
        EXPECT_GT(done.cycles, 0u);
        EXPECT_FALSE(done.check.has_value());
    }
}

// Rows of any length, by accessors that take the page of the buffer their arguments were made of.
TEST_P(Execute, AnAccessorWithoutAPageTakesTheBuffers) {
    for (const std::size_t columns : {3, 8, 50}) {
        Job job = copy_job(*GetParam());
        std::vector<std::uint16_t> values(40 * columns);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint16_t>(7 * i);
        for (Tensor& tensor : job.tensors) {
            tensor.format = tensix::DataFormat::int16;
            tensor.shape = {40, columns};
        }
        job.tensors[0].contents = contents_of(values);
        const auto page = static_cast<std::uint32_t>(2 * columns);
        job.circular_buffers.front() = {
            CoreRangeSet{CoreRange{{0, 0}, {0, 0}}}, 3 * page, {{0, {tensix::DataFormat::int16, page}}}, std::nullopt};
        KernelSpec& kernel = job.kernels.front().spec;
        kernel.compile_args = {accessor_word(job.tensors[0]), accessor_word(job.tensors[1])};
        kernel.text = R"(
void kernel_main() {
    constexpr auto a_args = TensorAccessorArgs<0>();
    constexpr auto b_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
    const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0)), b = TensorAccessor(b_args, get_arg_val<uint32_t>(1));
    for (uint32_t row = 0; row < 40; ++row) {
        noc_async_read_page(row, a, get_write_ptr(0));
        noc_async_read_barrier();
        noc_async_write_page(row, b, get_write_ptr(0));
        noc_async_write_barrier();
    }
}
)";
        Device device(*GetParam());
        std::vector<std::string> warnings;
        core::Options options;
        options.warned = [&](const fault::Fault& warning) { warnings.push_back(warning.text()); };
        const Executed done = execute(device, job, options);
        EXPECT_TRUE(std::ranges::equal(done.outputs.front().as<std::uint16_t>(), values)) << columns;
        EXPECT_THAT(warnings, testing::IsEmpty());
    }
}

// Exponent 31 is an ordinary one here: whoever reads the result as IEEE fp16 is warned, once for all results.
TEST_P(Execute, Fp16BeyondIeeeIsToldWhereItLeaves) {
    Job job = copy_job(*GetParam());
    for (Tensor& tensor : job.tensors) {
        tensor.format = tensix::DataFormat::fp16;
        tensor.shape = {2, 8};
        tensor.page_bytes = 32;
    }
    std::vector<float> values{1, 2, 65504, 70000, -1, 0, 65536, 8, 9, 10, 11, 12, 13, 14, 15, -131008};
    job.tensors[0].contents = contents_of(values);
    job.kernels.front().args.at({0, 0})[2] = 0u;
    std::vector<std::string> warnings;
    core::Options options;
    options.warned = [&](const fault::Fault& warning) { warnings.push_back(warning.text(fault::Severity::warning)); };
    Device device(*GetParam());
    execute(device, job, options);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_THAT(warnings.front(), HasSubstr("3 of 16 elements of the result b have exponent 31; the first, [0, 3], is "
                                            "70016 here and NaN for a reader of IEEE fp16 [TS048]"));
    values[3] = 1;
    job.tensors[0].contents = contents_of(values);
    warnings.clear();
    execute(device, job, options);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_THAT(warnings.front(), HasSubstr("the first, [0, 6], is 65536 here and infinity for"));
    values[6] = values[15] = 65504;
    job.tensors[0].contents = contents_of(values);
    warnings.clear();
    execute(device, job, options);
    EXPECT_THAT(warnings, testing::IsEmpty());
    core::Options strict;
    strict.faults.strict = true;
    values[6] = 65536;
    job.tensors[0].contents = contents_of(values);
    EXPECT_THROW(execute(device, job, strict), fault::Fault);
}

TEST_P(Execute, AResultNobodyWroteIsAFault) {
    Job job = copy_job(*GetParam());
    Device device(*GetParam());
    execute(device, job);  // what an earlier job left in the same place does not count
    job.kernels.front().args.at({0, 0})[3] = 0u;
    try {
        execute(device, job);
        FAIL() << "no fault";
    } catch (const fault::Fault& fault) {
        EXPECT_EQ(fault.id(), fault::Id::never_written);
        EXPECT_THAT(fault.text(), HasSubstr("1 of 1 page of the result b that no kernel wrote: 0"));
    }
}

TEST_P(Execute, TheJudgeDecides) {
    Job job = copy_job(*GetParam());
    job.judge = [](std::span<const NpyArray> outputs, const views::JudgedShare&) {
        views::Checker checker;
        const auto got = outputs.front().as<std::int32_t>();
        for (std::size_t i = 0; i < got.size(); ++i) checker.hold(i, static_cast<float>(got[i]), 101.0 + double(i), 0);
        return checker.result();
    };
    Device device(*GetParam());
    EXPECT_TRUE(execute(device, job).check->within);
    job.kernels.front().args.at({0, 0})[2] = 99u;
    EXPECT_FALSE(execute(device, job).check->within);
}

// The record says what ran and with what; watching it changes no cycle.
TEST_P(Execute, ARecordSaysTheSame) {
    const Job job = copy_job(*GetParam());
    Device device(*GetParam());
    const Cycle cycles = execute(device, job, core_options({})).cycles;
    const RunRecord record = run(job, what_if(*GetParam(), {}), {}, {.profile = true});
    EXPECT_EQ(record.summary.cycles, cycles);
    EXPECT_EQ(record.profile->cycles, cycles);
    EXPECT_EQ(record.summary.name, "copy");
    EXPECT_THAT(to_text(record.summary, false), HasSubstr("there is nothing to hold the result against"));
}

// Where a kernel got its functions of the vector unit from a tree of the vendor's, every printer says so.
TEST_P(Execute, ARecordNamesTheLibrary) {
    const std::filesystem::path tree = tessera::test::vendor_tree();
    if (!std::filesystem::exists(tree)) GTEST_SKIP() << "no tree of the vendor's beside the repository";
    Job job = copy_job(*GetParam());
    KernelSpec compute;
    compute.path = "compute.cpp";
    compute.text = "void kernel_main() { erfinv_tile_init(); }";
    compute.cores = job.kernels.front().spec.cores;
    compute.compute = ComputeKernel{};
    job.kernels.push_back({compute, {}});
    ::setenv("TT_METAL_HOME", std::filesystem::canonical(tree).c_str(), 1);
    ::setenv("TESSERA_LIBRARY", "vendor", 1);
    const RunRecord record = run(job, what_if(*GetParam(), {}), {});
    ::unsetenv("TESSERA_LIBRARY");
    ::unsetenv("TT_METAL_HOME");
    const std::string name = record.summary.sfpu_library;
    EXPECT_THAT(name, HasSubstr("vendor-tree ("));
    EXPECT_THAT(to_text(record.summary, false), HasSubstr("sfpu   functions of " + name));
    EXPECT_THAT(to_json(record.summary), HasSubstr("\"sfpu_library\": \"" + name));
    EXPECT_THAT(views::profile_title(record.summary), HasSubstr(name));
}

INSTANTIATE_TEST_SUITE_P(Archs, Execute,
                         testing::ValuesIn(std::vector<const arch::Arch*>(arch::all().begin(), arch::all().end())),
                         [](const auto& arch) { return std::string(arch.param->name); });

}  // namespace
}  // namespace tessera::host
