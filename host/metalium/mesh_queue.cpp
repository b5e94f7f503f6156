// The queues of a mesh and what is enqueued on them.
#include <fmt/ranges.h>

#include <algorithm>

#include "host/metalium/simulation.hpp"
#include "tt-metalium/distributed.hpp"
#include "tt-metalium/host_api.hpp"

namespace tt::tt_metal::distributed {

using tessera::fault::InputError;

MeshCommandQueue::MeshCommandQueue(MeshDevice& device, std::uint32_t id) : CommandQueue(device, id), mesh_(&device) {}

CommandQueue& MeshCommandQueue::of(const MeshCoordinate& at) const {
    return mesh_->get_device(at)->command_queue(id());
}

void MeshCommandQueue::finish(tt::stl::Span<const SubDeviceId> sub_devices) {
    for (IDevice* device : mesh_->get_devices()) device->command_queue(id()).finish(sub_devices);
}

void MeshCommandQueue::enqueue_mesh_workload(MeshWorkload& workload, bool blocking) {
    const MeshCoordinateRange all(mesh_->shape());
    for (const auto& [devices, program] : workload.get_programs())
        if (!all.contains(devices))
            throw InputError(
                fmt::format("a program for devices ({}) to ({}) of a mesh of {}; use "
                            "MeshCoordinateRange(device->shape())",
                            fmt::join(devices.start_coord().coords(), ", "),
                            fmt::join(devices.end_coord().coords(), ", "), fmt::join(mesh_->shape().view(), " x ")));
    for (auto& [devices, program] : workload.get_programs())
        for (const MeshCoordinate& at : devices) EnqueueProgram(of(at), program, blocking);
}

void MeshCommandQueue::enqueue_write_mesh_buffer(const std::shared_ptr<MeshBuffer>& buffer, const void* data,
                                                 bool blocking) {
    distributed::enqueue_write(*this, *buffer, data, buffer->size(), blocking);
}
void MeshCommandQueue::enqueue_read_mesh_buffer(void* data, const std::shared_ptr<MeshBuffer>& buffer, bool blocking) {
    distributed::enqueue_read(*this, *buffer, data, buffer->size(), blocking);
}
void MeshCommandQueue::enqueue_write_shards(const std::shared_ptr<MeshBuffer>& buffer,
                                            const std::vector<ShardDataTransfer>& transfers, bool blocking) {
    for (const ShardDataTransfer& transfer : transfers) {
        Buffer& on_device = *buffer->get_device_buffer(transfer.shard_coord);
        EnqueueWriteSubBuffer(of(transfer.shard_coord), on_device, transfer.host_data,
                              transfer.region.value_or(BufferRegion(0, on_device.size())), blocking);
    }
}
void MeshCommandQueue::enqueue_write_shard_to_sub_grid(const MeshBuffer& buffer, const void* data,
                                                       const MeshCoordinateRange& devices, bool blocking,
                                                       std::optional<BufferRegion> region) {
    for (const MeshCoordinate& at : devices) {
        Buffer& on_device = *buffer.get_device_buffer(at);
        EnqueueWriteSubBuffer(of(at), on_device, data, region.value_or(BufferRegion(0, on_device.size())), blocking);
    }
}
void MeshCommandQueue::enqueue_read_shards(const std::vector<ShardDataTransfer>& transfers,
                                           const std::shared_ptr<MeshBuffer>& buffer, bool blocking) {
    for (const ShardDataTransfer& transfer : transfers) {
        Buffer& on_device = *buffer->get_device_buffer(transfer.shard_coord);
        EnqueueReadSubBuffer(of(transfer.shard_coord), on_device, transfer.host_data,
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
        tt_metal::enqueue_write(of(at), on_device, shard.view_bytes().data(), shard.view_bytes().size(), blocking);
    }
    if (blocking) finish();
}
void MeshCommandQueue::enqueue_read(const std::shared_ptr<MeshBuffer>& buffer, DistributedHostBuffer& data,
                                    const std::optional<std::vector<MeshCoordinate>>& places, bool blocking) {
    for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape())) {
        if (places && std::ranges::find(*places, at) == places->end()) continue;
        std::vector<std::byte> bytes(buffer->get_device_buffer(at)->size());
        EnqueueReadBuffer(of(at), *buffer->get_device_buffer(at), bytes.data(), blocking);
        data.emplace_shard(at, [&] { return HostBuffer(std::move(bytes)); });
    }
}

MeshEvent MeshCommandQueue::enqueue_record_event(tt::stl::Span<const SubDeviceId>,
                                                 const std::optional<MeshCoordinateRange>& devices) {
    tessera::host::refuse_in_capture(*mesh_, "an event recorded");
    const std::uint32_t number = next_event_++;
    const MeshCoordinateRange range = devices.value_or(MeshCoordinateRange(mesh_->shape()));
    for (const IDevice* device : mesh_->get_view().get_devices(range))
        device->simulation().queues.record({id(), number});
    return {number, mesh_, id(), range};
}
void MeshCommandQueue::enqueue_wait_for_event(const MeshEvent& event) {
    tessera::host::refuse_in_capture(*mesh_, "an event waited for");
    for (const IDevice* device : event.device()->get_view().get_devices(event.device_range()))
        device->simulation().queues.wait(id(), {event.mesh_cq_id(), event.id()});
}
void EventSynchronize(const MeshEvent& event) {
    for (const IDevice* device : event.device()->get_view().get_devices(event.device_range()))
        device->simulation().queues.host_waits({event.mesh_cq_id(), event.id()});
}

std::optional<MeshTraceId> MeshCommandQueue::trace_id() const {
    const auto& capture = mesh_->simulation().capture;
    if (!capture || capture->queue != id()) return std::nullopt;
    return MeshTraceId{capture->trace};
}
void MeshCommandQueue::enqueue_trace(const MeshTraceId& trace, bool blocking) {
    mesh_->replay_mesh_trace(static_cast<std::uint8_t>(id()), trace, blocking);
}

void MeshWorkload::add_program(const MeshCoordinateRange& devices, Program&& program) {
    for (const auto& [taken, other] : programs_)
        if (taken.intersects(devices))
            throw InputError("a workload takes one program for each device; enqueue a second workload");
    programs_.try_emplace(devices, std::move(program));
}

void EnqueueMeshWorkload(MeshCommandQueue& queue, MeshWorkload& workload, bool blocking) {
    queue.enqueue_mesh_workload(workload, blocking);
}

}  // namespace tt::tt_metal::distributed
