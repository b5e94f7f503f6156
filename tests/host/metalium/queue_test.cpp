// Queues, events, traces, the sub-device and global semaphores on one simulated chip (spec/kernel-api.md 5.2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/global_semaphore.hpp>
#include <tt-metalium/program_descriptors.hpp>
#include <tt-metalium/tt_metal.hpp>
#include <tt-metalium/work_split.hpp>

#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using tessera::host::test::thrown_by;
using testing::HasSubstr;

// Adds its argument to the word at an address of its own core.
constexpr const char* adds = R"(
#include <cstdint>
void kernel_main() {
    noc_semaphore_inc(get_noc_addr(get_arg_val<uint32_t>(0)), get_arg_val<uint32_t>(1));
    noc_async_atomic_barrier();
}
)";

// Adds 16 and how far to the right of the sub-device's first core it is.
constexpr const char* places = R"(
#include <cstdint>
void kernel_main() {
    noc_semaphore_inc(get_noc_addr(get_arg_val<uint32_t>(0)), 16 + get_relative_logical_x());
    noc_async_atomic_barrier();
}
)";

class Queues : public tessera::host::test::Metalium {
  protected:
    MeshWorkload workload(uint32_t address, uint32_t step, const CoreRange& cores = CoreCoord{0, 0},
                          const char* text = adds) const {
        Program program = CreateProgram();
        const auto kernel = CreateKernelFromString(program, text, cores, DataMovementConfig{});
        SetRuntimeArgs(program, kernel, cores, {address, step});
        MeshWorkload out;
        out.add_program(MeshCoordinateRange(device->shape()), std::move(program));
        return out;
    }
    uint32_t value(DeviceAddr address, const CoreCoord& core = {0, 0}) const {
        std::vector<uint32_t> words;
        detail::ReadFromDeviceL1(device.get(), core, static_cast<uint32_t>(address), 4, words);
        return words[0];
    }
    const std::shared_ptr<MeshDevice> device = MeshDevice::create_unit_mesh(0, 0, 4096, 2);
    MeshCommandQueue& queue = device->mesh_command_queue();
    const GlobalSemaphore counter = CreateGlobalSemaphore(device.get(), CoreRange({0, 0}, {1, 0}), 5);
};

TEST_F(Queues, AGlobalSemaphoreLivesAcrossPrograms) {
    auto two = workload(static_cast<uint32_t>(counter.address()), 2, CoreRange({0, 0}, {1, 0}));
    EnqueueMeshWorkload(queue, two, false);
    EnqueueMeshWorkload(device->mesh_command_queue(1), two, false);
    EXPECT_EQ(value(counter.address()), 9u);
    EXPECT_EQ(value(counter.address(), {1, 0}), 9u);
    counter.reset_semaphore_value(1);
    EnqueueMeshWorkload(queue, two, false);
    EXPECT_EQ(value(counter.address(), {1, 0}), 3u);
    EXPECT_THAT(thrown_by([&] {
                    CreateGlobalSemaphore(device.get(), CoreCoord{0, 0}, 0, BufferType::DRAM);
                }),
                HasSubstr("L1"));
}

TEST_F(Queues, ATraceRunsWhatWasEnqueuedAsItWasThen) {
    auto step = workload(static_cast<uint32_t>(counter.address()), 10);
    const MeshTraceId trace = BeginTraceCapture(device.get(), 0);
    EXPECT_EQ(queue.trace_id(), trace);
    EnqueueMeshWorkload(queue, step, false);
    EnqueueMeshWorkload(queue, step, false);
    std::vector<uint32_t> words(16);
    const auto buffer = MeshBuffer::create(ReplicatedBufferConfig{64}, {.page_size = 64}, device.get());
    EXPECT_THAT(thrown_by([&] { EnqueueWriteMeshBuffer(queue, buffer, words); }), HasSubstr("while a trace"));
    EXPECT_THAT(thrown_by([&] { EnqueueRecordEvent(queue); }), HasSubstr("while a trace"));
    EXPECT_THAT(thrown_by([&] { EnqueueMeshWorkload(device->mesh_command_queue(1), step, false); }),
                HasSubstr("while queue 0 captures"));
    EndTraceCapture(device.get(), 0, trace);
    EXPECT_EQ(value(counter.address()), 5u) << "captured, not run";

    GetRuntimeArgs(step.get_programs().begin()->second, 0, CoreCoord{0, 0})[1] = 100;
    ReplayTrace(device.get(), 0, trace, true);
    EXPECT_EQ(value(counter.address()), 25u);
    ReplayTrace(device.get(), 0, trace, false);
    EXPECT_EQ(value(counter.address()), 45u);
    EnqueueMeshWorkload(queue, step, false);
    EXPECT_EQ(value(counter.address()), 145u);
    ReleaseTrace(device.get(), trace);
    EXPECT_THAT(thrown_by([&] { ReplayTrace(device.get(), 0, trace, true); }), HasSubstr("does not exist"));

    const auto small = MeshDevice::create_unit_mesh(0);
    const MeshTraceId without = BeginTraceCapture(small.get(), 0);
    EXPECT_THAT(thrown_by([&] { EndTraceCapture(small.get(), 0, without); }), HasSubstr("trace_region_size"));
}

