// Descriptions and arguments that do not fit are refused, and the part is named (spec/kernel-api.md 5.6).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/host_api.hpp>

#include "tests/host/metalium/program_spec.hpp"

namespace {

using namespace described_programs;
using tessera::host::test::thrown_by;
using testing::HasSubstr;

TEST_F(FromSpec, ArgumentsThatDoNotFitAreNamed) {
    KernelSpec kernel = writer_of_words("names", "words[0] = get_arg(args::own);");
    kernel.runtime_arg_schema.runtime_arg_names = {"own"};
    Program program = MakeProgramFromSpec(*mesh, alone(kernel, NodeCoord{0, 0}));
    const MeshTensor out = MeshTensor::allocate_on_device(*mesh, words(1, 8));
    const MeshTensor wide = MeshTensor::allocate_on_device(*mesh, words(1, 16));
    const auto said = [&](const KernelRunArgs& given, const MeshTensor* tensor) {
        ProgramRunArgs args{.kernel_run_args = {given}};
        if (tensor != nullptr) args.tensor_args = {{"out", TensorArgument{*tensor}}};
        return thrown_by([&] { SetProgramRunArgs(program, args); });
    };
    const auto of_node = [](const NodeCoord& node, const char* name) {
        return KernelRunArgs{.kernel = "names", .runtime_arg_values = MakeRuntimeArgsForSingleNode(node, {{name, 1}})};
    };
    EXPECT_THAT(thrown_by([&] { UpdateProgramRunArgs(program, {}); }), HasSubstr("call SetProgramRunArgs first"));
    EXPECT_THAT(said({.kernel = "names"}, &out), HasSubstr("kernel names has no value of own for node"));
    EXPECT_THAT(said({.kernel = "nobody"}, &out), HasSubstr("there is no kernel nobody"));
    EXPECT_THAT(said(of_node({0, 0}, "other"), &out), HasSubstr("kernel names declares no argument other"));
    EXPECT_THAT(said(of_node({3, 0}, "own"), &out), HasSubstr("kernel names does not run on node"));
    EXPECT_THAT(said(of_node({0, 0}, "own"), nullptr), HasSubstr("kernel names has no value of tensor out"));
    EXPECT_THAT(said(of_node({0, 0}, "own"), &wide),
                HasSubstr("tensor parameter out is Shape([1, 8]) of DataType::UINT32, Layout::ROW_MAJOR"));
    EXPECT_EQ(said(of_node({0, 0}, "own"), &out), "nothing");
    Program plain = CreateProgram();
    EXPECT_THAT(thrown_by([&] { SetProgramRunArgs(plain, {}); }), HasSubstr("not made by MakeProgramFromSpec"));

    const ProgramRunArgs one{.kernel_run_args = {of_node({0, 0}, "own")}}, two{.kernel_run_args = {{.kernel = "b"}}};
    EXPECT_EQ(MergeProgramRunArgs(one, std::vector{two}).kernel_run_args.size(), 2u);
    EXPECT_THAT(thrown_by([&] { MergeProgramRunArgs(one, std::vector{one}); }), HasSubstr("is in two of them"));
}

TEST_F(FromSpec, PartsThatDoNotFitTogetherAreNamed) {
    const ProgramSpec good = alone(writer_of_words("writes", ""), NodeCoord{0, 0});
    const auto said = [&](auto change) {
        ProgramSpec spec = good;
        change(spec);
        return thrown_by([&] { MakeProgramFromSpec(*mesh, spec); });
    };
    EXPECT_EQ(said([](ProgramSpec&) {}), "nothing");
    EXPECT_THAT(said([](ProgramSpec& s) { s.kernels.push_back(s.kernels[0]); }),
                HasSubstr("ProgramSpec words: kernel writes is there twice"));
    EXPECT_THAT(said([](ProgramSpec& s) { s.work_units.clear(); }), HasSubstr("kernel writes is in no work unit"));
    EXPECT_THAT(said([](ProgramSpec& s) { s.work_units.push_back(s.work_units[0]); }),
                HasSubstr("is in two work units"));
    EXPECT_THAT(said([](ProgramSpec& s) { s.work_units[0].kernels = {"reads"}; }),
                HasSubstr("names kernel reads, which the program does not declare"));
    EXPECT_THAT(said([](ProgramSpec& s) { s.tensor_parameters.clear(); }),
                HasSubstr("kernel writes binds tensor parameter out, which the program does not declare"));
    EXPECT_THAT(said([](ProgramSpec& s) { s.kernels[0].tensor_bindings[0].accessor_name = "a b"; }),
                HasSubstr("\"a b\" is no name of C++"));
    EXPECT_THAT(said([](ProgramSpec& s) { s.kernels[0].num_threads = 2; }), HasSubstr("has 2 threads"));
    EXPECT_THAT(said([](ProgramSpec& s) { s.kernels[0].hw_config = DataMovementHardwareConfig{}; }),
                HasSubstr("says neither its role nor its RISC and NoC"));
    EXPECT_THAT(said([](ProgramSpec& s) { s.scratchpads.push_back({.unique_id = "more", .size_per_node = 4}); }),
                HasSubstr("scratchpad more is bound by no kernel"));
    EXPECT_THAT(said([](ProgramSpec& s) {
                    s.dataflow_buffers = {{.unique_id = "half", .entry_size = 32, .num_entries = 1}};
                    s.kernels[0].dfb_bindings = {ProducerOf("half", "half")};
                }),
                HasSubstr("dataflow buffer half has 1 producers and 0 consumers in work unit main"));
    EXPECT_THAT(said([](ProgramSpec& s) {
                    s.dataflow_buffers = {{.unique_id = "wide",
                                           .entry_size = 4096,
                                           .num_entries = 1,
                                           .data_format_metadata = tt::DataFormat::Float32}};
                    s.kernels[0].dfb_bindings = {ProducerOf("wide", "wide"), ConsumerOf("wide", "wide")};
                    s.kernels[0].hw_config = ComputeHardwareConfig{.enable_32_bit_dest = true};
                }),
                HasSubstr("kernel writes unpacks Float32 of wide with a 32-bit Dst and no unpack mode"));
    EXPECT_THAT(said([](ProgramSpec& s) {
                    s.kernels[0].runtime_arg_schema.runtime_arg_names = {"n"};
                    s.kernels[0].compile_time_args = {{"n", 1}};
                }),
                HasSubstr("args::n would be two things"));
}

}  // namespace
