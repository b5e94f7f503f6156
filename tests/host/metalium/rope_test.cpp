// A host program in the style of RoPE's, against the vendor's headers only, in both forms of the API: it tilizes, runs
// kernels/rope on one core or on several and untilizes. The judge is host/ops/rope.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/device.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <tt-metalium/tilize_utils.hpp>
#include <tt-metalium/work_split.hpp>

#include "host/job/generate.hpp"
#include "host/metalium/simulation.hpp"
#include "host/ops/rope/plan.hpp"
#include "tests/host/metalium/environment.hpp"

namespace {

constexpr uint32_t batch = 1, rows = 32, width = 224, rotary = 128;
constexpr uint32_t width_tiles = width / tt::constants::TILE_WIDTH, active_tiles = rotary / tt::constants::TILE_WIDTH;
constexpr uint32_t pairs = active_tiles / 2, passive = width_tiles - active_tiles;
constexpr uint32_t position_bytes = batch * sizeof(int32_t);

using namespace tt;
using namespace tt::tt_metal;

KernelHandle make_kernel(
    Program& program, const char* file, const CoreRangeSet& cores,
    const std::variant<DataMovementConfig, ReaderDataMovementConfig, WriterDataMovementConfig, ComputeConfig>& config) {
    return CreateKernel(program, std::string(OVERRIDE_KERNEL_PREFIX "kernels/rope/") + file, cores, config);
}

// Units of work of one core.
struct Share {
    CoreCoord core;
    uint32_t pair_begin, pair_end, passive_begin, passive_end;
};

// Everything between the buffers and the queue, the same in both forms.
Program rope_program(const std::vector<uint32_t>& accessor, uint32_t input, uint32_t positions, uint32_t output,
                     const CoreRangeSet& cores, const std::vector<Share>& shares) {
    Program program = CreateProgram();
    const auto tile = tile_size(DataFormat::Float32);
    for (const auto cb : {CBIndex::c_0, CBIndex::c_16, CBIndex::c_17})
        CreateCircularBuffer(program, cores,
                             CircularBufferConfig(4 * tile, {{cb, DataFormat::Float32}}).set_page_size(cb, tile));
    CreateCircularBuffer(program, cores,
                         CircularBufferConfig(position_bytes, {{CBIndex::c_1, DataFormat::Int32}})
                             .set_page_size(CBIndex::c_1, position_bytes));

    std::vector<uint32_t> reader_args = accessor;
    reader_args.insert(reader_args.end(), accessor.begin(), accessor.end());
    reader_args.push_back(0);
    const auto reader = make_kernel(
        program, "reader.cpp", cores,
        DataMovementConfig{
            .processor = DataMovementProcessor::RISCV_0, .noc = NOC::RISCV_0_default, .compile_args = reader_args});
    const auto writer = make_kernel(
        program, "writer.cpp", cores,
        DataMovementConfig{
            .processor = DataMovementProcessor::RISCV_1, .noc = NOC::RISCV_1_default, .compile_args = accessor});
    const auto compute =
        make_kernel(program, "compute_batch.cpp", cores,
                    ComputeConfig{.math_fidelity = MathFidelity::HiFi4,
                                  .fp32_dest_acc_en = true,
                                  .math_approx_mode = false,
                                  .defines = {{"FREQ_BASE_LOG", "0x1.26bb1bbb55516p+3"}, {"ROPE_EXP", "exp_fp32"}}});
    for (const Share& share : shares) {
        const auto [core, p0, p1, q0, q1] = share;
        SetRuntimeArgs(program, reader, core,
                       std::vector<uint32_t>{input, p0, p1, q0, q1, width_tiles, active_tiles, positions,
                                             position_bytes, 1, rows});
        SetRuntimeArgs(program, writer, core, {output, p0, p1, q0, q1, width_tiles, active_tiles});
        SetRuntimeArgs(program, compute, CoreRange(core, core), {p0, p1, pairs, 1, rows});
    }
    return program;
}

struct Data {
    tessera::host::RopePlan plan = tessera::host::plan_rope({.batch = batch,
                                                             .rows = rows,
                                                             .width = width,
                                                             .rotary_dim = rotary,
                                                             .exp = tessera::host::ExpVariant::exp_fp32});
    std::vector<float> x = tessera::host::generate_values(7, batch* rows* width);
    std::vector<int32_t> positions{411};
    std::vector<float> tiles = convert_layout(tt::stl::Span<const float>(x), {rows, width},
                                              TensorLayoutType::LIN_ROW_MAJOR, TensorLayoutType::TILED_NFACES);