TEST_F(Queues, EventsAreRecordedWhenTheCallReturns) {
    const MeshEvent event = EnqueueRecordEventToHost(queue);
    EXPECT_EQ(event.mesh_cq_id(), 0u);
    EXPECT_TRUE(EventQuery(event));
    EnqueueWaitForEvent(device->mesh_command_queue(1), event);
    EventSynchronize(event);
    const auto old = std::make_shared<Event>();
    EXPECT_FALSE(EventQuery(old));
    EXPECT_THAT(thrown_by([&] { EventSynchronize(old); }), HasSubstr("never recorded"));
    EnqueueRecordEvent(device->command_queue(), old);
    EXPECT_TRUE(EventQuery(old));
    EXPECT_EQ(old->device, device.get());
}

// Litmus 36 of spec/memory-order.md 6, and its reverse.
TEST_F(Queues, OnlyEventsOrderWhatTwoQueuesDo) {
    constexpr const char* copies = R"(
#include <cstdint>
void kernel_main() {
    const auto from = get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0));
    noc_async_read(from, get_write_ptr(0), 1024);
    noc_async_read_barrier();
    noc_async_write(get_write_ptr(0), get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(1)), 1024);
    noc_async_write_barrier();
}
)";
    const auto buffer = [&] {
        return MeshBuffer::create(ReplicatedBufferConfig{.size = 1024},
                                  DeviceLocalBufferConfig{.page_size = 1024, .buffer_type = BufferType::DRAM},
                                  device.get());
    };
    const auto from = buffer(), to = buffer();
    Program program = CreateProgram();
    const CoreCoord core{0, 0};
    CreateCircularBuffer(program, core,
                         CircularBufferConfig(1024, {{0, tt::DataFormat::Float16_b}}).set_page_size(0, 1024));
    const auto kernel = CreateKernelFromString(program, copies, core, DataMovementConfig{});
    SetRuntimeArgs(program, kernel, core,
                   {static_cast<uint32_t>(from->address()), static_cast<uint32_t>(to->address())});
    MeshWorkload work;
    work.add_program(MeshCoordinateRange(device->shape()), std::move(program));

    MeshCommandQueue& other = device->mesh_command_queue(1);
    std::vector<uint32_t> data(256, 7), read;
    const auto write = [&](MeshCommandQueue& through) { EnqueueWriteMeshBuffer(through, from, data, false); };
    const auto copy = [&] { EnqueueMeshWorkload(queue, work, false); };

    write(queue);
    copy();
    write(other);
    EXPECT_THAT(thrown_by(copy), AllOf(HasSubstr("race for 1024 bytes"), HasSubstr("write by the host through queue 1"),
                                       HasSubstr("its queue does not wait for an event of the other")));
    EnqueueWaitForEvent(queue, EnqueueRecordEvent(other));
    copy();
    write(other);
    Finish(other);
    copy();

    EXPECT_THAT(thrown_by([&] { EnqueueReadMeshBuffer(other, read, to, true); }),
                HasSubstr("through queue 1, and a program of queue 0 writes it"));
    EnqueueWaitForEvent(other, EnqueueRecordEvent(queue));
    EnqueueReadMeshBuffer(other, read, to, true);
    EXPECT_EQ(read, data);
}

