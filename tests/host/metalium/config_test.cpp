// The forms in which programs describe devices, buffers, kernels and arguments, and the errors of describing them
// wrongly: each is one line (spec/kernel-api.md 5.2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hostdevcommon/profiler_common.h>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>
#include <tt-metalium/tt_metal_profiler.hpp>

#include "host/metalium/simulation.hpp"
#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt;
using namespace tt::tt_metal;
using tessera::host::test::thrown_by;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

auto one_line(const std::string& part) { return AllOf(HasSubstr(part), Not(HasSubstr("\n"))); }

constexpr const char* empty_kernel = "void kernel_main() {}";

struct Configs : tessera::host::test::Metalium {
    Program program = CreateProgram();
    const tessera::host::KernelSpec& spec(KernelHandle kernel) { return program.spec().kernels()[kernel].spec; }
};

TEST_F(Configs, DataMovementTakesTheMembersInTheVendorsOrder) {
    const auto kernel = CreateKernelFromString(program, empty_kernel, CoreCoord{0, 0},
                                               DataMovementConfig{.processor = DataMovementProcessor::RISCV_1,
                                                                  .noc = NOC::RISCV_1_default,
                                                                  .noc_mode = NOC_MODE::DM_DEDICATED_NOC,
                                                                  .compile_args = {1, 2},
                                                                  .defines = {{"A", "0x1p+3"}},
                                                                  .named_compile_args = {{"n", 3}},
                                                                  .opt_level = KernelBuildOptLevel::O3});
    EXPECT_EQ(spec(kernel).data_movement->risc, tessera::abi::Risc::nc);
    EXPECT_EQ(spec(kernel).data_movement->noc, 1);
    EXPECT_THAT(spec(kernel).compile_args, ElementsAre(1, 2));
    EXPECT_EQ(spec(kernel).defines.at("A"), "0x1p+3");
    EXPECT_EQ(spec(kernel).named_compile_args.at("n"), 3u);
}

// Programs of 2025 name kernels of Ethernet cores for each of those that a device lists, which are none.
TEST_F(Configs, AKernelOfAnEthernetCoreIsNamedAndRefused) {
    const EthernetConfig config{.eth_mode = Eth::SENDER, .noc = NOC::NOC_0, .defines = {{"A", "1"}}};
    EXPECT_THAT(thrown_by([&] {
                    CreateKernel(program, "link.cpp", CoreCoord{0, 0}, config);
                }),
                one_line("kernel link.cpp: an EthernetConfig, and a simulated chip has no Ethernet cores"));
    // The vendor's choice of three.
    using Kind = std::variant<DataMovementConfig, ComputeConfig, EthernetConfig>;
    const std::string mover = "tests/data/kernels/debug_mover.cpp";
    const auto kernel = CreateKernel(program, mover, CoreCoord{0, 0}, Kind{DataMovementConfig{.noc = NOC::NOC_1}});
    EXPECT_EQ(spec(kernel).data_movement->noc, 1);
    EXPECT_THAT(thrown_by([&] {
                    CreateKernel(program, mover, CoreCoord{0, 0}, Kind{config});
                }),
                one_line("a simulated chip has no Ethernet cores"));
    EXPECT_EQ(kernel_profiler::PROFILER_L1_GUARANTEED_MARKER_COUNT, 4u);
    EXPECT_EQ(kernel_profiler::PROFILER_L1_OPTIONAL_MARKER_COUNT, 250u);
    EXPECT_EQ(PROFILER_OP_SUPPORT_COUNT, 1000u);
}

TEST_F(Configs, ReadersAndWritersHaveTheirProcessorAndNoc) {
    const std::vector<uint32_t> args{4};
    const auto reader =
        CreateKernelFromString(program, empty_kernel, CoreCoord{0, 0}, ReaderDataMovementConfig(args, {{"X", "1"}}));
    const auto writer = CreateKernelFromString(program, empty_kernel, CoreCoord{0, 0}, WriterDataMovementConfig{args});
    EXPECT_EQ(spec(reader).data_movement->risc, tessera::abi::Risc::nc);
    EXPECT_EQ(spec(reader).data_movement->noc, 0);
    EXPECT_EQ(spec(reader).defines.at("X"), "1");
    EXPECT_EQ(spec(writer).data_movement->risc, tessera::abi::Risc::b);
    EXPECT_EQ(spec(writer).data_movement->noc, 1);
    EXPECT_THAT(spec(writer).compile_args, ElementsAre(4));
}

