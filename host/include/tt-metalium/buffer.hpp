// Buffers in DRAM or L1 (spec/kernel-api.md 5.4). Interleaved: page p lies in bank p % banks. Sharded: cut into
// rectangles of pages, whole ones of which lie on chosen cores, or in DRAM banks, where x is the bank.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <variant>

#include "assert.hpp"
#include "bfloat16.hpp"
#include "buffer_distribution_spec.hpp"
#include "buffer_page_mapping.hpp"
#include "buffer_types.hpp"
#include "core_coord.hpp"
#include "hal_types.hpp"
#include "sub_device_types.hpp"

namespace tessera::host {
class Buffer;
}

namespace tt::tt_metal {

class Allocator;
class IDevice;

// The shards of a matrix: `shape` elements of it on each core of the grid.
struct ShardSpec {
    CoreRangeSet grid;
    std::array<std::uint32_t, 2> shape;
    ShardOrientation orientation = ShardOrientation::ROW_MAJOR;

    ShardSpec(const CoreRangeSet& cores, const std::array<std::uint32_t, 2>& shard_shape,
              const ShardOrientation& order = ShardOrientation::ROW_MAJOR)
        : grid(cores), shape(shard_shape), orientation(order) {}
    std::uint32_t num_cores() const { return static_cast<std::uint32_t>(grid.num_cores()); }
    std::uint32_t numel() const { return shape[0] * shape[1]; }
    friend bool operator==(const ShardSpec&, const ShardSpec&) = default;
};
std::ostream& operator<<(std::ostream& out, const ShardSpec& spec);

// The same with the size of a page in elements and of the matrix in pages.
struct ShardSpecBuffer {
    ShardSpec tensor_shard_spec;
    std::array<std::uint32_t, 2> page_shape{};
    std::array<std::uint32_t, 2> tensor2d_shape_in_pages{};

    ShardSpecBuffer(const CoreRangeSet& cores, const std::array<std::uint32_t, 2>& shard_shape,
                    const ShardOrientation& order, const std::array<std::uint32_t, 2>& page,
                    const std::array<std::uint32_t, 2>& tensor_in_pages)
        : ShardSpecBuffer(ShardSpec(cores, shard_shape, order), page, tensor_in_pages) {}
    ShardSpecBuffer(const ShardSpec& spec, const std::array<std::uint32_t, 2>& page,
                    const std::array<std::uint32_t, 2>& tensor_in_pages)
        : tensor_shard_spec(spec), page_shape(page), tensor2d_shape_in_pages(tensor_in_pages) {}

    CoreRangeSet grid() const { return tensor_shard_spec.grid; }
    std::array<std::uint32_t, 2> shape() const { return tensor_shard_spec.shape; }
    ShardOrientation orientation() const { return tensor_shard_spec.orientation; }
    void set_shard_spec(const ShardSpec& spec) { tensor_shard_spec = spec; }
    std::array<std::uint32_t, 2> shape_in_pages() const;  // of a shard
    DeviceAddr num_pages() const;                         // of a shard
};

struct InterleavedBufferConfig {
    IDevice* device = nullptr;
    DeviceAddr size = 0;       // bytes
    DeviceAddr page_size = 0;  // bytes, divides size
    BufferType buffer_type = BufferType::DRAM;
    TensorMemoryLayout buffer_layout = TensorMemoryLayout::INTERLEAVED;
};
struct ShardedBufferConfig {
    IDevice* device = nullptr;
    DeviceAddr size = 0;
    DeviceAddr page_size = 0;
    BufferType buffer_type = BufferType::L1;
    TensorMemoryLayout buffer_layout = TensorMemoryLayout::HEIGHT_SHARDED;
    ShardSpecBuffer shard_parameters;
};
using BufferConfig = std::variant<InterleavedBufferConfig, ShardedBufferConfig>;

// Shards of either generation, or none of them for an interleaved buffer. Of both the distribution decides.
class BufferShardingArgs {
  public:
    BufferShardingArgs() = default;
    BufferShardingArgs(std::nullopt_t) {}
    BufferShardingArgs(BufferDistributionSpec distribution)
        : distribution_(std::move(distribution)), layout_(TensorMemoryLayout::BLOCK_SHARDED) {}
    BufferShardingArgs(std::optional<BufferDistributionSpec> distribution)
        : distribution_(std::move(distribution)),
          layout_(distribution_ ? TensorMemoryLayout::BLOCK_SHARDED : TensorMemoryLayout::INTERLEAVED) {}
    BufferShardingArgs(ShardSpecBuffer spec, TensorMemoryLayout layout) : spec_(std::move(spec)), layout_(layout) {}
    BufferShardingArgs(std::optional<ShardSpecBuffer> spec, TensorMemoryLayout layout)
        : spec_(std::move(spec)), layout_(layout) {}
    BufferShardingArgs(std::optional<BufferDistributionSpec> distribution, std::optional<ShardSpecBuffer> spec,
                       TensorMemoryLayout layout)
        : distribution_(std::move(distribution)), spec_(std::move(spec)), layout_(layout) {}