TEST_F(Queues, TheSubDeviceBoundsPrograms) {
    const auto tensix = HalProgrammableCoreType::TENSIX;
    EXPECT_EQ(device->num_worker_cores(tensix, SubDeviceId{0}), 56u);
    const auto left = device->create_sub_device_manager({SubDevice({CoreRange({0, 0}, {3, 6})})}, 0);
    device->load_sub_device_manager(left);
    EXPECT_EQ(device->num_worker_cores(tensix, device->get_sub_device_ids()[0]), 28u);
    auto outside = workload(static_cast<uint32_t>(counter.address()), 1, CoreCoord{4, 0});
    EXPECT_THAT(thrown_by([&] { EnqueueMeshWorkload(queue, outside, true); }),
                HasSubstr("core (x=4,y=0) is in none of the 1 loaded sub-devices"));
    EXPECT_THAT(thrown_by([&] { device->remove_sub_device_manager(left); }), HasSubstr("is loaded"));
    device->clear_loaded_sub_device_manager();
    device->remove_sub_device_manager(left);
    EXPECT_THAT(thrown_by([&] { device->load_sub_device_manager(left); }), HasSubstr("does not exist"));
    const CoreCoord second{1, 0};
    auto relative = workload(static_cast<uint32_t>(counter.address()), 0, second, places);
    EnqueueMeshWorkload(queue, relative, true);
    EXPECT_EQ(value(counter.address(), second), 5u + 17) << "without a sub-device";
    const auto right = device->create_sub_device_manager({SubDevice({CoreRange(second, {7, 6})})}, 0);
    device->load_sub_device_manager(right);
    EnqueueMeshWorkload(queue, relative, true);
    EXPECT_EQ(value(counter.address(), second), 5u + 17 + 16);
    device->clear_loaded_sub_device_manager();
    const SubDevice whole({CoreRange({0, 0}, {7, 6})});
    EXPECT_THAT(thrown_by([&] { device->create_sub_device_manager({whole, whole}, 0); }), HasSubstr("overlaps"));
}

TEST_F(Queues, ProgramsRunOnAnyOfSeveralSubDevices) {
    const auto tensix = HalProgrammableCoreType::TENSIX;
    const CoreCoord second{1, 0};
    const auto both = device->create_sub_device_manager(
        {SubDevice({CoreRange({0, 0}, {0, 6})}), SubDevice({CoreRange(second, {3, 6})})}, 0);
    device->load_sub_device_manager(both);
    EXPECT_EQ(device->num_sub_devices(), 2u);
    EXPECT_EQ(device->num_worker_cores(tensix, SubDeviceId{1}), 21u);
    EXPECT_THAT(thrown_by([&] { device->worker_cores(tensix, SubDeviceId{2}); }), HasSubstr("2 loaded"));
    device->set_sub_device_stall_group(std::array{SubDeviceId{1}});
    EXPECT_THAT(device->get_sub_device_stall_group(), testing::ElementsAre(SubDeviceId{1}));
    auto relative = workload(static_cast<uint32_t>(counter.address()), 0, second, places);
    EnqueueMeshWorkload(queue, relative, true);
    EXPECT_EQ(value(counter.address(), second), 5u + 16) << "counted from the first core of its own sub-device";
    device->clear_loaded_sub_device_manager();
    EXPECT_EQ(device->num_sub_devices(), 1u);
}

// What a kernel is given of coordinates is what the NoC takes.
TEST_F(Queues, CoordinatesAreThoseOfTheNoc) {
    EXPECT_EQ(device->worker_core_from_logical_core({4, 0}),
              device->virtual_core_from_logical_core({4, 0}, CoreType::WORKER));
    const CoreCoord bank = device->virtual_core_from_logical_core({3, 0}, CoreType::DRAM);
    EXPECT_EQ(device->dram_channel_from_virtual_core(bank), 3u);
    EXPECT_EQ(device->get_mem_type_of_core(bank), HalMemType::DRAM);
    EXPECT_EQ(device->get_noc_unicast_encoding(0, {3, 2}), 2u << 6 | 3u);
    EXPECT_EQ(device->get_noc_multicast_encoding(0, {{1, 2}, {3, 4}}), (2u << 6 | 1u) << 12 | (4u << 6 | 3u));
    EXPECT_EQ(device->get_noc_multicast_encoding(1, {{1, 2}, {3, 4}}), (4u << 6 | 3u) << 12 | (2u << 6 | 1u));
    const auto nearest = device->get_optimal_dram_bank_to_logical_worker_assignment(NOC::NOC_0);
    EXPECT_EQ(nearest.size(), 12u);
    EXPECT_EQ(std::set<CoreCoord>(nearest.begin(), nearest.end()).size(), 12u);
}

