// Queues of the mesh. Everything is done when the call that enqueues it returns, save while a trace is captured
// (MeshDevice::begin_mesh_trace): workloads are only noted then.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "buffer.hpp"
#include "command_queue.hpp"
#include "distributed_host_buffer.hpp"
#include "mesh_coord.hpp"
#include "mesh_event.hpp"
#include "mesh_trace_id.hpp"
#include "sub_device_types.hpp"

namespace tt::tt_metal {

class HostTensor;
class MeshTensor;

}  // namespace tt::tt_metal

namespace tt::tt_metal::distributed {

class MeshBuffer;
class MeshDevice;
class MeshWorkload;

class MeshCommandQueue : public CommandQueue {
  public:
    MeshCommandQueue(MeshDevice& device, std::uint32_t id);
    MeshDevice* device() const { return mesh_; }
    CommandQueue& of(const MeshCoordinate& at) const;  // this queue of one device
    void finish(tt::stl::Span<const SubDeviceId> sub_devices = {});

    void enqueue_mesh_workload(MeshWorkload& workload, bool blocking);

    struct ShardDataTransfer {  // the data of one device
        MeshCoordinate shard_coord;
        void* host_data = nullptr;
        std::optional<BufferRegion> region = std::nullopt;
    };
    // A replicated buffer gets the same data on every device; one is read from a mesh of one device only, else by
    // shards (InputError).
    void enqueue_write_mesh_buffer(const std::shared_ptr<MeshBuffer>& buffer, const void* data, bool blocking);
    void enqueue_write_shards(const std::shared_ptr<MeshBuffer>& buffer,
                              const std::vector<ShardDataTransfer>& transfers, bool blocking);
    void enqueue_write_shard_to_sub_grid(const MeshBuffer& buffer, const void* data, const MeshCoordinateRange& devices,
                                         bool blocking, std::optional<BufferRegion> region = std::nullopt);
    void enqueue_read_mesh_buffer(void* data, const std::shared_ptr<MeshBuffer>& buffer, bool blocking);
    void enqueue_read_shards(const std::vector<ShardDataTransfer>& transfers, const std::shared_ptr<MeshBuffer>& buffer,
                             bool blocking);

    // Shard by shard; nothing happens where the host has none.
    void enqueue_write(const std::shared_ptr<MeshBuffer>& buffer, const DistributedHostBuffer& data, bool blocking);
    void enqueue_read(const std::shared_ptr<MeshBuffer>& buffer, DistributedHostBuffer& data,
                      const std::optional<std::vector<MeshCoordinate>>& places, bool blocking);

    // tensor/tensor_apis.hpp.
    void enqueue_write_tensor(const HostTensor& host, MeshTensor& tensor);
    HostTensor enqueue_read_tensor(const MeshTensor& tensor, bool blocking = true);

    MeshEvent enqueue_record_event(tt::stl::Span<const SubDeviceId> sub_devices = {},
                                   const std::optional<MeshCoordinateRange>& devices = std::nullopt);
    MeshEvent enqueue_record_event_to_host(tt::stl::Span<const SubDeviceId> sub_devices = {},
                                           const std::optional<MeshCoordinateRange>& devices = std::nullopt) {
        return enqueue_record_event(sub_devices, devices);
    }
    void enqueue_wait_for_event(const MeshEvent& event);
    std::optional<MeshTraceId> trace_id() const;  // that it captures
    void enqueue_trace(const MeshTraceId& id, bool blocking);

  private:
    MeshDevice* mesh_;
    std::uint32_t next_event_ = 1;
};

// What distributed.hpp's functions for vectors do.
void enqueue_write(MeshCommandQueue& queue, MeshBuffer& buffer, const void* data, std::size_t bytes, bool blocking);
void enqueue_read(MeshCommandQueue& queue, MeshBuffer& buffer, void* data, std::size_t bytes, bool blocking);

}  // namespace tt::tt_metal::distributed