TEST_F(Configs, ComputeTakesTheMembersInTheVendorsOrder) {
    const auto kernel = CreateKernelFromString(
        program, empty_kernel, CoreRange({0, 0}, {1, 1}),
        ComputeConfig{.math_fidelity = MathFidelity::HiFi2,
                      .fp32_dest_acc_en = true,
                      .dst_full_sync_en = true,
                      .unpack_to_dest_mode = {UnpackToDestMode::Default, UnpackToDestMode::UnpackToDestFp32},
                      .bfp8_pack_precise = false,
                      .math_approx_mode = true,
                      .compile_args = {9},
                      .defines = {{"B", "2"}},
                      .named_compile_args = {}});
    const tessera::host::ComputeKernel& compute = *spec(kernel).compute;
    EXPECT_EQ(compute.fidelity_phases, 2);
    EXPECT_TRUE(compute.fp32_dest_acc && compute.full_sync && compute.approx);
    EXPECT_FALSE(compute.unpack_to_dst[0]);
    EXPECT_TRUE(compute.unpack_to_dst[1]);
    EXPECT_EQ(spec(kernel).cores.num_cores(), 4u);
    Program defaults;
    CreateKernelFromString(defaults, empty_kernel, CoreCoord{0, 0}, ComputeConfig{});
    EXPECT_EQ(defaults.spec().kernels()[0].spec.compute->fidelity_phases, 4);
}

TEST_F(Configs, RuntimeArgumentsComeInEveryForm) {
    const std::variant<CoreCoord, CoreRange, CoreRangeSet> cores = CoreRangeSet(CoreRange({0, 0}, {1, 0}));
    const auto kernel = CreateKernelFromString(program, empty_kernel, cores, DataMovementConfig{});
    SetRuntimeArgs(program, kernel, cores, {1, 2});
    EXPECT_THAT(GetRuntimeArgs(program, kernel, CoreCoord{1, 0}), ElementsAre(1, 2));
    const std::vector<uint32_t> words{3, 4};
    SetRuntimeArgs(program, kernel, CoreCoord{0, 0}, words);
    SetRuntimeArgs(program, kernel, CoreCoord{1, 0}, tt::stl::Span<const uint32_t>(words));
    auto& args = GetRuntimeArgs(program, kernel, CoreCoord{1, 0});
    args[0] = 7;
    EXPECT_EQ(args.at(1), 4u);
    EXPECT_EQ(args.size(), 2u);
    EXPECT_THAT(GetRuntimeArgs(program, kernel, CoreCoord{0, 0}), ElementsAre(3, 4));
    SetRuntimeArgs(program, kernel, std::vector<CoreCoord>{{0, 0}, {1, 0}}, {{5, 6}, {7, 8}});
    EXPECT_THAT(GetRuntimeArgs(program, kernel, CoreCoord{1, 0}), ElementsAre(7, 8));
    SetRuntimeArgs(program, kernel, CoreCoord{0, 0}, {std::uint64_t{64}, -1});
    EXPECT_THAT(GetRuntimeArgs(program, kernel, CoreCoord{0, 0}), ElementsAre(64, 0xFFFFFFFF));
    EXPECT_THAT(thrown_by([&] {
                    SetRuntimeArgs(program, kernel, CoreCoord{0, 0}, {std::uint64_t{1} << 32, 0});
                }),
                one_line("4294967296"));
    SetCommonRuntimeArgs(program, kernel, words);
    GetCommonRuntimeArgs(program, kernel)[1] = 10;
    EXPECT_THAT(GetCommonRuntimeArgs(program, kernel), ElementsAre(3, 10));

    EXPECT_THAT(thrown_by([&] {
                    SetRuntimeArgs(program, kernel, CoreCoord{0, 0}, {1});
                }),
                one_line("set before with 2"));
    EXPECT_THAT(thrown_by([&] { SetRuntimeArgs(program, kernel, CoreCoord{5, 5}, {1, 2}); }), one_line("(5,5)"));
    EXPECT_THAT(thrown_by([&] {
                    SetRuntimeArgs(program, kernel, CoreCoord{0, 0}, std::vector<uint32_t>(342));
                }),
                one_line("at most 341"));
}