    const std::optional<BufferDistributionSpec>& buffer_distribution_spec() const { return distribution_; }
    const std::optional<ShardSpecBuffer>& shard_spec() const { return spec_; }
    TensorMemoryLayout buffer_layout() const { return layout_; }

  private:
    std::optional<BufferDistributionSpec> distribution_;
    std::optional<ShardSpecBuffer> spec_;
    TensorMemoryLayout layout_ = TensorMemoryLayout::INTERLEAVED;
};

bool is_sharded(const TensorMemoryLayout& layout);

// Bytes, whole pages of both.
struct BufferRegion {
    DeviceAddr offset = 0, size = 0;
    BufferRegion(DeviceAddr first, DeviceAddr bytes) : offset(first), size(bytes) {}
};

class Buffer : public std::enable_shared_from_this<Buffer> {
  public:
    // DRAM is given out from the bottom and L1 from the top unless said otherwise.
    static std::shared_ptr<Buffer> create(IDevice* device, DeviceAddr size, DeviceAddr page_size, BufferType type,
                                          const BufferShardingArgs& sharding = std::nullopt,
                                          std::optional<bool> bottom_up = std::nullopt,
                                          std::optional<SubDeviceId> sub_device = std::nullopt);
    // At an address that the caller knows to be good; it owns no memory.
    static std::shared_ptr<Buffer> create(IDevice* device, DeviceAddr address, DeviceAddr size, DeviceAddr page_size,
                                          BufferType type, const BufferShardingArgs& sharding = std::nullopt,
                                          std::optional<bool> bottom_up = std::nullopt,
                                          std::optional<SubDeviceId> sub_device = std::nullopt);
    Buffer(IDevice* device, DeviceAddr size, DeviceAddr page_size, BufferType type,
           TensorMemoryLayout layout = TensorMemoryLayout::INTERLEAVED,
           std::optional<ShardSpecBuffer> spec = std::nullopt);
    explicit Buffer(const InterleavedBufferConfig& config);
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    // Pages of this buffer in their own right, which lie where they lay and keep it alive.
    std::shared_ptr<Buffer> view(const BufferRegion& region);
    std::shared_ptr<Buffer> root_buffer() { return root_ ? root_ : shared_from_this(); }
    BufferRegion root_buffer_region() const { return {root_offset_, size()}; }

    IDevice* device() const { return device_; }
    Allocator* allocator() const;
    bool is_allocated() const;
    std::uint32_t address() const;  // in each bank
    DeviceAddr size() const;
    DeviceAddr page_size() const;
    // From now on the memory is taken for pages of this size. Interleaved buffers only, and not past their end.
    void set_page_size(DeviceAddr page_size);
    std::uint32_t num_pages() const;
    std::uint32_t num_dev_pages() const;  // with those that pad shards
    std::uint32_t alignment() const;
    DeviceAddr aligned_page_size() const;  // step from row to row of a bank
    DeviceAddr aligned_size() const;
    DeviceAddr aligned_size_per_bank() const;
    DeviceAddr page_address(DeviceAddr bank_id, DeviceAddr page_index) const;  // of an interleaved buffer
    CoreCoord noc_coordinates(std::uint32_t bank_id = 0) const;                // virtual, of a bank

