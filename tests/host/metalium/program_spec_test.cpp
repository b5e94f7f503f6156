// Programs from their descriptions (spec/kernel-api.md 5.6): what a kernel names reaches it, and what does not fit
// together is refused with its name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/metal2_host_api/program.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>

#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::experimental;
using tessera::host::test::thrown_by;
using testing::ElementsAre;
using testing::HasSubstr;

const MemoryConfig dram{TensorMemoryLayout::INTERLEAVED, BufferType::DRAM};

TensorSpec tiles(std::uint32_t height, std::uint32_t width) {
    return {Shape{height, width}, TensorLayout(DataType::BFLOAT16, PageConfig(Layout::TILE), dram)};
}
TensorSpec words(std::uint32_t rows, std::uint32_t width, const MemoryConfig& memory = dram) {
    return {Shape{rows, width}, TensorLayout(DataType::UINT32, PageConfig(Layout::ROW_MAJOR), memory)};
}

// Ones that write eight words of their own to a page of `out`.
KernelSpec writer_of_words(const char* name, const char* body) {
    return {.unique_id = name,
            .source = KernelSpec::SourceCode{std::string(R"(
                #include "api/dataflow/dataflow_api.h"
                #include "api/dataflow/dataflow_buffer.h"
                #include "api/kernel_thread_globals.h"
                #include "api/scratchpad.h"
                #include "api/tensor/tensor_binding_token.h"
                #include "api/tensor/local_tensor_accessor.h"
                #include "experimental/kernel_args.h"
                void kernel_main() {
                    Scratchpad<volatile uint32_t> words(scratch::words);
                    for (uint32_t i = 0; i < 8; ++i) words[i] = 0;
                    uint32_t page = 0;
            )") + body + R"(
                    const auto out = TensorAccessor(tensor::out);
                    noc_async_write(words.get_base_address(), out.get_noc_addr(page), words.size_in_bytes());
                    noc_async_write_barrier();
                })"},
            .scratchpad_bindings = {{.scratchpad_spec_name = "pad", .accessor_name = "words"}},
            .tensor_bindings = {{.tensor_parameter_name = "out", .accessor_name = "out"}},
            .hw_config = DataMovementHardwareConfig{.role = DataMovementRoleHint::WRITER}};
}
ProgramSpec alone(KernelSpec kernel, const Nodes& nodes, std::uint32_t rows = 1) {
    ProgramSpec spec{.name = "words", .kernels = {kernel}};
    spec.scratchpads = {{.unique_id = "pad", .size_per_node = 32}};
    spec.tensor_parameters = {{.unique_id = "out", .spec = words(rows, 8)}};
    spec.work_units = {{.name = "main", .kernels = {kernel.unique_id}, .target_nodes = nodes}};
    return spec;
}

class FromSpec : public tessera::host::test::Metalium {
  protected:
    std::vector<std::uint32_t> run(distributed::MeshWorkload& workload, const MeshTensor& out) {
        distributed::EnqueueMeshWorkload(queue, workload, true);
        return queue.enqueue_read_tensor(out).to_vector<std::uint32_t>();
    }
    static Program& program_of(distributed::MeshWorkload& workload) { return workload.get_programs().begin()->second; }
    const std::shared_ptr<distributed::MeshDevice> mesh = distributed::MeshDevice::create_unit_mesh(0);
    distributed::MeshCommandQueue& queue = mesh->mesh_command_queue();
};

TEST_F(FromSpec, TilesOfTwoTensorsAreAdded) {
    const TensorSpec spec = tiles(64, 96);
    MeshTensor a = MeshTensor::allocate_on_device(*mesh, spec), b = MeshTensor::allocate_on_device(*mesh, spec),
               c = MeshTensor::allocate_on_device(*mesh, spec);
    const auto buffer = [](const char* name) {
        return DataflowBufferSpec{
            .unique_id = name, .entry_size = 2048, .num_entries = 2, .data_format_metadata = tt::DataFormat::Float16_b};
    };
    const KernelSpec reader{.unique_id = "reader",
                            .source = KernelSpec::SourceCode{R"(
        #include "api/dataflow/dataflow_buffer.h"
        #include "api/dataflow/noc.h"
        #include "api/tensor/noc_traits.h"
        #include "experimental/kernel_args.h"
        void kernel_main() {
            const uint32_t tiles = get_arg(args::tiles);
            const auto a = TensorAccessor(tensor::a);
            const auto b = TensorAccessor(tensor::b);
            DataflowBuffer to_a(dfb::a), to_b(dfb::b);
            Noc noc;
            for (uint32_t i = 0; i < tiles; ++i) {
                to_a.reserve_back(1);
                to_b.reserve_back(1);
                noc.async_read(a, to_a, to_a.get_entry_size(), {.page_id = i}, {});
                noc.async_read(b, to_b, to_b.get_entry_size(), {.page_id = i}, {});
                noc.async_read_barrier();
                to_a.push_back(1);
                to_b.push_back(1);
            }
        })"},
                            .dfb_bindings = {ProducerOf("a", "a"), ProducerOf("b", "b")},
                            .tensor_bindings = {{.tensor_parameter_name = "a", .accessor_name = "a"},
                                                {.tensor_parameter_name = "b", .accessor_name = "b"}},
                            .runtime_arg_schema = {.runtime_arg_names = {"tiles"}},
                            .hw_config = DataMovementHardwareConfig{.role = DataMovementRoleHint::READER}};
    const KernelSpec adder{.unique_id = "adder",
                           .source = KernelSpec::SourceCode{R"(
        #include "api/compute/eltwise_binary.h"
        #include "api/dataflow/dataflow_buffer.h"
        #include "experimental/kernel_args.h"
        void kernel_main() {
            constexpr uint32_t tiles = get_arg(args::tiles);
            DataflowBuffer a(dfb::a), b(dfb::b), sum(dfb::sum);
            binary_op_init_common(dfb::a, dfb::b, dfb::sum);
            add_tiles_init(dfb::a, dfb::b);
            for (uint32_t i = 0; i < tiles; ++i) {
                a.wait_front(1);
                b.wait_front(1);
                sum.reserve_back(1);
                tile_regs_acquire();
                add_tiles(dfb::a, dfb::b, 0, 0, 0);
                tile_regs_commit();
                tile_regs_wait();
                pack_tile(0, dfb::sum);
                tile_regs_release();
                sum.push_back(1);
                a.pop_front(1);
                b.pop_front(1);
            }
        })"},
                           .compiler_options = {.opt_level = KernelBuildOptLevel::O3},
                           .dfb_bindings = {ConsumerOf("a", "a"), ConsumerOf("b", "b"), ProducerOf("sum", "sum")},
                           .compile_time_args = {{"tiles", 6}},
                           .hw_config = ComputeHardwareConfig{.fpu_math_fidelity = MathFidelity::HiFi4}};
    const KernelSpec writer{.unique_id = "writer",
                            .source = KernelSpec::SourceCode{R"(
        #include "api/dataflow/dataflow_buffer.h"
        #include "api/dataflow/noc.h"
        #include "api/tensor/noc_traits.h"
        #include "experimental/kernel_args.h"
        void kernel_main() {
            const auto c = TensorAccessor(tensor::c);
            DataflowBuffer sum(dfb::sum);
            Noc noc;
            for (uint32_t i = 0; i < get_arg(args::tiles); ++i) {
                sum.wait_front(1);
                noc.async_write(sum, c, sum.get_entry_size(), {}, {.page_id = i});
                noc.async_write_barrier();
                sum.pop_front(1);
            }
        })"},
                            .dfb_bindings = {ConsumerOf("sum", "sum")},
                            .tensor_bindings = {{.tensor_parameter_name = "c", .accessor_name = "c"}},
                            .runtime_arg_schema = {.common_runtime_arg_names = {"tiles"}},
                            .hw_config = CreateWriterGen1DataMovementConfig()};
    const ProgramSpec program{
        .name = "add",
        .kernels = {reader, adder, writer},
        .dataflow_buffers = {buffer("a"), buffer("b"), buffer("sum")},
        .tensor_parameters = {{.unique_id = "a", .spec = spec},
                              {.unique_id = "b", .spec = spec},
                              {.unique_id = "c", .spec = spec}},
        .work_units = {{.name = "main", .kernels = {"reader", "adder", "writer"}, .target_nodes = NodeCoord{1, 2}}}};
    auto workload = MakeMeshWorkloadFromSpec(*mesh, program);
    ProgramRunArgs args;
    args.kernel_run_args = {
        KernelRunArgs{.kernel = "reader",
                      .runtime_arg_values = MakeRuntimeArgsForSingleNode(NodeCoord{1, 2}, {{"tiles", 6}})},
        KernelRunArgs{.kernel = "writer", .common_runtime_arg_values = {{"tiles", 6}}},
    };
    args.tensor_args = {{"a", TensorArgument{a}}, {"b", TensorArgument{b}}, {"c", TensorArgument{c}}};
    SetProgramRunArgs(program_of(workload), args);

    std::vector<bfloat16> x(64 * 96), y(x.size()), expected(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = bfloat16(static_cast<float>(i % 128));
        y[i] = bfloat16(static_cast<float>(i / 128));
        expected[i] = bfloat16(x[i].to_float() + y[i].to_float());
    }
    queue.enqueue_write_tensor(HostTensor::from_vector(x, spec), a);
    queue.enqueue_write_tensor(HostTensor::from_vector(y, spec), b);
    distributed::EnqueueMeshWorkload(queue, workload, false);
    EXPECT_EQ(queue.enqueue_read_tensor(c).to_vector<bfloat16>(), expected);
}

TEST_F(FromSpec, ArgumentsOfEachKindArriveByName) {
    KernelSpec kernel = writer_of_words("names", R"(
        words[0] = get_arg(args::own);
        words[1] = get_arg(args::common);
        constexpr uint32_t fixed = get_arg(args::fixed);
        words[2] = fixed;
        words[3] = get_vararg(0);
        words[4] = get_vararg(1);
        words[5] = get_common_vararg(0);
        words[6] = sem::second;
        words[7] = get_my_thread_id() + get_num_threads();
        page = get_arg(args::page);
    )");
    kernel.runtime_arg_schema = {.runtime_arg_names = {"page", "own"}, .common_runtime_arg_names = {"common"}};
    kernel.compile_time_args = {{"fixed", 0xFFFFFFF0u}};
    kernel.advanced_options.num_runtime_varargs = 2;
    kernel.advanced_options.num_common_runtime_varargs = 1;
    kernel.semaphore_bindings = {{.semaphore_spec_name = "b", .accessor_name = "second"}};
    ProgramSpec spec = alone(kernel, NodeRange{{0, 0}, {1, 0}}, 2);
    spec.semaphores = {{.unique_id = "a", .target_nodes = NodeCoord{0, 0}},
                       {.unique_id = "b", .target_nodes = NodeCoord{0, 0}}};
    auto workload = MakeMeshWorkloadFromSpec(*mesh, spec);

    const MeshTensor out = MeshTensor::allocate_on_device(*mesh, words(2, 8));
    KernelRunArgs given{.kernel = "names", .common_runtime_arg_values = {{"common", 70}}};
    AddRuntimeArgsForNode(given.runtime_arg_values, {0, 0}, {{"own", 10}, {"page", 0}});
    AddRuntimeArgsForNode(given.runtime_arg_values, {1, 0}, {{"own", 11}, {"page", 1}});
    given.advanced_options = {.runtime_varargs = {{NodeCoord{0, 0}, {1, 2}}, {NodeCoord{1, 0}, {3, 4}}},
                              .common_runtime_varargs = {5}};
    ProgramRunArgs args{.kernel_run_args = {given}, .tensor_args = {{"out", TensorArgument{out}}}};
    SetProgramRunArgs(program_of(workload), args);
    EXPECT_THAT(run(workload, out), ElementsAre(10, 70, 0xFFFFFFF0u, 1, 2, 5, 1, 1,  //
                                                11, 70, 0xFFFFFFF0u, 3, 4, 5, 1, 1));

    // The others stay.
    KernelRunArgs changed{.kernel = "names"};
    AddRuntimeArgsForNode(changed.runtime_arg_values, {1, 0}, {{"own", 99}});
    UpdateProgramRunArgs(program_of(workload), {.kernel_run_args = {changed}});
    EXPECT_THAT(run(workload, out), ElementsAre(10, 70, 0xFFFFFFF0u, 1, 2, 5, 1, 1,  //
                                                99, 70, 0xFFFFFFF0u, 3, 4, 5, 1, 1));
    const MeshTensor other = MeshTensor::allocate_on_device(*mesh, words(2, 8));
    UpdateTensorArgs(program_of(workload), {{"out", TensorArgument{other}}});
    EXPECT_EQ(run(workload, other)[8], 99u);
}

TEST_F(FromSpec, AKernelMayBeAFunctionOfItsArguments) {
    const KernelSpec kernel{
        .unique_id = "function",
        .source = KernelSpec::SourceCode{R"(
        #include "experimental/kernel_args.h"
        // TT_KERNEL void none(uint32_t of, uint32_t these)
        template <uint32_t fixed>
        TT_KERNEL void writes(
            uint32_t own,      // of each node
            uint32_t common) { /* of all */
            Scratchpad<volatile uint32_t> words(scratch::words);
            words[0] = fixed;
            words[1] = own;
            for (uint32_t i = 2; i < 8; ++i) words[i] = common;
            noc_async_write(words.get_base_address(), TensorAccessor(tensor::out).get_noc_addr(0), 32);
            noc_async_write_barrier();
        })"},
        .scratchpad_bindings = {{.scratchpad_spec_name = "pad", .accessor_name = "words"}},
        .tensor_bindings = {{.tensor_parameter_name = "out", .accessor_name = "out"}},
        .compile_time_args = {{"fixed", 3}},
        .runtime_arg_schema = {.runtime_arg_names = {"own"}, .common_runtime_arg_names = {"common"}},
        .hw_config = DataMovementHardwareConfig{.role = DataMovementRoleHint::READER}};
    const ProgramSpec spec = alone(kernel, NodeCoord{0, 0});
    auto workload = MakeMeshWorkloadFromSpec(*mesh, spec);
    const MeshTensor out = MeshTensor::allocate_on_device(*mesh, words(1, 8));
    ProgramRunArgs args{.tensor_args = {{"out", TensorArgument{out}}}};
    const NodeCoord node{0, 0};
    args.kernel_run_args = {KernelRunArgs{.kernel = "function",
                                          .runtime_arg_values = {{node, {{"own", 4}}}},
                                          .common_runtime_arg_values = {{"common", 5}}}};
    SetProgramRunArgs(program_of(workload), args);
    EXPECT_THAT(run(workload, out), ElementsAre(3, 4, 5, 5, 5, 5, 5, 5));

    ProgramSpec other = spec;
    other.kernels[0].runtime_arg_schema.runtime_arg_names = {"another"};
    EXPECT_THAT(thrown_by([&] { MakeProgramFromSpec(*mesh, other); }),
                HasSubstr("its TT_KERNEL takes the runtime arguments (common, own), its KernelSpec declares (another, "
                          "common)"));
}

TEST_F(FromSpec, ABufferMayLieOnATensorAndAKernelMayReadItsPartOfOne) {
    const MemoryConfig sharded{TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                               ShardSpec(CoreRangeSet(CoreRange({0, 0}, {0, 1})), {1, 8})};
    KernelSpec kernel = writer_of_words("parts", R"(
        LocalTensorAccessor<volatile uint32_t> part(tensor::in);
        DataflowBuffer lent(dfb::lent);
        words[0] = part[0];
        words[1] = part[7];
        words[2] = lent.get_read_ptr() == part.get_bank_base_address();
        page = get_arg(args::page);
    )");
    kernel.tensor_bindings.push_back({.tensor_parameter_name = "in", .accessor_name = "in"});
    kernel.dfb_bindings = {ProducerOf("lent", "lent"), ConsumerOf("lent", "lent")};
    kernel.runtime_arg_schema.runtime_arg_names = {"page"};
    ProgramSpec spec = alone(kernel, NodeRange{{0, 0}, {0, 1}}, 2);
    spec.tensor_parameters.push_back({.unique_id = "in", .spec = words(2, 8, sharded)});
    spec.dataflow_buffers = {
        {.unique_id = "lent", .entry_size = 32, .num_entries = 1, .borrowed_from = TensorParamName("in")}};
    auto workload = MakeMeshWorkloadFromSpec(*mesh, spec);

    MeshTensor in = MeshTensor::allocate_on_device(*mesh, words(2, 8, sharded));
    std::vector<std::uint32_t> values(16);
    std::iota(values.begin(), values.end(), 100u);
    queue.enqueue_write_tensor(HostTensor::from_vector(values, in.tensor_spec()), in);
    const MeshTensor out = MeshTensor::allocate_on_device(*mesh, words(2, 8));
    ProgramRunArgs args;
    args.kernel_run_args = {KernelRunArgs{
        .kernel = "parts", .runtime_arg_values = {{"page", {{NodeCoord{0, 0}, 0u}, {NodeCoord{0, 1}, 1u}}}}}};
    args.tensor_args = {{"out", TensorArgument{out}}, {"in", TensorArgument{in}}};
    SetProgramRunArgs(program_of(workload), args);
    EXPECT_THAT(run(workload, out), ElementsAre(100, 107, 1, 0, 0, 0, 0, 0,  //
                                                108, 115, 1, 0, 0, 0, 0, 0));
}

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
