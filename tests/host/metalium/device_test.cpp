// What a device and a mesh of one tell of themselves: coordinates, memory, what a chip by itself does not have
// (spec/kernel-api.md 5.2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include <tt-metalium/cluster.hpp>
#include <tt-metalium/data_types.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/memory_reporter.hpp>
#include <tt-metalium/system_mesh.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "tests/host/metalium/environment.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

using namespace tt;
using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using tessera::host::test::thrown_by;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Devices : public tessera::host::test::Metalium {
  protected:
    const std::shared_ptr<MeshDevice> mesh = MeshDevice::create_unit_mesh(0, 0, 4096, 2);
    IDevice& device = *mesh;
};

TEST_F(Devices, CountsItsCoresInEachKindOfCoordinate) {
    EXPECT_EQ(device.grid_size(), (CoreCoord{10, 12}));
    EXPECT_EQ(device.logical_grid_size(), device.compute_with_storage_grid_size());
    EXPECT_EQ(device.dram_grid_size(), (CoreCoord{12, 1}));
    EXPECT_THAT(device.worker_cores_from_logical_cores({{0, 0}, {4, 5}}),
                ElementsAre(device.worker_core_from_logical_core({0, 0}), CoreCoord{6, 8}))
        << "DRAM stands between";
    EXPECT_EQ(device.virtual_noc0_coordinate(0, {1, 2}), (CoreCoord{1, 2}));
    EXPECT_EQ(device.virtual_noc0_coordinate(1, {1, 2}), (CoreCoord{8, 9})) << "NoC 1 counts from the other corner";

    EXPECT_EQ(device.logical_core_from_dram_channel(3), (CoreCoord{3, 0}));
    EXPECT_EQ(device.dram_channel_from_logical_core({3, 0}), 3u);
    EXPECT_THAT(thrown_by([&] { device.logical_core_from_dram_channel(12); }), HasSubstr("DRAM channel 12; there are"));
    EXPECT_THAT(thrown_by([&] { device.dram_channel_from_logical_core({0, 1}); }), HasSubstr("y is 0"));

    const CoreCoord worker = device.worker_core_from_logical_core({0, 0});
    EXPECT_EQ(device.get_programmable_core_type(worker), HalProgrammableCoreType::TENSIX);
    EXPECT_THAT(thrown_by([&] { device.get_programmable_core_type({0, 0}); }), HasSubstr("(0,0)"));
    EXPECT_EQ(mesh->worker_cores(HalProgrammableCoreType::TENSIX, SubDeviceId{0}).num_cores(), 56u);
    EXPECT_TRUE(mesh->worker_cores(HalProgrammableCoreType::ACTIVE_ETH, SubDeviceId{0}).empty());
}

TEST_F(Devices, HasNoLinksAndNoCoresBesides) {
    EXPECT_THAT(device.ethernet_cores(), IsEmpty());
    EXPECT_THAT(device.storage_only_cores(), IsEmpty());
    EXPECT_THAT(device.get_active_ethernet_cores(), IsEmpty());
    EXPECT_THAT(device.get_inactive_ethernet_cores(), IsEmpty());
    EXPECT_THAT(device.get_ethernet_sockets(1), IsEmpty());
    EXPECT_FALSE(device.is_active_ethernet_core({0, 0}));
    EXPECT_FALSE(device.is_inactive_ethernet_core({0, 0}));
    EXPECT_EQ(device.num_virtual_eth_cores(SubDeviceId{0}), 0u);
}

TEST_F(Devices, TellsWhereMemoryLies) {
    const CoreCoord worker = device.worker_core_from_logical_core({2, 2});
    const std::uint64_t base = device.get_dev_addr(worker, HalL1MemAddrType::BASE);
    const std::uint64_t config = device.get_dev_addr(worker, HalL1MemAddrType::KERNEL_CONFIG);
    const std::uint64_t free = device.get_dev_addr(worker, HalL1MemAddrType::UNRESERVED);
    EXPECT_EQ(base, 0u);
    EXPECT_LT(config, free);
    EXPECT_EQ(config + device.get_dev_size(worker, HalL1MemAddrType::KERNEL_CONFIG), free);
    EXPECT_EQ(free + device.get_dev_size(worker, HalL1MemAddrType::DEFAULT_UNRESERVED), device.l1_size_per_core());
    EXPECT_EQ(hal::get_max_worker_l1_unreserved_size(), device.l1_size_per_core() - free);
    EXPECT_EQ(device.dram_size_per_channel() * device.num_dram_channels(), std::uint64_t{12} << 30);
    EXPECT_EQ(device.allocator()->get_base_allocator_addr(HalMemType::L1), free);
    EXPECT_EQ(detail::calculate_bank_size_spread(10 * 40, 40, 4, 32), 3u * 64);
}

