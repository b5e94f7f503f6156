// A mesh of one device: the device, its queues, its buffers.
#include <fmt/format.h>

#include <algorithm>

#include "host/metalium/process.hpp"
#include "host/metalium/simulation.hpp"
#include "tt-metalium/distributed.hpp"
#include "tt-metalium/host_api.hpp"

namespace tt::tt_metal::distributed {

using tessera::fault::InputError;

MeshDevice::MeshDevice(int id, const DeviceSettings& settings) : IDevice(id, settings) {
    for (std::uint32_t queue = 0; queue < settings.num_command_queues; ++queue) mesh_queues_.emplace_back(*this, queue);
}

std::shared_ptr<MeshDevice> MeshDevice::create_unit_mesh(int id, std::size_t l1_small_size,
                                                         std::size_t trace_region_size, std::size_t num_command_queues,
                                                         const DispatchCoreConfig&, tt::stl::Span<const std::uint32_t>,
                                                         std::size_t) {
    return std::shared_ptr<MeshDevice>(new MeshDevice(id, {num_command_queues, l1_small_size, trace_region_size}));
}

std::map<int, std::shared_ptr<MeshDevice>> MeshDevice::create_unit_meshes(
    const std::vector<int>& ids, std::size_t l1_small_size, std::size_t trace_region_size,
    std::size_t num_command_queues, const DispatchCoreConfig&, tt::stl::Span<const std::uint32_t>, std::size_t) {
    std::map<int, std::shared_ptr<MeshDevice>> meshes;
    for (const int id : ids) meshes[id] = create_unit_mesh(id, l1_small_size, trace_region_size, num_command_queues);
    return meshes;
}

std::shared_ptr<MeshDevice> MeshDevice::create(const MeshDeviceConfig& config, std::size_t l1_small_size,
                                               std::size_t trace_region_size, std::size_t num_command_queues,
                                               const DispatchCoreConfig&, tt::stl::Span<const std::uint32_t>,
                                               std::size_t) {
    tessera::host::show_uncaught_faults();
    if (config.mesh_shape.mesh_size() != 1)
        throw InputError(
            fmt::format("a mesh of {} devices: one chip is simulated, ask for 1 x 1", config.mesh_shape.mesh_size()));
    const auto& ids = config.physical_device_ids;
    return create_unit_mesh(ids.empty() ? 0 : ids.front(), l1_small_size, trace_region_size, num_command_queues);
}

MeshCommandQueue& MeshDevice::mesh_command_queue(std::optional<std::size_t> id) {
    if (id.value_or(0) >= mesh_queues_.size())
        throw InputError(fmt::format("command queue {}: the device was opened with {}", *id, mesh_queues_.size()));
    return mesh_queues_[id.value_or(0)];
}

IDevice* MeshDevice::get_device(const MeshCoordinate& at) { return get_view().get_device(at); }
IDevice* MeshDevice::get_device(int id) {
    if (id != this->id())
        throw InputError(fmt::format("device {} is not in the mesh; it has one, device {}", id, this->id()));
    return this;
}
bool MeshDevice::is_local(const MeshCoordinate& at) const {
    to_linear_index(shape(), at);
    return true;
}
void MeshDevice::reshape(const MeshShape& wanted) {
    if (wanted != shape()) throw InputError("a mesh of one device has one shape, 1 x 1");
}
std::shared_ptr<MeshDevice> MeshDevice::create_submesh(const MeshShape& wanted,
                                                       const std::optional<MeshCoordinate>& offset) {
    reshape(wanted);
    if (offset) is_local(*offset);
    return shared_from_this();
}

MeshTraceId MeshDevice::begin_mesh_trace(std::uint8_t queue) {
    const MeshTraceId id{tessera::host::begin_capture(*this, queue)};
    return id;
}
void MeshDevice::begin_mesh_trace(std::uint8_t queue, const MeshTraceId& id) {
    tessera::host::begin_capture(*this, queue, *id);
}
void MeshDevice::end_mesh_trace(std::uint8_t queue, const MeshTraceId& id) {
    tessera::host::end_capture(*this, queue, *id);
}
void MeshDevice::replay_mesh_trace(std::uint8_t queue, const MeshTraceId& id, bool blocking) {
    tessera::host::replay(*this, queue, *id, blocking);
}
void MeshDevice::release_mesh_trace(const MeshTraceId& id) { tessera::host::release(*this, *id); }

MeshCommandQueue::MeshCommandQueue(MeshDevice& device, std::uint32_t id) : CommandQueue(device, id), mesh_(&device) {}

void MeshCommandQueue::enqueue_mesh_workload(MeshWorkload& workload, bool blocking) {
    for (auto& [devices, program] : workload.get_programs()) EnqueueProgram(*this, program, blocking);
}

void MeshCommandQueue::enqueue_write_mesh_buffer(const std::shared_ptr<MeshBuffer>& buffer, const void* data,
                                                 bool blocking) {
    EnqueueWriteBuffer(*this, *buffer->get_backing_buffer(), data, blocking);
}
void MeshCommandQueue::enqueue_read_mesh_buffer(void* data, const std::shared_ptr<MeshBuffer>& buffer, bool blocking) {
    EnqueueReadBuffer(*this, *buffer->get_backing_buffer(), data, blocking);
}
void MeshCommandQueue::enqueue_write_shards(const std::shared_ptr<MeshBuffer>& buffer,
                                            const std::vector<ShardDataTransfer>& transfers, bool blocking) {
    for (const ShardDataTransfer& transfer : transfers) {
        Buffer& on_device = *buffer->get_device_buffer(transfer.shard_coord);
        EnqueueWriteSubBuffer(*this, on_device, transfer.host_data,
                              transfer.region.value_or(BufferRegion(0, on_device.size())), blocking);
    }
}
void MeshCommandQueue::enqueue_write_shard_to_sub_grid(const MeshBuffer& buffer, const void* data,
                                                       const MeshCoordinateRange& devices, bool blocking,
                                                       std::optional<BufferRegion> region) {
    for (const MeshCoordinate& at : devices) {
        Buffer& on_device = *buffer.get_device_buffer(at);
        EnqueueWriteSubBuffer(*this, on_device, data, region.value_or(BufferRegion(0, on_device.size())), blocking);
    }
}
void MeshCommandQueue::enqueue_read_shards(const std::vector<ShardDataTransfer>& transfers,
                                           const std::shared_ptr<MeshBuffer>& buffer, bool blocking) {
    for (const ShardDataTransfer& transfer : transfers) {
        Buffer& on_device = *buffer->get_device_buffer(transfer.shard_coord);
        EnqueueReadSubBuffer(*this, on_device, transfer.host_data,
                             transfer.region.value_or(BufferRegion(0, on_device.size())), blocking);
    }
}

void MeshCommandQueue::enqueue_write(const std::shared_ptr<MeshBuffer>& buffer, const DistributedHostBuffer& data,
                                     bool blocking) {
    for (const MeshCoordinate& at : data.shard_coords()) {
        const HostBuffer shard = *data.get_shard(at);
        Buffer& on_device = *buffer->get_device_buffer(at);
        if (shard.view_bytes().size() > on_device.size())
            throw InputError(
                fmt::format("{} bytes written to a buffer of {}", shard.view_bytes().size(), on_device.size()));
        tt_metal::enqueue_write(*this, on_device, shard.view_bytes().data(), shard.view_bytes().size(), blocking);
    }
    if (blocking) finish();
}
void MeshCommandQueue::enqueue_read(const std::shared_ptr<MeshBuffer>& buffer, DistributedHostBuffer& data,
                                    const std::optional<std::vector<MeshCoordinate>>& places, bool blocking) {
    for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape())) {
        if (places && std::ranges::find(*places, at) == places->end()) continue;
        std::vector<std::byte> bytes(buffer->get_device_buffer(at)->size());
        EnqueueReadBuffer(*this, *buffer->get_device_buffer(at), bytes.data(), blocking);
        data.emplace_shard(at, [&] { return HostBuffer(std::move(bytes)); });
    }
}

