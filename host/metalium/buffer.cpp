#include "tt-metalium/buffer.hpp"

#include <fmt/format.h>

#include <cstring>
#include <limits>

#include "host/metalium/simulation.hpp"
#include "sim/abi/accessor.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/device.hpp"
#include "tt-metalium/mesh_buffer.hpp"
#include "tt-metalium/mesh_device.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"

namespace tt::tt_metal {

using tessera::fault::InputError;

namespace {

[[noreturn]] void refuse_sharding() {
    throw InputError("sharded buffers are not supported; create an interleaved buffer");
}

tessera::host::BufferType place(BufferType type) {
    switch (type) {
        case BufferType::DRAM: return tessera::host::BufferType::dram;
        case BufferType::L1: return tessera::host::BufferType::l1;
        default: throw InputError("a buffer lies in BufferType::DRAM or BufferType::L1; other types are not supported");
    }
}

}  // namespace

Buffer::Buffer(const InterleavedBufferConfig& config) : device_(config.device), type_(config.buffer_type) {
    if (config.buffer_layout != TensorMemoryLayout::INTERLEAVED) refuse_sharding();
    if (device_ == nullptr) throw InputError("a buffer without a device; set .device");
    if (config.page_size > std::numeric_limits<std::uint32_t>::max())
        throw InputError(fmt::format("a page of {} bytes; pages are below 4 GiB", config.page_size));
    buffer_ = tessera::host::simulated(*device_).create_buffer(
        config.size, static_cast<std::uint32_t>(config.page_size), place(type_));
}

std::uint32_t Buffer::address() const { return buffer_->address(); }
DeviceAddr Buffer::size() const { return buffer_->size(); }
DeviceAddr Buffer::page_size() const { return buffer_->page_size(); }
DeviceAddr Buffer::aligned_page_size() const { return buffer_->row_size(); }
std::uint32_t Buffer::num_pages() const { return static_cast<std::uint32_t>(buffer_->num_pages()); }

std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config) { return std::make_shared<Buffer>(config); }
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig&) { refuse_sharding(); }

void write_bytes(Buffer& buffer, const void* data, std::size_t bytes) {
    if (bytes < buffer.size())
        throw InputError(fmt::format("{} bytes given for a buffer of {} bytes; give as many", bytes, buffer.size()));
    tessera::host::simulated(*buffer.device())
        .write(buffer.simulated(), {static_cast<const std::uint8_t*>(data), static_cast<std::size_t>(buffer.size())});
}

void read_bytes(Buffer& buffer, void* data, std::size_t bytes) {
    const auto all = tessera::host::simulated(*buffer.device()).read(buffer.simulated());
    std::memcpy(data, all.data(), std::min(bytes, all.size()));
}

TensorAccessorArgs::TensorAccessorArgs(const Buffer& buffer)
    : config_(buffer.is_dram() ? tessera::abi::accessor_in_dram : 0) {}
TensorAccessorArgs::TensorAccessorArgs(const distributed::MeshBuffer& buffer)
    : TensorAccessorArgs(*buffer.get_backing_buffer()) {}

}  // namespace tt::tt_metal

namespace tt::tt_metal::distributed {

std::shared_ptr<MeshBuffer> MeshBuffer::create(const MeshBufferConfig& config, const DeviceLocalBufferConfig& local,
                                               MeshDevice* device) {
    const auto* replicated = std::get_if<ReplicatedBufferConfig>(&config);
    if (replicated == nullptr) refuse_sharding();
    return std::shared_ptr<MeshBuffer>(new MeshBuffer(
        device, CreateBuffer(InterleavedBufferConfig{device, replicated->size, local.page_size, local.buffer_type,
                                                     local.sharding_args.buffer_layout})));
}

}  // namespace tt::tt_metal::distributed