TEST_F(Devices, HasOneSubDeviceUnlessAManagerIsLoaded) {
    const SubDeviceManagerId whole = device.get_default_sub_device_manager_id();
    EXPECT_EQ(device.get_active_sub_device_manager_id(), whole);
    const SubDeviceManagerId part =
        device.create_sub_device_manager({SubDevice(std::array{CoreRangeSet(CoreRange({0, 0}, {3, 3}))})}, 0);
    device.load_sub_device_manager(part);
    EXPECT_EQ(device.get_active_sub_device_manager_id(), part);
    EXPECT_EQ(device.num_sub_devices(), 1u);
    device.set_sub_device_stall_group(device.get_sub_device_stall_group());
    device.reset_sub_device_stall_group();
    EXPECT_THAT(device.get_sub_device_stall_group(), ElementsAre(SubDeviceId{0}));
    EXPECT_THAT(thrown_by([&] { device.set_sub_device_stall_group(std::array{SubDeviceId{1}}); }),
                HasSubstr("sub-device 1; 1 loaded"));
    device.clear_loaded_sub_device_manager();
    EXPECT_EQ(mesh->get_active_sub_device_manager_id(), whole);
}

TEST_F(Devices, KeepsNoOperations) {
    device.enable_program_cache();
    device.set_program_cache_misses_allowed(false);
    EXPECT_EQ(device.num_program_cache_entries(), 0u);
    device.clear_program_cache();
    device.disable_and_clear_program_cache();
    EXPECT_EQ(mesh->num_program_cache_entries(), 0u);
}

TEST_F(Devices, IsOpenUntilItIsClosed) {
    EXPECT_TRUE(device.is_initialized());
    EXPECT_TRUE(device.is_mmio_capable());
    EXPECT_EQ(device.num_hw_cqs(), 2);
    EXPECT_EQ(device.build_id(), 0);
    EXPECT_EQ(device.get_trace_buffers_size(), 0u);
    device.set_trace_buffers_size(100);
    EXPECT_EQ(device.get_trace_buffers_size(), 100u);
    device.close();
    EXPECT_FALSE(device.is_initialized());
}

TEST_F(Devices, AreReachedThroughTheMesh) {
    EXPECT_EQ(mesh->get_mesh_device(), mesh);
    EXPECT_EQ(device.get_mesh_device(), mesh) << "through the interface too";
    EXPECT_EQ(mesh->num_devices(), 1u);
    EXPECT_THAT(mesh->get_devices(), ElementsAre(mesh.get()));
    const DeviceIds ids = mesh->get_device_ids();
    const tt::ChipId only = ids.at(0);
    EXPECT_EQ(only, mesh->id());
    EXPECT_EQ(mesh->get_device(0), mesh.get());
    EXPECT_EQ(mesh->get_device(MeshCoordinate(0, 0)), mesh.get());
    EXPECT_THAT(thrown_by([&] { mesh->get_device(1); }), HasSubstr("it has the ids 0"));
    EXPECT_TRUE(mesh->is_local(MeshCoordinate(0, 0)));
    const MeshDeviceView& view = mesh->get_view();
    EXPECT_TRUE(view.is_mesh_2d() && !view.empty() && view.contains(MeshCoordinate(0, 0)));
    EXPECT_EQ(view.num_devices(), view.num_rows() * view.num_cols());
    EXPECT_EQ(view.get_devices_on_row(0), view.get_devices_on_column(0));
    mesh->reshape(MeshShape(1, 1));
    EXPECT_THAT(thrown_by([&] { mesh->reshape(MeshShape(2, 1)); }), HasSubstr("a mesh of 1 devices reshaped to 2 x 1"));
    EXPECT_EQ(SystemMesh::instance().shape(), MeshShape(1, 1));
    EXPECT_FALSE(UsingDistributedEnvironment());

    EXPECT_TRUE(mesh->is_parent_mesh());
    EXPECT_EQ(mesh->get_parent_mesh(), nullptr);
    EXPECT_THAT(mesh->get_submeshes(), IsEmpty());
    EXPECT_EQ(mesh->create_submesh(MeshShape(1, 1)), mesh);
    EXPECT_THAT(mesh->create_submeshes(MeshShape(1, 1)), ElementsAre(mesh));
    const std::map<int, std::shared_ptr<MeshDevice>> units = MeshDevice::create_unit_meshes({0});
    EXPECT_EQ(units.at(0)->num_hw_cqs(), 1);

    bool ran = false;
    mesh->enqueue_to_thread_pool([&] { ran = true; });
    mesh->wait_for_thread_pool();
    mesh->quiesce_devices();
    EXPECT_TRUE(ran);
}

TEST_F(Devices, ThereIsOne) {
    EXPECT_EQ(GetNumAvailableDevices(), 1u);
    EXPECT_EQ(GetNumPCIeDevices(), 1u);
    EXPECT_EQ(GetPCIeDeviceID(0), 0);
    EXPECT_FALSE(IsGalaxyCluster());
    EXPECT_EQ(GetClusterType(), ClusterType::N150);
    const DispatchCoreConfig dispatch(DispatchCoreType::ETH, DispatchCoreAxis::COL);
    EXPECT_EQ(dispatch.get_dispatch_core_axis(), DispatchCoreAxis::COL);
    IDevice* minimal = CreateDeviceMinimal(0, 1, dispatch);
    EXPECT_EQ(detail::GetActiveDevice(0), minimal) << "the one opened last";
    CloseDevice(minimal);
    EXPECT_EQ(detail::GetActiveDevice(0), mesh.get());
    const auto opened = detail::CreateDevices({0});
    EXPECT_EQ(opened.at(0)->arch(), hal::get_arch());
    detail::CloseDevices(opened);
    EXPECT_EQ(detail::get_platform_architecture_name(), "wormhole_b0");
    const tessera::host::test::Variable arch("TESSERA_ARCH", "blackhole");
    EXPECT_EQ(GetClusterType(), ClusterType::P150);
    EXPECT_EQ(hal::get_arch(), ARCH::BLACKHOLE);
}