TEST_F(Queues, ADescriptorIsAProgram) {
    ProgramDescriptor described;
    KernelDescriptor kernel;
    kernel.kernel_source = adds;
    kernel.source_type = KernelDescriptor::SourceType::SOURCE_CODE;
    kernel.core_ranges = CoreCoord{0, 0};
    kernel.runtime_args = {{CoreCoord{0, 0}, {static_cast<uint32_t>(counter.address()), 3}}};
    kernel.config = DataMovementConfigDescriptor{};
    described.kernels.push_back(kernel);
    described.semaphores.push_back({.core_ranges = CoreRangeSet(CoreCoord{0, 0}), .initial_value = 1});
    described.cbs.push_back({.total_size = 4096,
                             .core_ranges = CoreRangeSet(CoreCoord{0, 0}),
                             .format_descriptors = {{.buffer_index = 5, .page_size = 4096}}});
    MeshWorkload out;
    out.add_program(MeshCoordinateRange(device->shape()), Program(described));
    const Program& program = out.get_programs().begin()->second;
    EXPECT_EQ(program.num_kernels() + program.num_semaphores(), 2u);
    EXPECT_EQ(program.circular_buffers()[0]->page_size(5), 4096u);
    EnqueueMeshWorkload(queue, out, true);
    EXPECT_EQ(value(counter.address()), 8u);
}

TEST(WorkSplit, HasTheVendorsSmallHelpers) {
    EXPECT_EQ(merge_num_sticks_to_read(12, 64, 300), 3u);
    EXPECT_EQ(get_max_cores_divisible_by_tiles_per_core_tiles(45, 10), (std::tuple{9u, 5u}));
    EXPECT_EQ(get_max_cores_divisible_by_tiles_per_core_tiles(45, 10, true), (std::tuple{8u, 6u}));
    EXPECT_EQ(find_max_divisor(35, 8), 1);
    EXPECT_EQ(find_max_divisor(36, 8), 6);
    EXPECT_EQ(find_max_block_size(35), 7);
    const auto cores = grid_to_cores_with_noop(1, 0, 2, 2, true);
    EXPECT_EQ(cores, (std::vector<CoreCoord>{{0, 0}, {1, 0}, {0, 1}, {1, 1}}));
    EXPECT_EQ(select_from_corerangeset(CoreRangeSet(CoreRange({0, 0}, {2, 2})), 1, 3, true),
              CoreRangeSet(std::vector<CoreRange>{CoreCoord{1, 0}, CoreCoord{2, 0}, CoreCoord{0, 1}}));
}

TEST_F(Queues, ProgramsTellWhatTheyHold) {
    Program program = CreateProgram();
    EXPECT_LT(program.get_id(), CreateProgram().get_id());
    const auto handle =
        CreateCircularBuffer(program, CoreRange({0, 0}, {1, 0}),
                             CircularBufferConfig(4096, {{3, tt::DataFormat::Float16_b}}).set_page_size(3, 2048));
    ASSERT_EQ(program.circular_buffers().size(), 1u);
    const CircularBuffer& buffer = *program.circular_buffers()[0];
    EXPECT_EQ(buffer.num_pages(3), 2u);
    EXPECT_EQ(buffer.data_format(3), tt::DataFormat::Float16_b);
    UpdateCircularBufferTotalSize(program, handle, 8192);
    EXPECT_EQ(GetCircularBufferConfig(program, handle).total_size(), 8192u);
    EXPECT_FALSE(buffer.globally_allocated());
    program.set_runtime_id(7);
    EXPECT_EQ(program.get_runtime_id(), 7u);
    EXPECT_EQ(detail::DecodePerDeviceProgramID(detail::EncodePerDeviceProgramID(7, 0)).base_program_id, 7u);
}

}  // namespace