MeshEvent MeshCommandQueue::enqueue_record_event(tt::stl::Span<const SubDeviceId>,
                                                 const std::optional<MeshCoordinateRange>& devices) {
    tessera::host::refuse_in_capture(*mesh_, "an event recorded");
    const std::uint32_t number = next_event_++;
    mesh_->simulation().queues.record({id(), number});
    return {number, mesh_, id(), devices.value_or(MeshCoordinateRange(mesh_->shape()))};
}
void MeshCommandQueue::enqueue_wait_for_event(const MeshEvent& event) {
    tessera::host::refuse_in_capture(*mesh_, "an event waited for");
    mesh_->simulation().queues.wait(id(), {event.mesh_cq_id(), event.id()});
}
void EventSynchronize(const MeshEvent& event) {
    event.device()->simulation().queues.host_waits({event.mesh_cq_id(), event.id()});
}

std::optional<MeshTraceId> MeshCommandQueue::trace_id() const {
    const auto& capture = mesh_->simulation().capture;
    if (!capture || capture->queue != id()) return std::nullopt;
    return MeshTraceId{capture->trace};
}
void MeshCommandQueue::enqueue_trace(const MeshTraceId& trace, bool blocking) {
    tessera::host::replay(*mesh_, id(), *trace, blocking);
}

