// Further forms and helpers that host programs use: descriptions of circular buffers, splits, layouts, formats, data in
// older types, the profiler's folder (spec/kernel-api.md 5).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>

#include <tt-metalium/bfloat4.hpp>
#include <tt-metalium/buffer_distribution_spec.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/program_descriptors.hpp>
#include <tt-metalium/queue_id.hpp>
#include <tt-metalium/tilize_utils.hpp>
#include <tt-metalium/tt_metal.hpp>
#include <tt-metalium/tt_metal_profiler.hpp>
#include <tt-metalium/vector_aligned.hpp>
#include <tt-metalium/work_split.hpp>

#include "host/metalium/simulation.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace tt;
using namespace tt::tt_metal;
using tessera::host::test::thrown_by;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

class Forms : public tessera::host::test::Metalium {
  protected:
    const std::shared_ptr<distributed::MeshDevice> device = distributed::MeshDevice::create_unit_mesh(0);
    std::shared_ptr<Buffer> l1(DeviceAddr bytes) const {
        return CreateBuffer(InterleavedBufferConfig{
            .device = device.get(), .size = bytes, .page_size = bytes, .buffer_type = BufferType::L1});
    }
};

TEST_F(Forms, CircularBuffersTellTheirDescription) {
    const auto buffer = l1(4096), larger = l1(8192);
    CircularBufferConfig config(2048, {{2, DataFormat::Float16_b}, {3, DataFormat::Float32}});
    config.set_page_size(2, 1024).set_page_size(3, 2048);
    EXPECT_FALSE(config.dynamic_cb() || config.globally_allocated_address() || config.max_size());
    config.set_globally_allocated_address_and_total_size(*buffer, 4096);
    EXPECT_TRUE(config.dynamic_cb());
    EXPECT_EQ(config.globally_allocated_address(), buffer->address());
    EXPECT_EQ(config.max_size(), 4096u);
    EXPECT_THAT(config.buffer_indices(), UnorderedElementsAre(2, 3));
    EXPECT_EQ(config.local_buffer_indices(), config.buffer_indices());
    EXPECT_EQ(config.page_sizes()[3], 2048u);
    EXPECT_EQ(config.data_formats()[2], DataFormat::Float16_b);
    EXPECT_FALSE(config.page_sizes()[4].has_value());
    config.set_total_size(2048);
    EXPECT_THAT(thrown_by([&] { config.set_total_size(8192); }), HasSubstr("8192 bytes on an L1 buffer"));
    // Of a buffer there is the page as well, above the kind (kernel-api.md 2.4).
    EXPECT_EQ(TensorAccessorArgs::create_l1_interleaved().get_compile_time_args().front(),
              TensorAccessorArgs(*buffer).get_compile_time_args().front() & 0xFF);

    Program program = CreateProgram();
    const CBHandle handle = CreateCircularBuffer(program, CoreCoord{0, 0}, config);
    UpdateDynamicCircularBufferAddress(program, handle, *larger);
    EXPECT_EQ(GetCircularBufferConfig(program, handle).globally_allocated_address(), larger->address());
    UpdateDynamicCircularBufferAddressAndTotalSize(program, handle, *larger, 8192);
    EXPECT_EQ(GetCircularBufferConfig(program, handle).total_size(), 8192u);
    AssignGlobalBufferToProgram(larger, program);
    const ProgramId id = program.get_id();
    EXPECT_GT(CreateProgram().get_id(), id);
}