    BufferType buffer_type() const { return type_; }
    TensorMemoryLayout buffer_layout() const { return sharding_.buffer_layout(); }
    HalMemType memory_type() const { return is_dram() ? HalMemType::DRAM : HalMemType::L1; }
    CoreType core_type() const { return is_dram() ? CoreType::DRAM : CoreType::WORKER; }
    bool is_dram() const { return type_ == BufferType::DRAM || type_ == BufferType::TRACE; }
    bool is_l1() const { return type_ == BufferType::L1 || type_ == BufferType::L1_SMALL; }
    bool is_trace() const { return type_ == BufferType::TRACE; }
    bool bottom_up() const { return bottom_up_; }
    bool is_valid_region(const BufferRegion& region) const { return region.offset + region.size <= size(); }
    bool is_valid_partial_region(const BufferRegion& region) const {
        return is_valid_region(region) && (region.offset > 0 || region.size != size());
    }

    bool has_shard_spec() const { return sharding_.shard_spec().has_value(); }
    ShardSpecBuffer shard_spec() const;  // InputError without one
    const std::optional<BufferDistributionSpec>& buffer_distribution_spec() const {
        return sharding_.buffer_distribution_spec();
    }
    std::optional<std::uint32_t> num_cores() const;  // that hold shards
    const std::shared_ptr<const BufferPageMapping>& get_buffer_page_mapping();

    std::optional<SubDeviceId> sub_device_id() const { return sub_device_; }
    std::size_t unique_id() const { return unique_id_; }

    const tessera::host::Buffer& simulated() const { return *buffer_; }

  private:
    Buffer(IDevice* device, DeviceAddr size, DeviceAddr page_size, BufferType type, const BufferShardingArgs& sharding,
           std::optional<bool> bottom_up, std::optional<SubDeviceId> sub_device, std::optional<DeviceAddr> address);
    Buffer(const Buffer& whole, std::shared_ptr<tessera::host::Buffer> part);
    friend void DeallocateBuffer(Buffer& buffer);

    IDevice* device_;
    BufferType type_;
    BufferShardingArgs sharding_;
    bool bottom_up_;
    std::optional<SubDeviceId> sub_device_;
    std::size_t unique_id_;
    std::shared_ptr<Buffer> root_;  // whose memory this is part of
    DeviceAddr root_offset_ = 0;
    std::shared_ptr<tessera::host::Buffer> owner_, buffer_;  // two where set_page_size was called
    std::shared_ptr<const BufferPageMapping> mapping_;
};

// InputError for a buffer that is not sharded.
UncompressedBufferPageMapping generate_buffer_page_mapping(const Buffer& buffer);

std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config);
std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config, DeviceAddr address);
std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config, SubDeviceId sub_device);
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config);
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config, DeviceAddr address);
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config, SubDeviceId sub_device);
// The memory is free from now on.
void DeallocateBuffer(Buffer& buffer);

// A buffer however the caller holds it.
class BufferRef {
  public:
    BufferRef(Buffer& buffer) : buffer_(&buffer) {}
    BufferRef(const std::shared_ptr<Buffer>& buffer) : buffer_(buffer.get()) {}
    BufferRef(std::reference_wrapper<Buffer> buffer) : buffer_(&buffer.get()) {}
    Buffer& operator*() const { return *buffer_; }
    Buffer* operator->() const { return buffer_; }

  private:
    Buffer* buffer_;
};

// What older programs hand in as data.
using HostDataType =
    std::variant<std::shared_ptr<std::vector<std::uint8_t>>, std::shared_ptr<std::vector<std::uint16_t>>,
                 std::shared_ptr<std::vector<std::int32_t>>, std::shared_ptr<std::vector<std::uint32_t>>,
                 std::shared_ptr<std::vector<float>>, std::shared_ptr<std::vector<bfloat16>>, const void*>;

// Buffers as bytes. Writing takes no more than size() bytes; fewer fill the front, and what lies behind them keeps its
// value but counts as written, for the vendor's queue sends as many bytes as the buffer has. Reading fills as many
// bytes as are asked for, up to size(); what nobody wrote is zero.
void write_bytes(Buffer& buffer, const void* data, std::size_t bytes);
void read_bytes(Buffer& buffer, void* data, std::size_t bytes);
// A part; InputError unless it is whole pages of the buffer.
void write_region(Buffer& buffer, const void* data, const BufferRegion& region);
void read_region(Buffer& buffer, void* data, const BufferRegion& region);

}  // namespace tt::tt_metal
