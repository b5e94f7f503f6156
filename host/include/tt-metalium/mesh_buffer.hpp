#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "buffer.hpp"
#include "mesh_coord.hpp"
#include "shape2d.hpp"

namespace tt::tt_metal::distributed {

class MeshDevice;

// How the buffer lies in the banks of one device.
struct DeviceLocalBufferConfig {
    DeviceAddr page_size = 0;  // bytes
    BufferType buffer_type = BufferType::DRAM;
    BufferShardingArgs sharding_args = {};
    std::optional<bool> bottom_up = std::nullopt;
    std::optional<SubDeviceId> sub_device_id = std::nullopt;
};
struct ReplicatedBufferConfig {
    DeviceAddr size = 0;  // bytes
};
// One part to each device of the mesh. Sides of 0 are as long as the whole.
struct ShardedBufferConfig {
    DeviceAddr global_size = 0;  // bytes
    Shape2D global_buffer_shape = {0, 0};
    Shape2D shard_shape = {0, 0};
    ShardOrientation shard_orientation = ShardOrientation::ROW_MAJOR;

    std::uint32_t compute_datum_size_bytes() const;
    std::pair<bool, bool> replicated_dims() const { return {shard_shape.height() == 0, shard_shape.width() == 0}; }
    Shape2D physical_shard_shape() const;
};
enum class MeshBufferLayout : std::uint8_t { REPLICATED, SHARDED };
using MeshBufferConfig = std::variant<ReplicatedBufferConfig, ShardedBufferConfig>;

class MeshBuffer {
  public:
    // InputError for parts that one device does not hold all of.
    static std::shared_ptr<MeshBuffer> create(const MeshBufferConfig& config, const DeviceLocalBufferConfig& local,
                                              MeshDevice* device, std::optional<DeviceAddr> address = std::nullopt);

    DeviceAddr address() const { return buffer_->address(); }
    DeviceAddr size() const { return buffer_->size(); }
    DeviceAddr device_local_size() const { return buffer_->size(); }
    DeviceAddr page_size() const { return buffer_->page_size(); }
    std::uint32_t num_pages() const { return buffer_->num_pages(); }
    bool is_allocated() const { return buffer_->is_allocated(); }
    void deallocate() { DeallocateBuffer(*buffer_); }
    MeshDevice* device() const { return device_; }

    MeshBufferLayout global_layout() const {
        return std::holds_alternative<ShardedBufferConfig>(config_) ? MeshBufferLayout::SHARDED
                                                                    : MeshBufferLayout::REPLICATED;
    }
    const MeshBufferConfig& global_config() const { return config_; }
    const ShardedBufferConfig& global_shard_spec() const;  // InputError for a replicated one
    const DeviceLocalBufferConfig& device_local_config() const { return local_; }
    std::uint32_t datum_size_bytes() const { return global_shard_spec().compute_datum_size_bytes(); }
    Shape2D physical_shard_shape() const { return global_shard_spec().physical_shard_shape(); }
    std::pair<bool, bool> replicated_dims() const { return global_shard_spec().replicated_dims(); }

    Buffer* get_backing_buffer() const { return buffer_.get(); }
    Buffer* get_reference_buffer() const { return buffer_.get(); }
    Buffer* get_device_buffer(const MeshCoordinate& at) const;

  private:
    MeshBuffer(MeshBufferConfig config, DeviceLocalBufferConfig local, MeshDevice* device,
               std::shared_ptr<Buffer> buffer)
        : config_(std::move(config)), local_(std::move(local)), device_(device), buffer_(std::move(buffer)) {}
    MeshBufferConfig config_;
    DeviceLocalBufferConfig local_;
    MeshDevice* device_;
    std::shared_ptr<Buffer> buffer_;
};

// A buffer of a device or of a mesh, which are the same here.
class AnyBuffer {
  public:
    AnyBuffer() = default;
    static AnyBuffer create(const tt::tt_metal::InterleavedBufferConfig& config,
                            std::optional<std::uint64_t> address = std::nullopt);
    static AnyBuffer create(const tt::tt_metal::ShardedBufferConfig& config,
                            std::optional<std::uint64_t> address = std::nullopt);
    Buffer* get_buffer() const { return buffer_.get(); }
    bool is_mesh_buffer() const { return false; }
    std::shared_ptr<MeshBuffer> get_mesh_buffer() const { return nullptr; }

  private:
    explicit AnyBuffer(std::shared_ptr<Buffer> buffer) : buffer_(std::move(buffer)) {}
    std::shared_ptr<Buffer> buffer_;
};

}  // namespace tt::tt_metal::distributed