TEST_F(Forms, ADescriptorCarriesEveryPart) {
    const auto buffer = l1(2048);
    const ProgramDescriptor described{
        .kernels = {KernelDescriptor{.kernel_source = "void kernel_main() {}",
                                     .source_type = KernelDescriptor::SourceType::SOURCE_CODE,
                                     .core_ranges = CoreRangeSet(CoreCoord{0, 0}),
                                     .config = ReaderConfigDescriptor{}},
                    KernelDescriptor{.kernel_source = "void kernel_main() {}",
                                     .source_type = KernelDescriptor::SourceType::SOURCE_CODE,
                                     .core_ranges = CoreRangeSet(CoreCoord{0, 0}),
                                     .config = WriterConfigDescriptor{}},
                    KernelDescriptor{.kernel_source = "void kernel_main() {}",
                                     .source_type = KernelDescriptor::SourceType::SOURCE_CODE,
                                     .core_ranges = CoreRangeSet(CoreCoord{0, 0}),
                                     .config = ComputeConfigDescriptor{.fp32_dest_acc_en = true}}},
        .semaphores = {SemaphoreDescriptor{.core_ranges = CoreRangeSet(CoreCoord{0, 0}), .initial_value = 3}},
        .cbs = {CBDescriptor{
            .total_size = 2048,
            .core_ranges = CoreRangeSet(CoreCoord{0, 0}),
            .format_descriptors = {CBFormatDescriptor{
                .buffer_index = 4, .data_format = DataFormat::Float16_b, .page_size = 2048, .tile = TileDescriptor{}}},
            .buffer = buffer.get()}}};
    Program program(described);
    EXPECT_EQ(program.num_kernels(), 3u);
    EXPECT_EQ(program.num_semaphores(), 1u);
    EXPECT_TRUE(program.circular_buffers()[0]->globally_allocated());
    EXPECT_TRUE(program.spec().kernels()[2].spec.compute->fp32_dest_acc);
    detail::CompileProgram(device.get(), program);
    detail::WriteRuntimeArgsToDevice(device.get(), program);
    EXPECT_TRUE(detail::ConfigureDeviceWithProgram(device.get(), program));
    detail::LaunchProgram(device.get(), program, false);
    EXPECT_TRUE(detail::WaitProgramDone(device.get(), program));
    EXPECT_GT(tessera::host::last_run(*device).cycles, 0u);
}

TEST_F(Forms, WorkIsSplitOverPartsOfAGrid) {
    const CoreRangeSet parts(std::vector<CoreRange>{CoreRange({1, 0}, {3, 1}), CoreRange({5, 0}, {6, 1})});
    const auto chosen = [&](const CoreCoord& start, std::uint32_t wanted, bool row_wise) {
        return corerange_to_cores(num_cores_to_corerangeset_in_subcoregrids(start, wanted, parts, row_wise),
                                  std::nullopt, row_wise);
    };
    EXPECT_THAT(chosen({2, 0}, 6, true), ElementsAre(CoreCoord{2, 0}, CoreCoord{3, 0}, CoreCoord{1, 1}, CoreCoord{2, 1},
                                                     CoreCoord{3, 1}, CoreCoord{5, 0}));
    EXPECT_THAT(chosen({1, 1}, 3, false), ElementsAre(CoreCoord{1, 1}, CoreCoord{2, 0}, CoreCoord{2, 1}));
    EXPECT_THAT(thrown_by([&] { chosen({0, 0}, 1, true); }), HasSubstr("is not among"));
    EXPECT_THAT(thrown_by([&] { chosen({5, 0}, 5, true); }), HasSubstr("has 4"));

    const auto [shares, cores] = split_work_to_cores_even_multiples({2, 2}, 24, 4);
    EXPECT_THAT(shares, ElementsAre(8, 8, 4, 4));
    EXPECT_EQ(cores.num_cores(), 4u);
    const auto [few, one] = split_work_to_cores_even_multiples({2, 2}, 7, 5);
    EXPECT_THAT(few, ElementsAre(7));
    EXPECT_EQ(one.num_cores(), 1u);

    EXPECT_EQ(select_contiguous_range_from_corerangeset(parts, 2, 2), CoreRange({1, 0}, {2, 1}));
    EXPECT_EQ(select_contiguous_range_from_corerangeset(parts, 4, 1), std::nullopt);
    parts.validate_no_overlap();
}

TEST_F(Forms, ThreadsKeepTheirQueues) {
    EXPECT_EQ(GetCurrentCommandQueueIdForThread(), 0);
    PushCurrentCommandQueueIdForThread(1);
    PushCurrentCommandQueueIdForThread(0);
    EXPECT_EQ(PopCurrentCommandQueueIdForThread(), 0);
    EXPECT_EQ(GetCurrentCommandQueueIdForThread(), 1);
    EXPECT_EQ(PopCurrentCommandQueueIdForThread(), 1);
    EXPECT_THAT(thrown_by([] { PopCurrentCommandQueueIdForThread(); }), HasSubstr("push one first"));
    EXPECT_EQ(raw_optional(QueueId{3}), 3);
    EXPECT_EQ(raw_optional(std::nullopt), std::nullopt);
    detail::DispatchStateCheck(true);
}