TEST_F(Configs, CircularBuffersAreBuiltUpdatedAndChecked) {
    CircularBufferConfig config =
        CircularBufferConfig(8192, {{CBIndex::c_16, DataFormat::Float16_b}, {CBIndex::c_24, DataFormat::Float32}})
            .set_page_size(CBIndex::c_16, 2048)
            .set_page_size(CBIndex::c_24, 4096);
    const CBHandle handle = CreateCircularBuffer(program, CoreCoord{0, 0}, config);
    const auto& buffer = program.spec().circular_buffers()[handle];
    EXPECT_EQ(buffer.views.at(16).page_bytes, 2048u);
    EXPECT_EQ(buffer.views.at(24).format, tessera::tensix::DataFormat::fp32);
    UpdateCircularBufferTotalSize(program, handle, 16384);
    EXPECT_EQ(buffer.total_bytes, 16384u);
    UpdateCircularBufferPageSize(program, handle, CBIndex::c_16, 1024);
    EXPECT_EQ(buffer.views.at(16).page_bytes, 1024u);

    EXPECT_THAT(thrown_by([&] { UpdateCircularBufferTotalSize(program, handle, 1000); }), one_line("1000 bytes"));
    const auto create = [&](const CircularBufferConfig& c) {
        return thrown_by([&] { CreateCircularBuffer(program, CoreCoord{3, 3}, c); });
    };
    EXPECT_THAT(create(CircularBufferConfig(5000, {{0, DataFormat::Float32}}).set_page_size(0, 4096)),
                one_line("not a whole number of pages of 4096"));
    EXPECT_THAT(create(CircularBufferConfig(4096, {{0, DataFormat::Float32}})), one_line("call set_page_size"));
    EXPECT_THAT(create(CircularBufferConfig(4096).set_page_size(0, 4096)), one_line("no data format"));
    EXPECT_THAT(thrown_by([&] { config.set_tile_dims(16, Tile{{16, 32}}); }), one_line("use 32x32"));
}

// A tile goes through the highest indices; Wormhole has half as many (the vendor's circular_buffer_constants.h).
TEST_F(Configs, BlackholeHasTwiceAsManyCircularBuffers) {
    constexpr const char* fills = R"(
void kernel_main() {
    static_assert(NUM_CIRCULAR_BUFFERS == 64);
    cb_reserve_back(tt::CBIndex::c_62, 1);
    auto* words = reinterpret_cast<volatile uint32_t*>(get_write_ptr(tt::CBIndex::c_62));
    for (uint32_t i = 0; i < 1024; ++i) words[i] = i;
    cb_push_back(tt::CBIndex::c_62, 1);
    cb_wait_front(tt::CBIndex::c_63, 1);
    words = reinterpret_cast<volatile uint32_t*>(get_read_ptr(tt::CBIndex::c_63));
    for (uint32_t i = 0; i < 1024; ++i) ASSERT(words[i] == i);
    cb_pop_front(tt::CBIndex::c_63, 1);
}
)";
    constexpr const char* copies = R"(
#include "compute_kernel_api/tile_move_copy.h"
void kernel_main() {
    unary_op_init_common(62, 63);
    copy_tile_init(62);
    cb_wait_front(62, 1);
    tile_regs_acquire();
    copy_tile(62, 0, 0);
    tile_regs_commit();
    cb_pop_front(62, 1);
    cb_reserve_back(63, 1);
    tile_regs_wait();
    pack_tile(0, 63);
    tile_regs_release();
    cb_push_back(63, 1);
}
)";
    for (const std::uint8_t index : {CBIndex::c_62, CBIndex::c_63})
        CreateCircularBuffer(program, CoreCoord{0, 0},
                             CircularBufferConfig(4096, {{index, DataFormat::Int32}}).set_page_size(index, 4096));
    CreateKernelFromString(program, fills, CoreCoord{0, 0}, DataMovementConfig{});
    std::vector<UnpackToDestMode> straight(NUM_CIRCULAR_BUFFERS, UnpackToDestMode::UnpackToDestFp32);
    CreateKernelFromString(program, copies, CoreCoord{0, 0},
                           ComputeConfig{.fp32_dest_acc_en = true, .unpack_to_dest_mode = straight});
    const auto run_on = [&](const char* name) {
        const tessera::host::test::Variable arch("TESSERA_ARCH", name);
        const auto device = distributed::MeshDevice::create_unit_mesh(0);
        return thrown_by([&] { detail::LaunchProgram(device.get(), program); });
    };
    EXPECT_EQ(run_on("blackhole"), "nothing");
    EXPECT_THAT(run_on("wormhole_b0"), one_line("circular buffer 62: indices are 0 to 31 on wormhole_b0"));
}