std::shared_ptr<MeshBuffer> MeshBuffer::create(const MeshBufferConfig& config, const DeviceLocalBufferConfig& local,
                                               MeshDevice* device, std::optional<DeviceAddr> address) {
    DeviceAddr size = 0;
    if (const auto* replicated = std::get_if<ReplicatedBufferConfig>(&config)) {
        size = replicated->size;
    } else {
        const auto& sharded = std::get<ShardedBufferConfig>(config);
        const Shape2D part = sharded.physical_shard_shape();
        if (part != sharded.global_buffer_shape)
            throw InputError(
                fmt::format("a shard of {} x {} of a buffer of {} x {}: a mesh of one device holds all of "
                            "it in one shard",
                            part.height(), part.width(), sharded.global_buffer_shape.height(),
                            sharded.global_buffer_shape.width()));
        size = sharded.global_size;
    }
    auto buffer = address ? Buffer::create(device, *address, size, local.page_size, local.buffer_type,
                                           local.sharding_args, local.bottom_up, local.sub_device_id)
                          : Buffer::create(device, size, local.page_size, local.buffer_type, local.sharding_args,
                                           local.bottom_up, local.sub_device_id);
    return std::shared_ptr<MeshBuffer>(new MeshBuffer(config, local, device, std::move(buffer)));
}

const ShardedBufferConfig& MeshBuffer::global_shard_spec() const {
    if (const auto* sharded = std::get_if<ShardedBufferConfig>(&config_)) return *sharded;
    throw InputError("a replicated mesh buffer has no shards over the mesh");
}

Buffer* MeshBuffer::get_device_buffer(const MeshCoordinate& at) const {
    to_linear_index(MeshShape(1, 1), at);
    return buffer_.get();
}

std::uint32_t ShardedBufferConfig::compute_datum_size_bytes() const {
    const std::size_t elements = global_buffer_shape.height() * global_buffer_shape.width();
    if (elements == 0) throw InputError("a sharded mesh buffer without a global shape");
    return static_cast<std::uint32_t>(global_size / elements);
}

Shape2D ShardedBufferConfig::physical_shard_shape() const {
    const auto [high, wide] = replicated_dims();
    return {high ? global_buffer_shape.height() : shard_shape.height(),
            wide ? global_buffer_shape.width() : shard_shape.width()};
}

AnyBuffer AnyBuffer::create(const tt::tt_metal::InterleavedBufferConfig& config, std::optional<std::uint64_t> address) {
    return AnyBuffer(address ? CreateBuffer(config, *address) : CreateBuffer(config));
}
AnyBuffer AnyBuffer::create(const tt::tt_metal::ShardedBufferConfig& config, std::optional<std::uint64_t> address) {
    return AnyBuffer(address ? CreateBuffer(config, *address) : CreateBuffer(config));
}

void MeshWorkload::add_program(const MeshCoordinateRange& devices, Program&& program) {
    if (devices != MeshCoordinateRange(MeshShape(1, 1)))
        throw InputError(
            "a program for devices outside the mesh, which is 1 x 1; use MeshCoordinateRange(device->shape())");
    if (!programs_.try_emplace(devices, std::move(program)).second)
        throw InputError("a workload takes one program for each device; enqueue a second workload");
}

void EnqueueMeshWorkload(MeshCommandQueue& queue, MeshWorkload& workload, bool blocking) {
    queue.enqueue_mesh_workload(workload, blocking);
}

}  // namespace tt::tt_metal::distributed