TEST_F(Forms, KernelsAreFoundBelowTheRoot) {
    const tessera::test::TemporaryFolder folder;
    std::ofstream(folder / "mine.cpp") << "void kernel_main() {}\n";
    Program program = CreateProgram();
    const auto create = [&] {
        return thrown_by([&] { CreateKernel(program, "mine.cpp", CoreCoord{0, 0}, DataMovementConfig{}); });
    };
    const tessera::host::test::Variable home("TT_METAL_HOME", "");
    EXPECT_THAT(create(), HasSubstr("no such file"));
    SetRootDir(folder.path().string());
    EXPECT_EQ(create(), "nothing");
    SetRuntimeArgs(program, 0, CoreCoord{0, 0}, {1, 2});
    const RuntimeArgsData& args = GetRuntimeArgs(program, 0, CoreCoord{0, 0});
    EXPECT_THAT(args, ElementsAre(1, 2));
}

TEST_F(Forms, DataComesInOlderTypes) {
    const auto buffer = l1(64);
    CommandQueue& queue = device->command_queue();
    const auto words = std::make_shared<std::vector<std::uint32_t>>(16, 9u);
    EnqueueWriteBuffer(queue, buffer, HostDataType(words), true);
    std::vector<std::uint32_t> back;
    detail::ReadFromBuffer(*buffer, back);
    EXPECT_EQ(back, *words);
    const vector_aligned<std::uint32_t> aligned(16, 5u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(aligned.data()) % 16, 0u);
    EnqueueWriteBuffer(queue, buffer, HostDataType(static_cast<const void*>(aligned.data())), true);
    detail::ReadFromBuffer(*buffer, back);
    EXPECT_THAT(back, testing::Each(5u));

    const auto dram = CreateBuffer(InterleavedBufferConfig{.device = device.get(), .size = 64, .page_size = 64});
    detail::WriteToDeviceDRAMChannel(device.get(), 0, dram->address(), *words);
    detail::ReadFromBuffer(*dram, back);
    EXPECT_EQ(back, *words);
    const BufferConfig config = InterleavedBufferConfig{.device = device.get(), .size = 64, .page_size = 64};
    EXPECT_EQ(std::get<InterleavedBufferConfig>(config).size, 64u);
}

TEST(Layouts, TilesAndPlaces) {
    std::vector<std::uint32_t> tiles(2048);
    std::iota(tiles.begin(), tiles.end(), 0u);
    const tt::stl::Span<const std::uint32_t> span(tiles);
    const auto faces = convert_layout_tile_swizzled_to_tile_nfaces(span);
    EXPECT_EQ(faces[256], 16u) << "the second face begins at column 16";
    EXPECT_EQ(faces[1024 + 512], 1024u + 16 * 32);
    EXPECT_EQ(convert_layout_tile_nfaces_to_tile_swizzled(tt::stl::Span<const std::uint32_t>(faces)), tiles);
    const auto swizzled = tilize_swizzled(tiles, 32, 64);
    EXPECT_EQ(swizzled[32], 64u);
    EXPECT_EQ(untilize_swizzled(swizzled, 32, 64), tiles);
    const TensAddr at({2, 3, 4, 5});
    EXPECT_EQ(at.numel(), 120u);
    EXPECT_EQ(at.offs(1, 2, 3, 4), 119);
    EXPECT_EQ(round_up_to_mul16(17), 32u);
    EXPECT_EQ(round_up_to_mul32(33), 64u);
    EXPECT_EQ(round_up_to_tile(33, 32), 64u);
    EXPECT_EQ(tt::round_down(70, 32), 64);
    EXPECT_EQ(datum_size(DataFormat::Float16_b), 2u);
    EXPECT_THAT(thrown_by([] { datum_size(DataFormat::Bfp8_b); }), HasSubstr("use tile_size"));
    EXPECT_TRUE(is_integer_format(DataFormat::UInt16) && !is_integer_format(DataFormat::Tf32));
}