TEST_F(Configs, OneProcessorOfACoreTakesOneKernel) {
    CreateKernel(program, "kernels/rope/reader.cpp", CoreRange({0, 0}, {0, 3}), DataMovementConfig{});
    const auto again = [&](const CoreSpec& cores, const KernelConfig& config) {
        return thrown_by([&] { CreateKernel(program, "kernels/rope/writer.cpp", cores, config); });
    };
    EXPECT_THAT(again(CoreCoord{0, 2}, DataMovementConfig{}), one_line("same processor of one core"));
    EXPECT_EQ(again(CoreCoord{1, 2}, DataMovementConfig{}), "nothing");
    EXPECT_EQ(again(CoreCoord{0, 2}, ReaderDataMovementConfig{}), "nothing");
}

TEST_F(Configs, UnknownPathsAreReportedWhereTheKernelIsCreated) {
    const std::string text = thrown_by([&] {
        CreateKernel(program, "kernels/none.cpp", CoreCoord{0, 0}, DataMovementConfig{});
    });
    EXPECT_THAT(text, one_line("kernel kernels/none.cpp: no such file"));
}

TEST_F(Configs, DevicesTellTheirShape) {
    Device* device = CreateDevice(0);
    EXPECT_EQ(device->arch(), tt::ARCH::WORMHOLE_B0);
    EXPECT_EQ(device->compute_with_storage_grid_size(), (CoreCoord{8, 7}));
    EXPECT_EQ(device->num_dram_channels(), 12u);
    EXPECT_EQ(device->l1_size_per_core(), 1464u * 1024u);
    const CoreCoord physical = device->worker_core_from_logical_core({0, 0});
    EXPECT_EQ(physical, (CoreCoord{1, 1}));
    EXPECT_THAT(thrown_by([&] {
                    device->worker_core_from_logical_core({8, 0});
                }),
                one_line("outside the compute grid"));
    CloseDevice(device);
    EXPECT_THAT(thrown_by([] { CreateDevice(32); }), one_line("device 32"));
    const tessera::host::test::Variable arch("TESSERA_ARCH", "grayskull");
    EXPECT_THAT(thrown_by([] { CreateDevice(0); }), one_line("TESSERA_ARCH=grayskull"));
}

TEST_F(Configs, AKernelOrASemaphoreOutsideTheGridIsRefusedBeforeItRuns) {
    Device* device = CreateDevice(0);
    const auto refused = [&](const CoreSpec& kernel, const CoreSpec& semaphore) {
        Program here = CreateProgram();
        CreateKernelFromString(here, "void kernel_main() {}\n", kernel, ReaderDataMovementConfig{});
        CreateSemaphore(here, semaphore, 0);
        return thrown_by([&] { EnqueueProgram(device->command_queue(), here, true); });
    };
    const CoreCoord first{0, 0};
    EXPECT_EQ(refused(CoreCoord{7, 6}, first), "nothing");
    // Of a number that the row has not, and of one that would be in the next row.
    for (const CoreCoord outside : {CoreCoord{0, 7}, CoreCoord{8, 0}, CoreCoord{20, 20}, CoreCoord{1ull << 32, 0}})
        EXPECT_THAT(
            refused(outside, first),
            one_line(fmt::format("on core ({},{}), outside the compute grid of 8 x 7 cores", outside.x, outside.y)));
    EXPECT_THAT(refused(CoreRange({0, 0}, {8, 6}), first), one_line("kernel_0_from_string.cpp on core (8,6)"));
    EXPECT_THAT(refused(first, CoreCoord{8, 0}), one_line("semaphore 0 on core (8,0), outside the compute grid"));
    CloseDevice(device);
}

