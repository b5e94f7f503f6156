// The mesh of one device: its queue, its buffers, its traces and places (spec/kernel-api.md 5.2).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/distributed_host_buffer.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "tests/host/metalium/environment.hpp"

namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using tessera::host::test::thrown_by;
using testing::ElementsAre;
using testing::HasSubstr;

// Adds one to the first word of a page of DRAM bank 0.
constexpr const char* adds_one = R"(
void kernel_main() {
    const uint64_t there = get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0));
    const uint32_t here = get_write_ptr(0);
    noc_async_read(there, here, 64);
    noc_async_read_barrier();
    *reinterpret_cast<volatile uint32_t*>(here) += 1;
    noc_async_write(here, there, 64);
    noc_async_write_barrier();
}
)";

class Mesh : public tessera::host::test::Metalium {
  protected:
    MeshWorkload adding() const {
        Program program = CreateProgram();
        CreateCircularBuffer(program, CoreCoord{0, 0},
                             CircularBufferConfig(64, {{0, tt::DataFormat::Float32}}).set_page_size(0, 64));
        const auto kernel = CreateKernelFromString(program, adds_one, CoreCoord{0, 0}, DataMovementConfig{});
        SetRuntimeArgs(program, kernel, CoreCoord{0, 0}, {buffer->address()});
        MeshWorkload workload;
        workload.add_program(MeshCoordinateRange(mesh->shape()), std::move(program));
        return workload;
    }
    std::vector<std::uint32_t> words() const {
        std::vector<std::uint32_t> out(32);
        queue.enqueue_read_mesh_buffer(out.data(), buffer, true);
        return out;
    }
    const std::shared_ptr<MeshDevice> mesh = MeshDevice::create_unit_mesh(0, 0, 4096);
    MeshCommandQueue& queue = mesh->mesh_command_queue();
    const std::shared_ptr<MeshBuffer> buffer =
        MeshBuffer::create(ReplicatedBufferConfig{128}, {.page_size = 64}, mesh.get());
    std::vector<std::uint32_t> numbers = [] {
        std::vector<std::uint32_t> out(32);
        std::iota(out.begin(), out.end(), 1u);
        return out;
    }();
};

TEST_F(Mesh, QueuesCopyWholeBuffersAndShards) {
    queue.enqueue_write_mesh_buffer(buffer, numbers.data(), false);
    EXPECT_EQ(words(), numbers);
    std::vector<std::uint32_t> part(16, 7);
    using Transfer = MeshCommandQueue::ShardDataTransfer;
    queue.enqueue_write_shards(
        buffer,
        {Transfer{.shard_coord = MeshCoordinate(0, 0), .host_data = part.data(), .region = BufferRegion(64, 64)}},
        false);
    EXPECT_EQ(words()[15], 16u);
    EXPECT_EQ(words()[16], 7u);
    std::vector<std::uint32_t> back(32);
    queue.enqueue_read_shards({{.shard_coord = MeshCoordinate(0, 0), .host_data = back.data()}}, buffer, true);
    EXPECT_EQ(back, words());
    queue.enqueue_write_shard_to_sub_grid(*buffer, numbers.data(), MeshCoordinateRange(mesh->shape()), true);
    EXPECT_EQ(words(), numbers);
    Finish(queue);
    Synchronize(mesh.get(), std::nullopt);
}

TEST_F(Mesh, HostBuffersGoToTheirDevicesAndBack) {
    DistributedHostBuffer shards = DistributedHostBuffer::create(mesh->shape());
    EXPECT_FALSE(shards.get_shard(MeshCoordinate(0, 0)).has_value());
    shards.emplace_shard(MeshCoordinate(0, 0), [&] { return HostBuffer(numbers); });
    const DistributedHostBuffer doubled = shards.transform([](const HostBuffer& shard) {
        std::vector<std::uint32_t> out;
        for (const std::uint32_t word : shard.view_as<std::uint32_t>()) out.push_back(2 * word);
        return HostBuffer(std::move(out));
    });
    queue.enqueue_write(buffer, doubled, true);
    EXPECT_EQ(words()[31], 64u);
    DistributedHostBuffer back = DistributedHostBuffer::create(mesh->shape());
    queue.enqueue_read(buffer, back, std::nullopt, true);
    EXPECT_EQ(*back.get_shard(MeshCoordinate(0, 0)), *doubled.get_shard(MeshCoordinate(0, 0)));
    int seen = 0;
    back.apply([&](const HostBuffer& shard) { seen += shard.view_bytes().size() == 128; });
    EXPECT_EQ(seen, 1);
    EXPECT_THAT(shards.shard_coords(), ElementsAre(MeshCoordinate(0, 0)));
    shards.emplace_shard(MeshCoordinate(0, 0), [] { return HostBuffer(std::vector<std::uint32_t>(33)); });
    EXPECT_THAT(thrown_by([&] { queue.enqueue_write(buffer, shards, true); }),
                HasSubstr("132 bytes written to a buffer of 128"));
}

