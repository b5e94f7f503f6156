// Enqueueing on a mesh of one device (spec/kernel-api.md 5.2). Vectors read into are resized to the buffer.
#pragma once

#include <memory>
#include <vector>

#include "host_api.hpp"
#include "mesh_buffer.hpp"
#include "mesh_device.hpp"
#include "mesh_workload.hpp"

namespace tt::tt_metal::distributed {

inline MeshWorkload CreateMeshWorkload() { return {}; }
inline void AddProgramToMeshWorkload(MeshWorkload& workload, Program&& program, const MeshCoordinateRange& devices) {
    workload.add_program(devices, std::move(program));
}
void EnqueueMeshWorkload(MeshCommandQueue& queue, MeshWorkload& workload, bool blocking);
inline void Finish(MeshCommandQueue& queue) { queue.finish(); }

template <class T>
void EnqueueWriteMeshBuffer(MeshCommandQueue& queue, const std::shared_ptr<MeshBuffer>& buffer,
                            const std::vector<T>& data, bool blocking = false) {
    EnqueueWriteBuffer(queue, *buffer->get_backing_buffer(), data, blocking);
}
template <class T>
void EnqueueReadMeshBuffer(MeshCommandQueue& queue, std::vector<T>& data, const std::shared_ptr<MeshBuffer>& buffer,
                           bool blocking = true) {
    EnqueueReadBuffer(queue, *buffer->get_backing_buffer(), data, blocking);
}
template <class T>
void WriteShard(MeshCommandQueue& queue, const std::shared_ptr<MeshBuffer>& buffer, const std::vector<T>& data,
                const MeshCoordinate&, bool blocking = false) {
    EnqueueWriteMeshBuffer(queue, buffer, data, blocking);
}
template <class T>
void ReadShard(MeshCommandQueue& queue, std::vector<T>& data, const std::shared_ptr<MeshBuffer>& buffer,
               const MeshCoordinate&, bool blocking = true) {
    EnqueueReadMeshBuffer(queue, data, buffer, blocking);
}

}  // namespace tt::tt_metal::distributed