TEST_F(Configs, BuffersTellTheirPlaceAndRefuseWhatDoesNotFit) {
    Device* device = CreateDevice(0);
    const auto buffer = CreateBuffer(InterleavedBufferConfig{.device = device, .size = 200, .page_size = 40});
    EXPECT_EQ(buffer->size(), 200u);
    EXPECT_EQ(buffer->page_size(), 40u);
    EXPECT_EQ(buffer->num_pages(), 5u);
    EXPECT_EQ(buffer->aligned_page_size(), 64u);
    EXPECT_EQ(buffer->buffer_type(), BufferType::DRAM);

    // The three ways to hand in a buffer, and both forms of data; a longer vector gives its first bytes.
    CommandQueue& queue = device->command_queue();
    std::vector<uint8_t> bytes(300);
    std::iota(bytes.begin(), bytes.end(), uint8_t{0});
    EnqueueWriteBuffer(queue, buffer, bytes, true);
    std::vector<uint8_t> back;
    EnqueueReadBuffer(queue, *buffer, back, true);
    EXPECT_THAT(back, testing::ElementsAreArray(bytes.begin(), bytes.begin() + 200));
    detail::WriteToBuffer(*buffer, std::vector<uint32_t>(50, 0x01020304));
    std::array<uint32_t, 50> words{};
    EnqueueReadBuffer(queue, std::ref(*buffer), words.data(), true);
    EXPECT_THAT(words, testing::Each(0x01020304u));

    const auto create = [](const auto& config) { return thrown_by([&] { CreateBuffer(config); }); };
    EXPECT_THAT(create(InterleavedBufferConfig{.device = device, .size = 100, .page_size = 40}),
                one_line("not a whole number of pages of 40"));
    EXPECT_THAT(create(InterleavedBufferConfig{
                    .device = device, .size = 64, .page_size = 64, .buffer_type = BufferType::SYSTEM_MEMORY}),
                one_line("BufferType::DRAM or BufferType::L1"));
    EXPECT_THAT(create(InterleavedBufferConfig{
                    .device = device, .size = 64, .page_size = 64, .buffer_type = BufferType::TRACE}),
                one_line("is full"));
    // A short write fills the front.
    EnqueueWriteBuffer(queue, buffer, std::vector<uint8_t>(145, 9), true);
    EnqueueReadBuffer(queue, *buffer, back, true);
    EXPECT_EQ(std::count(back.begin(), back.end(), 9), 145);
    EXPECT_EQ(back[145], 3);
    EXPECT_THAT(thrown_by([&] { detail::WriteToBuffer(*buffer, std::vector<uint8_t>(201)); }),
                one_line("201 bytes written to a buffer of 200"));
    EXPECT_THAT(thrown_by([&] { device->command_queue(1); }), one_line("command queue 1"));
    device->close();
    EXPECT_THAT(thrown_by([&] { EnqueueReadBuffer(queue, buffer, back, true); }), one_line("the device is closed"));
    CloseDevice(device);
}

TEST_F(Configs, AccessorsGetOneWordForInterleavedBuffers) {
    using namespace tt::tt_metal::distributed;
    const auto device = MeshDevice::create(MeshDeviceConfig{.mesh_shape = MeshShape(1, 1)});
    const auto make = [&](BufferType type) {
        return MeshBuffer::create(ReplicatedBufferConfig{.size = 64},
                                  DeviceLocalBufferConfig{.page_size = 64, .buffer_type = type}, device.get());
    };
    const auto dram = make(BufferType::DRAM), l1 = make(BufferType::L1);
    std::vector<uint32_t> args{17};
    TensorAccessorArgs(*dram).append_to(args);
    TensorAccessorArgs(l1).append_to(args);
    TensorAccessorArgs(*l1->get_backing_buffer()).append_to(args);
    // With the bytes of a page above the kind (kernel-api.md 2.4).
    constexpr std::uint32_t page = 64u << 8;
    EXPECT_THAT(args, ElementsAre(17, page | 2, page, page));

    MeshCommandQueue& queue = device->mesh_command_queue();
    std::vector<uint32_t> back;
    WriteShard(queue, dram, std::vector<uint32_t>(16, 5), MeshCoordinate(0, 0));
    ReadShard(queue, back, dram, MeshCoordinate(0, 0));
    EXPECT_EQ(back, std::vector<uint32_t>(16, 5));
    ReadMeshDeviceProfilerResults(*device);
    EXPECT_THAT(thrown_by([&] {
                    MeshWorkload workload = CreateMeshWorkload();
                    AddProgramToMeshWorkload(workload, CreateProgram(), MeshCoordinateRange(MeshShape(1, 2)));
                    EnqueueMeshWorkload(queue, workload, true);
                }),
                one_line("a program for devices (0, 0) to (0, 1) of a mesh of 1 x 1"));
}

TEST_F(Configs, ZonesCostOnlyWithTheProfiler) {
    const auto overhead = [] {
        return tessera::host::run_options(*distributed::MeshDevice::create_unit_mesh(0)).profiler_overhead;
    };
    EXPECT_FALSE(overhead());
    const tessera::host::test::Variable on("TT_METAL_DEVICE_PROFILER", "1");
    EXPECT_TRUE(overhead());
}

TEST_F(Configs, VerdictsOfTheEnvironment) {
    const auto faults = [] { return tessera::host::run_options(*distributed::MeshDevice::create_unit_mesh(0)).faults; };
    EXPECT_FALSE(faults().strict || faults().pedantic || faults().keep_going);
    const tessera::host::test::Variable pedantic("TESSERA_PEDANTIC", "1");
    EXPECT_TRUE(faults().pedantic);
    EXPECT_FALSE(faults().strict);
    const tessera::host::test::Variable strict("TESSERA_STRICT", "1");
    EXPECT_TRUE(faults().strict);
}

}  // namespace
