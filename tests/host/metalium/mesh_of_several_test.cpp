// A mesh of several devices: one address space, a chip of its own for each place (spec/kernel-api.md 5.2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/global_semaphore.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/sub_device.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using tessera::host::test::thrown_by;
using testing::ElementsAre;
using testing::HasSubstr;
using Words = std::vector<std::uint32_t>;

// Adds its second argument to the first word of a page of DRAM bank 0.
constexpr const char* adds_to_page = R"(
void kernel_main() {
    const uint64_t there = get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0));
    const uint32_t here = get_write_ptr(0);
    noc_async_read(there, here, 64);
    noc_async_read_barrier();
    *reinterpret_cast<volatile uint32_t*>(here) += get_arg_val<uint32_t>(1);
    noc_async_write(here, there, 64);
    noc_async_write_barrier();
}
)";

Program adding(const MeshBuffer& buffer, std::uint32_t step) {
    Program program = CreateProgram();
    CreateCircularBuffer(program, CoreCoord{0, 0},
                         CircularBufferConfig(64, {{0, tt::DataFormat::Float32}}).set_page_size(0, 64));
    const auto kernel = CreateKernelFromString(program, adds_to_page, CoreCoord{0, 0}, DataMovementConfig{});
    SetRuntimeArgs(program, kernel, CoreCoord{0, 0}, {static_cast<std::uint32_t>(buffer.address()), step});
    return program;
}

class MeshOfSix : public tessera::host::test::Metalium {
  protected:
    const std::shared_ptr<MeshDevice> mesh =
        MeshDevice::create(MeshDeviceConfig{.mesh_shape = MeshShape(2, 3)}, 0, 4096, 2);
    MeshCommandQueue& queue = mesh->mesh_command_queue();
    const std::shared_ptr<MeshBuffer> buffer =
        MeshBuffer::create(ReplicatedBufferConfig{64}, {.page_size = 64}, mesh.get());

    Words first_words() const {
        Words out, page;
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh->shape())) {
            ReadShard(queue, page, buffer, at);
            out.push_back(page[0]);
        }
        return out;
    }
    // What lies on each device when 0, 1, 2 ... are written to 4 x 6 words that are cut so; and they come back.
    std::vector<Words> dealt(const Shape2D& shard, ShardOrientation orientation) {
        const distributed::ShardedBufferConfig config{
            .global_size = 96, .global_buffer_shape = {4, 6}, .shard_shape = shard, .shard_orientation = orientation};
        const Shape2D part = config.physical_shard_shape();
        const auto cut = MeshBuffer::create(
            config, {.page_size = 4 * part.height() * part.width(), .buffer_type = BufferType::L1}, mesh.get());
        Words words(24), back;
        std::iota(words.begin(), words.end(), 0u);
        EnqueueWriteMeshBuffer(queue, cut, words);
        EnqueueReadMeshBuffer(queue, back, cut);
        EXPECT_EQ(back, words);
        std::vector<Words> out;
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh->shape()))
            ReadShard(queue, out.emplace_back(), cut, at);
        return out;
    }
};

TEST_F(MeshOfSix, HasItsDevicesRowByRow) {
    EXPECT_EQ(mesh->num_devices(), 6u);
    EXPECT_EQ(mesh->num_rows(), 2u);
    EXPECT_EQ(mesh->num_cols(), 3u);
    EXPECT_THAT(mesh->get_device_ids(), ElementsAre(0, 1, 2, 3, 4, 5));
    EXPECT_EQ(mesh->get_device(MeshCoordinate(1, 0))->id(), 3);
    EXPECT_EQ(mesh->get_device(5), mesh->get_device(1, 2));
    EXPECT_THAT(thrown_by([&] { mesh->get_device(6); }), HasSubstr("it has the ids 0, 1, 2, 3, 4, 5"));
    EXPECT_THAT(thrown_by([&] { mesh->get_device(MeshCoordinate(2, 0)); }), HasSubstr("outside a mesh of [2, 3]"));
    EXPECT_THAT(mesh->get_view().get_devices_on_column(1), ElementsAre(mesh->get_device(1), mesh->get_device(4)));
    EXPECT_THAT(mesh->get_view().get_devices_on_row(1),
                ElementsAre(mesh->get_device(3), mesh->get_device(4), mesh->get_device(5)));
    EXPECT_EQ(mesh->to_string(), "MeshDevice(2x3 grid, 6 devices)");
    mesh->reshape(MeshShape(3, 2));
    EXPECT_EQ(mesh->get_device(MeshCoordinate(1, 0))->id(), 2);
    mesh->reshape(MeshShape(6));
    EXPECT_THAT(thrown_by([&] { mesh->num_rows(); }), HasSubstr("reshape it to two dimensions"));
}

