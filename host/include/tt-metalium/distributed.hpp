// Enqueueing on a mesh (spec/kernel-api.md 5.2). Vectors read into are resized to the buffer.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "buffer.hpp"
#include "host_api.hpp"
#include "mesh_buffer.hpp"
#include "mesh_command_queue.hpp"
#include "mesh_device.hpp"
#include "mesh_event.hpp"
#include "mesh_trace_id.hpp"
#include "mesh_workload.hpp"
#include "system_mesh.hpp"

namespace tt::tt_metal::distributed {

inline MeshWorkload CreateMeshWorkload() { return {}; }
inline void AddProgramToMeshWorkload(MeshWorkload& workload, Program&& program, const MeshCoordinateRange& devices) {
    workload.add_program(devices, std::move(program));
}
inline void Finish(MeshCommandQueue& queue, tt::stl::Span<const SubDeviceId> sub_devices = {}) {
    queue.finish(sub_devices);
}
inline void Synchronize(MeshDevice* mesh, std::optional<std::uint8_t> queue,
                        tt::stl::Span<const SubDeviceId> sub_devices = {}) {
    for (IDevice* device : mesh->get_devices()) tt_metal::Synchronize(device, queue, sub_devices);
}
inline bool UsingDistributedEnvironment() { return false; }

// ---- data. Fewer bytes than the buffer has fill its front; a buffer sharded over several devices takes all
// (InputError).
template <class T>
void EnqueueWriteMeshBuffer(MeshCommandQueue& queue, const std::shared_ptr<MeshBuffer>& buffer,
                            const std::vector<T>& data, bool blocking = false) {
    enqueue_write(queue, *buffer, data.data(), data.size() * sizeof(T), blocking);
}
template <class T>
void EnqueueReadMeshBuffer(MeshCommandQueue& queue, std::vector<T>& data, const std::shared_ptr<MeshBuffer>& buffer,
                           bool blocking = true) {
    data.resize(buffer->size() / sizeof(T));
    enqueue_read(queue, *buffer, data.data(), data.size() * sizeof(T), blocking);
}
template <class T>
void WriteShard(MeshCommandQueue& queue, const std::shared_ptr<MeshBuffer>& buffer, const std::vector<T>& data,
                const MeshCoordinate& at, bool blocking = false) {
    EnqueueWriteBuffer(queue.of(at), *buffer->get_device_buffer(at), data, blocking);
}
template <class T>
void ReadShard(MeshCommandQueue& queue, std::vector<T>& data, const std::shared_ptr<MeshBuffer>& buffer,
               const MeshCoordinate& at, bool blocking = true) {
    EnqueueReadBuffer(queue.of(at), *buffer->get_device_buffer(at), data, blocking);
}

// ---- events: recorded when the call returns.
inline MeshEvent EnqueueRecordEvent(MeshCommandQueue& queue, tt::stl::Span<const SubDeviceId> sub_devices = {},
                                    const std::optional<MeshCoordinateRange>& devices = std::nullopt) {
    return queue.enqueue_record_event(sub_devices, devices);
}
inline MeshEvent EnqueueRecordEventToHost(MeshCommandQueue& queue, tt::stl::Span<const SubDeviceId> sub_devices = {},
                                          const std::optional<MeshCoordinateRange>& devices = std::nullopt) {
    return queue.enqueue_record_event_to_host(sub_devices, devices);
}
inline void EnqueueWaitForEvent(MeshCommandQueue& queue, const MeshEvent& event) {
    queue.enqueue_wait_for_event(event);
}
void EventSynchronize(const MeshEvent& event);
inline bool EventQuery(const MeshEvent&) { return true; }

// ---- traces
inline MeshTraceId BeginTraceCapture(MeshDevice* device, std::uint8_t queue) { return device->begin_mesh_trace(queue); }
inline void EndTraceCapture(MeshDevice* device, std::uint8_t queue, const MeshTraceId& id) {
    device->end_mesh_trace(queue, id);
}
inline void ReplayTrace(MeshDevice* device, std::uint8_t queue, const MeshTraceId& id, bool blocking) {
    device->replay_mesh_trace(queue, id, blocking);
}
inline void ReleaseTrace(MeshDevice* device, const MeshTraceId& id) { device->release_mesh_trace(id); }

}  // namespace tt::tt_metal::distributed
