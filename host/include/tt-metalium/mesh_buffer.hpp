#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "buffer.hpp"
#include "mesh_coord.hpp"

namespace tt::tt_metal {

// Sharding is refused when the buffer is created.
struct BufferShardingArgs {
    TensorMemoryLayout buffer_layout = TensorMemoryLayout::INTERLEAVED;
};

}  // namespace tt::tt_metal

namespace tt::tt_metal::distributed {

class MeshDevice;

struct DeviceLocalBufferConfig {
    DeviceAddr page_size = 0;  // bytes
    BufferType buffer_type = BufferType::DRAM;
    BufferShardingArgs sharding_args = {};
    std::optional<bool> bottom_up = std::nullopt;  // no effect
};
struct ReplicatedBufferConfig {
    DeviceAddr size = 0;  // bytes
};
// Spread over a mesh: refused when the buffer is created.
struct ShardedBufferConfig {
    DeviceAddr global_size = 0;
};
using MeshBufferConfig = std::variant<ReplicatedBufferConfig, ShardedBufferConfig>;

class MeshBuffer {
  public:
    static std::shared_ptr<MeshBuffer> create(const MeshBufferConfig& config, const DeviceLocalBufferConfig& local,
                                              MeshDevice* device);

    DeviceAddr address() const { return buffer_->address(); }
    DeviceAddr size() const { return buffer_->size(); }
    DeviceAddr device_local_size() const { return buffer_->size(); }
    DeviceAddr page_size() const { return buffer_->page_size(); }
    std::uint32_t num_pages() const { return buffer_->num_pages(); }
    bool is_allocated() const { return true; }
    MeshDevice* device() const { return device_; }
    Buffer* get_backing_buffer() const { return buffer_.get(); }
    Buffer* get_reference_buffer() const { return buffer_.get(); }
    Buffer* get_device_buffer(const MeshCoordinate&) const { return buffer_.get(); }

  private:
    MeshBuffer(MeshDevice* device, std::shared_ptr<Buffer> buffer) : device_(device), buffer_(std::move(buffer)) {}
    MeshDevice* device_;
    std::shared_ptr<Buffer> buffer_;
};

}  // namespace tt::tt_metal::distributed
