// Programs from their descriptions (spec/kernel-api.md 5.6): what a kernel names reaches it, whatever kind it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/metal2_host_api/program.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>

#include "tests/host/metalium/program_spec.hpp"

namespace {

using namespace described_programs;
using testing::ElementsAre;

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
    EXPECT_THAT(
        tessera::host::test::thrown_by([&] { MakeProgramFromSpec(*mesh, other); }),
        testing::HasSubstr("its TT_KERNEL takes the runtime arguments (common, own), its KernelSpec declares (another, "
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

TEST_F(FromSpec, BuffersMayShareMemoryAndChangeTheirSizes) {
    KernelSpec kernel = writer_of_words("sizes", R"(
        DataflowBuffer a(dfb::a), b(dfb::b), c(dfb::c);
        words[0] = a.get_write_ptr() == b.get_write_ptr();
        words[1] = a.get_write_ptr() == c.get_write_ptr();
        words[2] = b.get_entry_size();
        words[3] = c.get_entry_size();
        words[4] = c.get_total_num_entries();
    )");
    for (const char* name : {"a", "b", "c"}) {
        kernel.dfb_bindings.push_back(ProducerOf(name, name));
        kernel.dfb_bindings.push_back(ConsumerOf(name, name));
    }
    ProgramSpec spec = alone(kernel, NodeCoord{0, 0});
    spec.dataflow_buffers = {{.unique_id = "a", .entry_size = 32, .num_entries = 4},
                             {.unique_id = "b", .entry_size = 64, .num_entries = 2},
                             {.unique_id = "c", .entry_size = 32, .num_entries = 2}};
    spec.dataflow_buffers[0].advanced_options.alias_with = {"b"};
    spec.dataflow_buffers[1].advanced_options.alias_with = {"a"};
    auto workload = MakeMeshWorkloadFromSpec(*mesh, spec);
    const MeshTensor out = MeshTensor::allocate_on_device(*mesh, words(1, 8));
    SetProgramRunArgs(program_of(workload), {.tensor_args = {{"out", TensorArgument{out}}}});
    EXPECT_THAT(run(workload, out), ElementsAre(1, 0, 64, 32, 2, 0, 0, 0));
    UpdateProgramRunArgs(program_of(workload),
                         {.dfb_run_overrides = {{.dfb = "c", .entry_size = 48, .num_entries = 3}}});
    EXPECT_THAT(run(workload, out), ElementsAre(1, 0, 64, 48, 3, 0, 0, 0));
}

TEST_F(FromSpec, AComputeKernelChangesItsPartOfATensor) {
    const MemoryConfig sharded{TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                               ShardSpec(CoreRangeSet(CoreRange({0, 0}, {0, 1})), {1, 8})};
    const KernelSpec kernel{.unique_id = "doubles",
                            .source = KernelSpec::SourceCode{R"(
        #include "api/compute/common.h"
        #include "api/tensor/local_tensor_accessor.h"
        #include "experimental/kernel_args.h"
        void kernel_main() {
            LocalTensorAccessor<volatile uint32_t> part(tensor::part);
            UNPACK((part[0] = part[1] * get_arg(args::factor)));
        })"},
                            .tensor_bindings = {{.tensor_parameter_name = "part", .accessor_name = "part"}},
                            .compile_time_args = {{"factor", 3}},
                            .hw_config = ComputeHardwareConfig{}};
    ProgramSpec spec{.name = "doubles", .kernels = {kernel}};
    spec.tensor_parameters = {{.unique_id = "part", .spec = words(2, 8, sharded)}};
    spec.work_units = {{.kernels = {"doubles"}, .target_nodes = NodeRange{{0, 0}, {0, 1}}}};
    auto workload = MakeMeshWorkloadFromSpec(*mesh, spec);
    MeshTensor part = MeshTensor::allocate_on_device(*mesh, words(2, 8, sharded));
    std::vector<std::uint32_t> values(16);
    std::iota(values.begin(), values.end(), 10u);
    queue.enqueue_write_tensor(HostTensor::from_vector(values, part.tensor_spec()), part);
    SetProgramRunArgs(program_of(workload), {.tensor_args = {{"part", TensorArgument{part}}}});
    values[0] = 33;
    values[8] = 57;
    EXPECT_EQ(run(workload, part), values);
}

}  // namespace