TEST(Layouts, ShapesAndPages) {
    const Shape shape({2, 3, 4});
    const ShapeBase& base = shape;
    EXPECT_EQ(base[-1], 4u);
    const auto strides = compute_strides(shape);
    EXPECT_THAT(strides, ElementsAre(12, 4, 1));
    EXPECT_EQ(compute_flat_indices(std::array<std::uint32_t, 3>{1, 2, 3}, strides), 23u);
    const auto [tensor, shard] = detail::squeeze_shape_ranks(Shape({2, 3, 4}), Shape({1, 3, 2}));
    EXPECT_EQ(tensor.volume(), 24u);
    EXPECT_EQ(shard.volume(), 6u);
    const BufferDistributionSpec spec(Shape({2, 4}), Shape({1, 2}), CoreRangeSet(CoreRange({0, 0}, {1, 0})),
                                      ShardOrientation::ROW_MAJOR);
    const UncompressedBufferPageMapping pages = spec.compute_page_mapping();
    EXPECT_THAT(pages.core_host_page_indices[1], ElementsAre(2, 3, 6, 7));
    const BufferPageMapping runs(pages);
    const BufferCorePageMapping& second = runs.core_page_mappings[1][0];
    EXPECT_EQ(second.num_pages, 4u);
    EXPECT_EQ(second.host_ranges.size(), 2u);
    EXPECT_EQ(bfloat16_identity_transform(bfloat16(1.5F)), bfloat16(1.5F));
    EXPECT_TRUE(equal_within_n_sig_figs(1.2341F, 1.2339F, 3));
    const ShardSpec on_two(CoreRangeSet(CoreRange({0, 0}, {1, 0})), {32, 64});
    EXPECT_EQ(on_two.numel() * on_two.num_cores(), 4096u);
    const std::vector<float> ones(1024, 1.0F);
    const auto packed = pack_as_bfp4_tiles(tt::stl::Span<const float>(ones), true, false);
    EXPECT_EQ(unpack_bfp4_tiles_into_float_vec(packed, true, false), ones);
    static_assert(HalProcessorClassType::DM != HalProcessorClassType::COMPUTE);
}

TEST_F(Forms, TheProfilersLogGoesWhereItIsSent) {
    namespace fs = std::filesystem;
    const tessera::test::TemporaryFolder folder;
    const tessera::host::test::Variable home("TT_METAL_HOME", (folder / "home").string());
    const tessera::host::test::Variable on("TT_METAL_DEVICE_PROFILER", "1");
    const auto profiled = distributed::MeshDevice::create_unit_mesh(2);
    detail::InitDeviceProfiler(profiled.get());
    const auto run = [&] {
        Program program = CreateProgram();
        CreateKernelFromString(program, "void kernel_main() {}", CoreCoord{0, 0}, DataMovementConfig{});
        detail::LaunchProgram(profiled.get(), program);
        const ProfilerOptionalMetadata names({{{0, 1}, "empty"}});
        EXPECT_EQ(names.get_op_name(0, 1), "empty");
        ReadDeviceProfilerResults(profiled.get(), ProfilerReadState::NORMAL, names);
    };
    const auto lines = [](const fs::path& file) {
        std::ifstream in(file);
        return std::count(std::istreambuf_iterator<char>(in), {}, '\n');
    };
    run();
    std::ifstream log(folder / "home/generated/profiler/.logs/profile_log_device.csv");
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(log), {}),
                testing::ContainsRegex("\n2,[0-9]+,[0-9]+,BRISC,[0-9]+,[0-9]+,0,1026,"))
        << "chip 2, its first operation";
    const auto once = lines(folder / "home/generated/profiler/.logs/profile_log_device.csv");
    EXPECT_GT(once, 2);
    detail::SetDeviceProfilerDir((folder / "mine").string());
    run();
    EXPECT_GT(lines(folder / "mine/profile_log_device.csv"), once);
    detail::FreshProfilerDeviceLog();
    EXPECT_FALSE(fs::exists(folder / "mine/profile_log_device.csv"));
    run();
    EXPECT_EQ(lines(folder / "mine/profile_log_device.csv"), once);
    detail::SetDeviceProfilerDir();
    detail::ClearProfilerControlBuffer(profiled.get());
    detail::ProfilerSync(detail::ProfilerSyncState::CLOSE_DEVICE);
    static_assert(std::is_same_v<decltype(detail::DecodePerDeviceProgramID(0)), detail::DeviceProgramId>);
}

}  // namespace