TEST_F(Mesh, HostBuffersShareTheirMemory) {
    HostBuffer own(std::vector<float>{1, 2, 3});
    HostBuffer copy = own;
    host_buffer::get_as<float>(copy)[1] = 5;
    EXPECT_THAT(host_buffer::get_as<float>(std::as_const(own)), ElementsAre(1, 5, 3));
    EXPECT_NE(thrown_by([&] { own.view_as<int>(); }), "nothing");

    int users = 0;
    float borrowed[] = {4, 5};
    {
        const MemoryPin pin([&] { ++users; }, [&] { --users; });
        HostBuffer other(tt::stl::Span<float>(borrowed), pin);
        EXPECT_EQ(users, 1);
        own.swap(other);
        EXPECT_FALSE(own.pin() == nullptr);
    }
    EXPECT_EQ(users, 1) << "still pinned";
    own = HostBuffer();
    EXPECT_EQ(users, 0);
    EXPECT_TRUE(MemoryPin() == nullptr);
}

TEST_F(Mesh, TracesAndEventsAreTheQueues) {
    MeshWorkload workload = adding();
    queue.enqueue_write_mesh_buffer(buffer, numbers.data(), true);
    const MeshTraceId trace = mesh->begin_mesh_trace(0);
    queue.enqueue_mesh_workload(workload, false);
    mesh->end_mesh_trace(0, trace);
    EXPECT_EQ(words()[0], 1u);
    mesh->replay_mesh_trace(0, trace, true);
    queue.enqueue_trace(trace, true);
    EXPECT_EQ(words()[0], 3u);
    mesh->release_mesh_trace(trace);
    EXPECT_THAT(thrown_by([&] { queue.enqueue_trace(trace, true); }), HasSubstr("does not exist"));

    const MeshEvent event = queue.enqueue_record_event();
    queue.enqueue_wait_for_event(event);
    const MeshEvent to_host = queue.enqueue_record_event_to_host();
    EXPECT_GT(to_host.id(), event.id());
    EXPECT_EQ(to_host.device(), mesh.get());
}

TEST_F(Mesh, BuffersTellHowTheyLie) {
    EXPECT_TRUE(buffer->is_allocated());
    EXPECT_EQ(buffer->device_local_size(), 128u);
    EXPECT_EQ(buffer->global_layout(), MeshBufferLayout::REPLICATED);
    const MeshBufferConfig& config = buffer->global_config();
    EXPECT_EQ(std::get<ReplicatedBufferConfig>(config).size, 128u);
    EXPECT_EQ(buffer->get_device_buffer(MeshCoordinate(0, 0)), buffer->get_reference_buffer());
    EXPECT_THAT(thrown_by([&] { buffer->global_shard_spec(); }), HasSubstr("shard"));

    const distributed::ShardedBufferConfig whole{
        .global_size = 4096, .global_buffer_shape = {32, 64}, .shard_shape = {0, 64}};
    const auto sharded = MeshBuffer::create(whole, {.page_size = 2048}, mesh.get());
    EXPECT_EQ(sharded->global_layout(), MeshBufferLayout::SHARDED);
    EXPECT_EQ(sharded->global_shard_spec().global_size, 4096u);
    EXPECT_EQ(sharded->datum_size_bytes(), 2u);
    EXPECT_EQ(sharded->physical_shard_shape(), (Shape2D{32, 64}));
    EXPECT_EQ(sharded->replicated_dims(), std::pair(true, false));
    sharded->deallocate();
    EXPECT_FALSE(sharded->is_allocated());

    const AnyBuffer any =
        AnyBuffer::create(tt::tt_metal::InterleavedBufferConfig{.device = mesh.get(), .size = 64, .page_size = 64});
    EXPECT_EQ(any.get_buffer()->size(), 64u);
    EXPECT_FALSE(any.is_mesh_buffer());
}

TEST_F(Mesh, PlacesCarryValues) {
    MeshContainer<int> squares(MeshShape(2, 3), 0);
    for (auto& [place, value] : squares) value = static_cast<int>(place[0] * 10 + place[1]);
    EXPECT_THAT(squares.values(), ElementsAre(0, 1, 2, 10, 11, 12));
    const MeshCoordinateValueProxy<int> second = *++squares.begin();
    EXPECT_EQ(second.coord(), MeshCoordinate(0, 1));
    EXPECT_EQ(squares.coord_range().shape(), squares.shape());

    MeshCoordinateRangeSet set(MeshCoordinateRange(MeshCoordinate(0, 0), MeshCoordinate(1, 1)));
    set.merge(MeshCoordinateRange(MeshCoordinate(1, 1), MeshCoordinate(1, 2)));
    EXPECT_EQ(set.coords().size(), 5u);
}

}  // namespace
