// Interleaved buffers in DRAM or L1: page p lies in bank p % banks (spec/kernel-api.md 5.4).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "core_coord.hpp"

namespace tessera::host {
class Buffer;
}

namespace tt::tt_metal {

class IDevice;
using DeviceAddr = std::uint64_t;

// Only DRAM and L1 can be allocated.
enum class BufferType : std::uint8_t { DRAM, L1, SYSTEM_MEMORY, L1_SMALL, TRACE };
// Only INTERLEAVED can be allocated.
enum class TensorMemoryLayout : std::uint8_t { INTERLEAVED, SINGLE_BANK, HEIGHT_SHARDED, WIDTH_SHARDED, BLOCK_SHARDED };
enum class ShardOrientation : std::uint8_t { ROW_MAJOR, COL_MAJOR };

struct InterleavedBufferConfig {
    IDevice* device = nullptr;
    DeviceAddr size = 0;       // bytes
    DeviceAddr page_size = 0;  // bytes, divides size
    BufferType buffer_type = BufferType::DRAM;
    TensorMemoryLayout buffer_layout = TensorMemoryLayout::INTERLEAVED;
};

// Sharded buffers are refused when they are created.
struct ShardSpecBuffer {
    CoreRangeSet grid;
    std::array<std::uint32_t, 2> shape{};
    ShardOrientation orientation = ShardOrientation::ROW_MAJOR;
    std::array<std::uint32_t, 2> page_shape{};
    std::array<std::uint32_t, 2> tensor2d_shape_in_pages{};
};
struct ShardedBufferConfig {
    IDevice* device = nullptr;
    DeviceAddr size = 0;
    DeviceAddr page_size = 0;
    BufferType buffer_type = BufferType::L1;
    TensorMemoryLayout buffer_layout = TensorMemoryLayout::HEIGHT_SHARDED;
    ShardSpecBuffer shard_parameters = {};
};

class Buffer {
  public:
    explicit Buffer(const InterleavedBufferConfig& config);

    std::uint32_t address() const;  // in each bank
    DeviceAddr size() const;
    DeviceAddr page_size() const;
    DeviceAddr aligned_page_size() const;  // step from row to row of a bank
    std::uint32_t num_pages() const;
    BufferType buffer_type() const { return type_; }
    TensorMemoryLayout buffer_layout() const { return TensorMemoryLayout::INTERLEAVED; }
    bool is_dram() const { return type_ == BufferType::DRAM; }
    bool is_l1() const { return type_ == BufferType::L1; }
    IDevice* device() const { return device_; }

    const tessera::host::Buffer& simulated() const { return *buffer_; }

  private:
    IDevice* device_;
    BufferType type_;
    std::shared_ptr<tessera::host::Buffer> buffer_;
};

std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config);
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config);
// Memory goes back with the last owner of the buffer.
inline void DeallocateBuffer(Buffer&) {}

// A buffer however the caller holds it.
class BufferRef {
  public:
    BufferRef(Buffer& buffer) : buffer_(&buffer) {}
    BufferRef(const std::shared_ptr<Buffer>& buffer) : buffer_(buffer.get()) {}
    BufferRef(std::reference_wrapper<Buffer> buffer) : buffer_(&buffer.get()) {}
    Buffer& operator*() const { return *buffer_; }

  private:
    Buffer* buffer_;
};

// Whole buffers as bytes. Writing takes the first size() bytes and refuses fewer; reading fills size() bytes, and what
// nobody wrote is zero.
void write_bytes(Buffer& buffer, const void* data, std::size_t bytes);
void read_bytes(Buffer& buffer, void* data, std::size_t bytes);

}  // namespace tt::tt_metal