TEST_F(MeshOfSix, CanBeOfAnyChipsOfTheSystem) {
    const auto other =
        MeshDevice::create(MeshDeviceConfig{.mesh_shape = MeshShape(1, 2), .physical_device_ids = {7, 9}});
    EXPECT_THAT(other->get_device_ids(), ElementsAre(7, 9));
    EXPECT_THAT(thrown_by([] { MeshDevice::create(MeshDeviceConfig{.mesh_shape = MeshShape(8, 8)}); }),
                HasSubstr("a mesh of 8 x 8 devices: a system has 1 to 32 chips"));
    EXPECT_THAT(thrown_by([] {
                    MeshDevice::create(MeshDeviceConfig{.mesh_shape = MeshShape(1, 2), .physical_device_ids = {7, 7}});
                }),
                HasSubstr("give as many different ones"));
}

TEST_F(MeshOfSix, RunsAProgramOnEachDeviceOfItsRange) {
    EnqueueWriteMeshBuffer(queue, buffer, Words(16, 10));
    MeshWorkload workload;
    workload.add_program(MeshCoordinateRange({0, 0}, {0, 2}), adding(*buffer, 1));
    workload.add_program(MeshCoordinateRange({1, 1}, {1, 2}), adding(*buffer, 2));
    EnqueueMeshWorkload(queue, workload, true);
    EXPECT_THAT(first_words(), ElementsAre(11, 11, 11, 10, 12, 12));
    EXPECT_THAT(thrown_by([&] {
                    workload.add_program(MeshCoordinateRange({0, 2}, {1, 2}), adding(*buffer, 1));
                }),
                HasSubstr("one program for each device"));
    MeshWorkload outside;
    outside.add_program(MeshCoordinateRange({0, 0}, {0, 3}), adding(*buffer, 1));
    EXPECT_THAT(thrown_by([&] { EnqueueMeshWorkload(queue, outside, true); }),
                HasSubstr("devices (0, 0) to (0, 3) of a mesh of 2 x 3"));
    EXPECT_THAT(first_words(), ElementsAre(11, 11, 11, 10, 12, 12)) << "nothing of it has run";
}

TEST_F(MeshOfSix, WritesReplicasEverywhereAndReadsThemByDevice) {
    EnqueueWriteMeshBuffer(queue, buffer, Words(16, 3));
    WriteShard(queue, buffer, Words(16, 4), MeshCoordinate(1, 1));
    EXPECT_THAT(first_words(), ElementsAre(3, 3, 3, 3, 4, 3));
    Words all;
    EXPECT_THAT(thrown_by([&] { EnqueueReadMeshBuffer(queue, all, buffer); }), HasSubstr("read one with ReadShard"));
}

TEST_F(MeshOfSix, DealsShardsByTheirOrientation) {
    EXPECT_THAT(dealt({2, 2}, ShardOrientation::ROW_MAJOR),
                ElementsAre(Words{0, 1, 6, 7}, Words{2, 3, 8, 9}, Words{4, 5, 10, 11}, Words{12, 13, 18, 19},
                            Words{14, 15, 20, 21}, Words{16, 17, 22, 23}));
    EXPECT_THAT(dealt({2, 2}, ShardOrientation::COL_MAJOR)[1], ElementsAre(4, 5, 10, 11)) << "third after (0,0), (1,0)";
    const auto columns = dealt({0, 2}, ShardOrientation::ROW_MAJOR);
    EXPECT_THAT(columns[2], ElementsAre(4, 5, 10, 11, 16, 17, 22, 23));
    EXPECT_EQ(columns[5], columns[2]) << "each row of devices has the same";
    const auto rows = dealt({2, 0}, ShardOrientation::COL_MAJOR);
    EXPECT_EQ(rows[3].front(), 12u);
    EXPECT_EQ(rows[5], rows[3]) << "each column of devices has the same";
    EXPECT_EQ(dealt({0, 0}, ShardOrientation::ROW_MAJOR)[4].size(), 24u);
}

