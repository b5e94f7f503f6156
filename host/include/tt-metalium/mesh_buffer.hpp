#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

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
// A matrix cut into shards, of which each device of a mesh of two dimensions gets one: row by row, or column by column
// by the orientation. A side of 0 is as long as the whole, and each row (height 0) or column (width 0) of devices gets
// the same shards, as the orientation says.
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
    // InputError for shards that do not divide the whole or are more than the devices.
    static std::shared_ptr<MeshBuffer> create(const MeshBufferConfig& config, const DeviceLocalBufferConfig& local,
                                              MeshDevice* device, std::optional<DeviceAddr> address = std::nullopt);

    DeviceAddr address() const { return first().address(); }
    DeviceAddr size() const;  // bytes of the whole; of one device where it is replicated
    DeviceAddr device_local_size() const { return first().size(); }
    DeviceAddr page_size() const { return first().page_size(); }
    std::uint32_t num_pages() const { return first().num_pages(); }
    bool is_allocated() const { return first().is_allocated(); }
    void deallocate();
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

    // Of the first device; those of the others are like it.
    Buffer* get_backing_buffer() const { return &first(); }
    Buffer* get_reference_buffer() const { return &first(); }
    Buffer* get_device_buffer(const MeshCoordinate& at) const;
    std::vector<Buffer*> get_device_buffers() const;  // row by row

  private:
    MeshBuffer(MeshBufferConfig config, DeviceLocalBufferConfig local, MeshDevice* device,
               MeshContainer<std::shared_ptr<Buffer>> buffers)
        : config_(std::move(config)), local_(std::move(local)), device_(device), buffers_(std::move(buffers)) {}
    Buffer& first() const { return *buffers_.values().front(); }
    MeshBufferConfig config_;
    DeviceLocalBufferConfig local_;
    MeshDevice* device_;
    MeshContainer<std::shared_ptr<Buffer>> buffers_;
};

// A buffer of a device, or of a mesh of several.
class AnyBuffer {
  public:
    AnyBuffer() = default;
    static AnyBuffer create(const tt::tt_metal::InterleavedBufferConfig& config,
                            std::optional<std::uint64_t> address = std::nullopt);
    static AnyBuffer create(const tt::tt_metal::ShardedBufferConfig& config,
                            std::optional<std::uint64_t> address = std::nullopt);
    Buffer* get_buffer() const { return buffer_.get(); }
    bool is_mesh_buffer() const { return mesh_buffer_ != nullptr; }
    std::shared_ptr<MeshBuffer> get_mesh_buffer() const { return mesh_buffer_; }
    std::vector<Buffer*> on_each_device() const;

  private:
    explicit AnyBuffer(std::shared_ptr<Buffer> buffer) : buffer_(std::move(buffer)) {}
    explicit AnyBuffer(std::shared_ptr<MeshBuffer> buffer);
    std::shared_ptr<MeshBuffer> mesh_buffer_;
    std::shared_ptr<Buffer> buffer_;
};

}  // namespace tt::tt_metal::distributed