    void expect_rotated(const std::vector<float>& result) const {
        ASSERT_EQ(result.size(), x.size());
        const auto y = convert_layout(tt::stl::Span<const float>(result), {rows, width}, TensorLayoutType::TILED_NFACES,
                                      TensorLayoutType::LIN_ROW_MAJOR);
        const auto verdict = tessera::host::judge(plan.problem(positions), plan.bound(), x, y);
        EXPECT_TRUE(verdict.within) << "element " << verdict.worst << ": " << verdict.got << ", expected "
                                    << verdict.expected << " within " << verdict.bound;
        EXPECT_NE(y, x);
    }
};

class RopeProgram : public tessera::host::test::Metalium {};

TEST_F(RopeProgram, RotatesOnAPlainDevice) {
    Data data;
    IDevice* device = CreateDevice(0);
    device->enable_program_cache();
    CommandQueue& queue = device->command_queue();
    const auto tile = tile_size(DataFormat::Float32);
    const auto dram = [&](uint64_t size, uint64_t page) {
        return CreateBuffer(InterleavedBufferConfig{
            .device = device, .size = size, .page_size = page, .buffer_type = BufferType::DRAM});
    };
    auto input = dram(data.x.size() * 4, tile), output = dram(data.x.size() * 4, tile);
    auto positions = dram(position_bytes, position_bytes);
    EnqueueWriteBuffer(queue, input, data.tiles, false);
    EnqueueWriteBuffer(queue, *positions, data.positions.data(), false);

    std::vector<uint32_t> accessor;
    TensorAccessorArgs(*input).append_to(accessor);
    constexpr CoreCoord core = {0, 0};
    Program program = rope_program(accessor, input->address(), positions->address(), output->address(), core,
                                   {{core, 0, pairs, 0, passive}});
    EnqueueProgram(queue, program, false);
    Finish(queue);
    const tessera::Cycle first = tessera::host::last_run(*device).cycles;
    EXPECT_GT(first, 0u);

    std::vector<float> result;
    EnqueueReadBuffer(queue, output, result, true);
    data.expect_rotated(result);

    // A program can be enqueued again, with arguments changed in place: without work nothing is rotated.
    for (KernelHandle kernel : {0u, 1u}) GetRuntimeArgs(program, kernel, core)[4] = 0;
    EnqueueProgram(queue, program, true);
    EXPECT_LT(tessera::host::last_run(*device).cycles, first);
    EXPECT_TRUE(CloseDevice(device));
}

TEST_F(RopeProgram, RotatesOnSeveralCoresOfAMesh) {
    using namespace tt::tt_metal::distributed;
    Data data;
    std::shared_ptr<MeshDevice> device = MeshDevice::create_unit_mesh(0);
    MeshCommandQueue& queue = device->mesh_command_queue();
    const auto dram = [&](uint64_t size, uint64_t page) {
        return MeshBuffer::create(ReplicatedBufferConfig{.size = size},
                                  DeviceLocalBufferConfig{.page_size = page, .buffer_type = BufferType::DRAM},
                                  device.get());
    };
    const auto tile = tile_size(DataFormat::Float32);
    auto input = dram(data.x.size() * 4, tile), output = dram(data.x.size() * 4, tile);
    auto positions = dram(position_bytes, position_bytes);
    EnqueueWriteMeshBuffer(queue, input, data.tiles, false);
    EnqueueWriteMeshBuffer(queue, positions, data.positions, false);

    std::vector<uint32_t> accessor;
    TensorAccessorArgs(*input->get_backing_buffer()).append_to(accessor);
    // Pairs and passive tiles are split apart, so a core may get one kind or both.
    const auto grid = device->compute_with_storage_grid_size();
    const auto [pair_cores, cores_of_pairs, pair_group_1, pair_group_2, pairs_1, pairs_2] =
        split_work_to_cores(grid, pairs);
    const auto [passive_cores, cores_of_passive, passive_group_1, passive_group_2, passive_1, passive_2] =
        split_work_to_cores(grid, passive);
    const CoreRangeSet all_cores = cores_of_pairs.merge(cores_of_passive);
    EXPECT_EQ(all_cores.num_cores(), std::max(pairs, passive));
    std::vector<Share> shares;
    uint32_t pair = 0, tile_id = 0;
    for (const auto& range : all_cores.ranges())
        for (const auto& core : range) {
            const uint32_t own_pairs = pair_group_1.contains(core)   ? pairs_1
                                       : pair_group_2.contains(core) ? pairs_2
                                                                     : 0;
            const uint32_t own_passive = passive_group_1.contains(core)   ? passive_1
                                         : passive_group_2.contains(core) ? passive_2
                                                                          : 0;
            shares.push_back({core, pair, pair + own_pairs, tile_id, tile_id + own_passive});
            pair += own_pairs;
            tile_id += own_passive;
        }

    MeshWorkload workload;
    workload.add_program(
        MeshCoordinateRange(device->shape()),
        rope_program(accessor, static_cast<uint32_t>(input->address()), static_cast<uint32_t>(positions->address()),
                     static_cast<uint32_t>(output->address()), all_cores, shares));
    EnqueueMeshWorkload(queue, workload, false);
    Finish(queue);

    std::vector<float> result;
    EnqueueReadMeshBuffer(queue, result, output, true);
    data.expect_rotated(result);
    EXPECT_TRUE(device->close());
}

}  // namespace