// A program that was written for another chip of its system runs on a chip of its own.
TEST_F(Devices, AnyChipOfTheLargestSystemCanBeOpened) {
    const auto opened = detail::CreateDevices({1, 31});
    EXPECT_EQ(opened.at(31)->id(), 31);
    EXPECT_EQ(GetPCIeDeviceID(31), 31);
    EXPECT_EQ(detail::GetActiveDevice(1), opened.at(1));
    detail::WriteToDeviceL1(opened.at(1), {0, 0}, 0x40000, {7});
    std::vector<std::uint32_t> words;
    detail::ReadFromDeviceL1(opened.at(31), {0, 0}, 0x40000, 4, words);
    EXPECT_THAT(words, ElementsAre(0)) << "each is a machine of its own";
    detail::CloseDevices(opened);
    const auto unit = MeshDevice::create_unit_mesh(3);
    EXPECT_THAT(unit->get_device_ids(), ElementsAre(3));
    EXPECT_EQ(unit->get_device(3), unit.get());
    for (const int id : {-1, 32})
        EXPECT_EQ(thrown_by([&] { CreateDevice(id); }),
                  fmt::format("device {}: a system has 32 chips at most; use an id of 0 to 31", id));
}

TEST_F(Devices, FiguresOfTheArchitectureNeedNoDevice) {
    EXPECT_EQ(hal::get_l1_size(), device.l1_size_per_core());
    EXPECT_EQ(hal::get_l1_alignment(), 16u);
    EXPECT_EQ(hal::get_pcie_alignment(), 32u);
    EXPECT_EQ(hal::get_arch_num_circular_buffers(), 32u);
    EXPECT_EQ(NUM_CIRCULAR_BUFFERS, 64u) << "of the architecture that has the most";
    EXPECT_GT(1 + hal::get_eps(), 1);
    EXPECT_EQ(hal::get_inf(), 1.7014e38F) << "what the vector unit takes for infinity";
    EXPECT_EQ(hal::get_nan(), 7.0040e19F);
    EXPECT_EQ(preferred_noc_for_dram_read(hal::get_arch()), NOC::NOC_0);
    EXPECT_EQ(preferred_noc_for_dram_write(hal::get_arch()), NOC::NOC_1);
}

TEST_F(Devices, ReportsItsMemoryAsTheVendorDoes) {
    const auto buffer = CreateBuffer(
        InterleavedBufferConfig{.device = &device, .size = 4096, .page_size = 2048, .buffer_type = BufferType::L1});
    const detail::MemoryView view = detail::GetMemoryView(&device, BufferType::L1);
    EXPECT_EQ(view.num_banks, 56u);
    EXPECT_EQ(view.total_bytes_allocated_per_bank, 2048u);
    EXPECT_EQ(view.total_bytes_per_bank, view.total_bytes_allocated_per_bank + view.total_bytes_free_per_bank);
    EXPECT_LE(view.largest_contiguous_bytes_free_per_bank, view.total_bytes_free_per_bank);
    const MemoryBlockTable& blocks = view.block_table;
    EXPECT_EQ(std::ranges::count_if(blocks, [](const auto& block) { return block.at("allocated") == "yes"; }), 1);

    const tessera::test::TemporaryFolder folder;
    const tessera::host::test::Variable home("TT_METAL_HOME", folder.path().string());
    detail::DumpDeviceMemoryState(&device, "mine_");
    std::ifstream summary(folder / "generated/reports/mine_l1_usage_summary.csv");
    std::string heading, first;
    EXPECT_TRUE(std::getline(summary, heading) && std::getline(summary, first));
    EXPECT_THAT(heading, HasSubstr("minimum largest free L1 block"));
    EXPECT_TRUE(std::filesystem::exists(folder / "generated/reports/mine_memory_usage_summary.csv"));
    EXPECT_TRUE(std::filesystem::exists(folder / "generated/reports/mine_detailed_memory_usage.csv"));

    const auto run = [&] {
        Program program = CreateProgram();
        CreateKernelFromString(program, "void kernel_main() {}", CoreCoord{0, 0}, DataMovementConfig{});
        detail::LaunchProgram(&device, program);
    };
    detail::EnableMemoryReports();
    run();
    run();
    detail::DisableMemoryReports();
    run();
    std::ifstream programs(folder / "generated/reports/program_l1_usage_summary.csv");
    EXPECT_EQ(std::count(std::istreambuf_iterator<char>(programs), {}, '\n'), 3) << "the heading and two programs";
}

}  // namespace