TEST_F(MeshOfSix, RefusesShardsThatDoNotFit) {
    const auto create = [&](const Shape2D& shard) {
        return thrown_by([&] {
            MeshBuffer::create(
                distributed::ShardedBufferConfig{
                    .global_size = 96, .global_buffer_shape = {4, 6}, .shard_shape = shard},
                {.page_size = 4}, mesh.get());
        });
    };
    EXPECT_THAT(create({3, 2}), HasSubstr("whole shards make up a buffer"));
    EXPECT_THAT(thrown_by([&] {
                    MeshBuffer::create(distributed::ShardedBufferConfig{.global_size = 96, .shard_shape = {2, 2}},
                                       {.page_size = 4}, mesh.get());
                }),
                HasSubstr("without a global shape"));
    EXPECT_THAT(create({1, 2}), HasSubstr("12 shards: a mesh of 2 x 3 devices holds one on each"));
    const auto cut = MeshBuffer::create(
        distributed::ShardedBufferConfig{.global_size = 96, .global_buffer_shape = {4, 6}, .shard_shape = {2, 2}},
        {.page_size = 16}, mesh.get());
    EXPECT_EQ(cut->size(), 96u);
    EXPECT_EQ(cut->device_local_size(), 16u);
    EXPECT_THAT(thrown_by([&] { EnqueueWriteMeshBuffer(queue, cut, Words(4)); }),
                HasSubstr("16 bytes written to a buffer of 96"));
}

TEST_F(MeshOfSix, HasOneAddressSpace) {
    const auto alone = CreateBuffer({.device = mesh->get_device(4), .size = 64, .page_size = 64});
    const auto later = MeshBuffer::create(ReplicatedBufferConfig{64}, {.page_size = 64}, mesh.get());
    EXPECT_NE(alone->address(), buffer->address());
    EXPECT_NE(alone->address(), later->address()) << "what one device has is taken on all";
    EXPECT_EQ(later->get_device_buffer(MeshCoordinate(1, 2))->address(), later->address());
    EXPECT_THAT(thrown_by([&] { CreateBuffer({.device = mesh.get(), .size = 64, .page_size = 64}); }),
                HasSubstr("a buffer of a mesh of 6 devices; use MeshBuffer::create"));
    const auto any =
        AnyBuffer::create(tt::tt_metal::InterleavedBufferConfig{.device = mesh.get(), .size = 64, .page_size = 64});
    EXPECT_TRUE(any.is_mesh_buffer());
    EXPECT_EQ(any.on_each_device().size(), 6u);

    const GlobalSemaphore word = CreateGlobalSemaphore(mesh.get(), CoreRange({0, 0}, {1, 0}), 5);
    Words words;
    detail::ReadFromDeviceL1(mesh->get_device(5), {1, 0}, static_cast<std::uint32_t>(word.address()), 4, words);
    EXPECT_THAT(words, ElementsAre(5));
}

TEST_F(MeshOfSix, TracesAndEventsAreOfEveryDevice) {
    EnqueueWriteMeshBuffer(queue, buffer, Words(16, 0), true);
    MeshWorkload workload;
    workload.add_program(MeshCoordinateRange(mesh->shape()), adding(*buffer, 1));
    const MeshTraceId trace = BeginTraceCapture(mesh.get(), 0);
    EnqueueMeshWorkload(queue, workload, false);
    EndTraceCapture(mesh.get(), 0, trace);
    for (int times = 0; times < 2; ++times) ReplayTrace(mesh.get(), 0, trace, false);
    MeshCommandQueue& copies = mesh->mesh_command_queue(1);
    EnqueueWaitForEvent(copies, EnqueueRecordEvent(queue));
    Words page;
    ReadShard(copies, page, buffer, MeshCoordinate(1, 2));
    EXPECT_EQ(page[0], 2u);
    ReplayTrace(mesh.get(), 0, trace, false);
    EXPECT_THAT(thrown_by([&] { ReadShard(copies, page, buffer, MeshCoordinate(1, 2)); }),
                HasSubstr("no event and no Finish"))
        << "queues of each device are ordered as those of one";
    Finish(queue);
    ReadShard(copies, page, buffer, MeshCoordinate(1, 2));
    EXPECT_EQ(page[0], 3u);
    ReleaseTrace(mesh.get(), trace);
}

TEST_F(MeshOfSix, SubDevicesAreOfEveryDevice) {
    const auto part = mesh->create_sub_device_manager({SubDevice({CoreRange({1, 0}, {3, 3})})}, 0);
    mesh->load_sub_device_manager(part);
    EXPECT_EQ(mesh->get_device(5)->num_worker_cores(HalProgrammableCoreType::TENSIX, SubDeviceId{0}), 12u);
    mesh->clear_loaded_sub_device_manager();
    mesh->remove_sub_device_manager(part);
    EXPECT_EQ(mesh->get_device(5)->num_worker_cores(HalProgrammableCoreType::TENSIX, SubDeviceId{0}), 56u);
}

TEST_F(MeshOfSix, PartsShareItsDevices) {
    const auto right = mesh->create_submesh(MeshShape(2, 1), MeshCoordinate(0, 2));
    EXPECT_THAT(right->get_device_ids(), ElementsAre(2, 5));
    EXPECT_FALSE(right->is_parent_mesh());
    EXPECT_EQ(right->get_parent_mesh(), mesh);
    EXPECT_EQ(right->get_device(MeshCoordinate(1, 0)), mesh->get_device(5));
    EnqueueWriteMeshBuffer(queue, buffer, Words(16, 0));
    MeshWorkload workload;
    workload.add_program(MeshCoordinateRange(right->shape()), adding(*buffer, 1));
    EnqueueMeshWorkload(right->mesh_command_queue(), workload, true);
    EXPECT_THAT(first_words(), ElementsAre(0, 0, 1, 0, 0, 1));
    right->close();
    EXPECT_TRUE(mesh->get_device(5)->is_initialized());
    EXPECT_THAT(mesh->get_submeshes(), ElementsAre(right));
    EXPECT_EQ(mesh->create_submeshes(MeshShape(1, 3)).size(), 2u);
    EXPECT_EQ(mesh->create_submesh(MeshShape(2, 3)), mesh);
    EXPECT_THAT(thrown_by([&] { mesh->create_submesh(MeshShape(2, 2), MeshCoordinate(0, 2)); }),
                HasSubstr("does not fit into a mesh of 2 x 3"));
    EXPECT_THAT(thrown_by([&] { mesh->create_submeshes(MeshShape(2, 2)); }), HasSubstr("do not fill"));
}

TEST_F(MeshOfSix, AFaultNamesTheDevice) {
    MeshWorkload workload;
    Program program = CreateProgram();
    CreateKernelFromString(program, "void kernel_main() { ASSERT(false); }", CoreCoord{0, 0}, DataMovementConfig{});
    workload.add_program(MeshCoordinateRange(MeshCoordinate(1, 1)), std::move(program));
    EXPECT_THAT(thrown_by([&] { EnqueueMeshWorkload(queue, workload, true); }),
                HasSubstr("on device 4, (1, 1) of a mesh of 2 x 3"));
}

TEST_F(MeshOfSix, ClosesAllItsDevices) {
    IDevice* last = mesh->get_device(5);
    EXPECT_TRUE(mesh->close());
    EXPECT_FALSE(last->is_initialized());
    EXPECT_FALSE(mesh->is_initialized());
    EXPECT_FALSE(mesh->close());
}

}  // namespace
