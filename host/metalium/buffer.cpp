#include "tt-metalium/buffer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>

#include "host/metalium/places.hpp"
#include "host/metalium/shards.hpp"
#include "host/metalium/simulation.hpp"
#include "host/tensor/beyond_ieee.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/allocator.hpp"
#include "tt-metalium/device.hpp"

namespace tessera::host {

BufferType place(tt::tt_metal::BufferType type) {
    switch (type) {
        case tt::tt_metal::BufferType::DRAM: return BufferType::dram;
        case tt::tt_metal::BufferType::L1: return BufferType::l1;
        case tt::tt_metal::BufferType::L1_SMALL: return BufferType::l1_small;
        case tt::tt_metal::BufferType::TRACE: return BufferType::trace;
        default:
            throw fault::InputError(fmt::format("{} is not simulated; use BufferType::DRAM or BufferType::L1", type));
    }
}

}  // namespace tessera::host

namespace tt::tt_metal {

using tessera::fault::InputError;
using tessera::host::place;
using tessera::host::Placement;
using tessera::host::simulated;

namespace {

std::uint32_t one_word(DeviceAddr value, const char* what) {
    if (value > std::numeric_limits<std::uint32_t>::max())
        throw InputError(fmt::format("{} of {} bytes; it is below 4 GiB", what, value));
    return static_cast<std::uint32_t>(value);
}

std::size_t next_id() {
    static std::atomic<std::size_t> ids = 0;
    return ids++;
}

void check_layout(const BufferShardingArgs& sharding) {
    const bool has_shards = sharding.shard_spec() || sharding.buffer_distribution_spec();
    if (sharding.buffer_layout() == TensorMemoryLayout::SINGLE_BANK)
        throw InputError("TensorMemoryLayout::SINGLE_BANK is not supported; shard the buffer over one bank");
    if (is_sharded(sharding.buffer_layout()) && !has_shards)
        throw InputError(
            fmt::format("a buffer with {} needs its shards; give a ShardSpecBuffer or a "
                        "BufferDistributionSpec",
                        sharding.buffer_layout()));
    if (!is_sharded(sharding.buffer_layout()) && has_shards)
        throw InputError("shards were given for an interleaved buffer; say how it is sharded");
}

BufferShardingArgs sharding_of(TensorMemoryLayout layout, std::optional<ShardSpecBuffer> spec) {
    return {std::move(spec), layout};
}
BufferShardingArgs sharding_of(const InterleavedBufferConfig& config) {
    return sharding_of(config.buffer_layout, std::nullopt);
}
BufferShardingArgs sharding_of(const ShardedBufferConfig& config) {
    return sharding_of(config.buffer_layout, config.shard_parameters);
}

}  // namespace

bool is_sharded(const TensorMemoryLayout& layout) {
    return layout == TensorMemoryLayout::HEIGHT_SHARDED || layout == TensorMemoryLayout::WIDTH_SHARDED ||
           layout == TensorMemoryLayout::BLOCK_SHARDED;
}

Buffer::Buffer(IDevice* device, DeviceAddr size, DeviceAddr page_size, BufferType type,
               const BufferShardingArgs& sharding, std::optional<bool> bottom_up, std::optional<SubDeviceId> sub_device,
               std::optional<DeviceAddr> address)
    : device_(device), type_(type), sharding_(sharding), sub_device_(sub_device), unique_id_(next_id()) {
    if (device_ == nullptr) throw InputError("a buffer without a device; set .device");
    if (const std::size_t count = tessera::host::devices_of(*device_).size(); count > 1)
        throw InputError(fmt::format("a buffer of a mesh of {} devices; use MeshBuffer::create, or one device", count));
    Placement placement{.type = place(type), .bottom_up = bottom_up};
    bottom_up_ = bottom_up.value_or(is_dram());
    check_layout(sharding_);
    if (is_sharded(buffer_layout())) placement.shards = tessera::host::shards_of(sharding_);
    if (address) placement.address = one_word(*address, "an address");
    owner_ = buffer_ = tessera::host::simulated(*device_).create_buffer(size, one_word(page_size, "a page"), placement);
}

Buffer::Buffer(IDevice* device, DeviceAddr size, DeviceAddr page_size, BufferType type, TensorMemoryLayout layout,
               std::optional<ShardSpecBuffer> spec)
    : Buffer(device, size, page_size, type, sharding_of(layout, std::move(spec)), std::nullopt, std::nullopt,
             std::nullopt) {}

Buffer::Buffer(const InterleavedBufferConfig& config)
    : Buffer(config.device, config.size, config.page_size, config.buffer_type, sharding_of(config), std::nullopt,
             std::nullopt, std::nullopt) {}

std::shared_ptr<Buffer> Buffer::create(IDevice* device, DeviceAddr size, DeviceAddr page_size, BufferType type,
                                       const BufferShardingArgs& sharding, std::optional<bool> bottom_up,
                                       std::optional<SubDeviceId> sub_device) {
    return std::shared_ptr<Buffer>(
        new Buffer(device, size, page_size, type, sharding, bottom_up, sub_device, std::nullopt));
}

std::shared_ptr<Buffer> Buffer::create(IDevice* device, DeviceAddr address, DeviceAddr size, DeviceAddr page_size,
                                       BufferType type, const BufferShardingArgs& sharding,
                                       std::optional<bool> bottom_up, std::optional<SubDeviceId> sub_device) {
    return std::shared_ptr<Buffer>(new Buffer(device, size, page_size, type, sharding, bottom_up, sub_device, address));
}

std::shared_ptr<Buffer> Buffer::view(const BufferRegion& region) {
    if (region.offset % page_size() != 0 || region.size % page_size() != 0 || region.size == 0 ||
        !is_valid_region(region))
        throw InputError(fmt::format("{} bytes from {} on are no whole pages of a buffer of {} bytes in pages of {}",
                                     region.size, region.offset, size(), page_size()));
    if (!is_allocated()) throw InputError("the buffer is deallocated; use it before DeallocateBuffer");
    if (!is_valid_partial_region(region)) return shared_from_this();
    auto out = std::shared_ptr<Buffer>(
        new Buffer(*this, tessera::host::part_of(tessera::host::simulated(*device_), *buffer_,
                                                 region.offset / page_size(), region.size / page_size())));
    out->root_ = root_buffer();
    out->root_offset_ = root_offset_ + region.offset;
    return out;
}

Buffer::Buffer(const Buffer& whole, std::shared_ptr<tessera::host::Buffer> part)
    : device_(whole.device_),
      type_(whole.type_),
      sharding_(whole.sharding_),
      bottom_up_(whole.bottom_up_),
      sub_device_(whole.sub_device_),
      unique_id_(next_id()),
      owner_(part),
      buffer_(std::move(part)) {}

Allocator* Buffer::allocator() const { return device_->allocator().get(); }
bool Buffer::is_allocated() const { return owner_->is_allocated(); }
std::uint32_t Buffer::address() const { return buffer_->address(); }
DeviceAddr Buffer::size() const { return buffer_->size(); }
DeviceAddr Buffer::page_size() const { return buffer_->page_size(); }
std::uint32_t Buffer::num_pages() const { return static_cast<std::uint32_t>(buffer_->num_pages()); }
std::uint32_t Buffer::alignment() const { return tessera::host::simulated(*device_).row_alignment(place(type_)); }
DeviceAddr Buffer::aligned_page_size() const { return buffer_->row_size(); }
DeviceAddr Buffer::aligned_size() const { return num_dev_pages() * aligned_page_size(); }
DeviceAddr Buffer::aligned_size_per_bank() const { return buffer_->bank_bytes(); }

std::uint32_t Buffer::num_dev_pages() const {
    const auto& shards = buffer_->shards();
    if (!is_sharded(buffer_layout()) || !shards) return num_pages();
    return static_cast<std::uint32_t>(shards->rows_per_bank) * num_cores().value();
}

DeviceAddr Buffer::page_address(DeviceAddr bank_id, DeviceAddr page_index) const {
    const auto banks = static_cast<DeviceAddr>(tessera::host::simulated(*device_).num_banks(place(type_)));
    if (bank_id >= banks) throw InputError(fmt::format("bank {}; there are {}", bank_id, banks));
    return address() + page_index / banks * aligned_page_size();
}

CoreCoord Buffer::noc_coordinates(std::uint32_t bank_id) const {
    if (is_dram()) return device_->virtual_core_from_logical_core({bank_id, 0}, CoreType::DRAM);
    return device_->worker_core_from_logical_core(allocator()->get_logical_core_from_bank_id(bank_id));
}

void Buffer::set_page_size(DeviceAddr page_size) {
    if (page_size == buffer_->page_size()) return;
    if (is_sharded(buffer_layout()) || root_)
        throw InputError("set_page_size on a sharded buffer or a part of one; create a buffer with pages of that size");
    Placement placement{.type = place(type_), .address = owner_->address()};
    auto again = tessera::host::simulated(*device_).create_buffer(size(), one_word(page_size, "a page"), placement);
    if (again->bank_bytes() > owner_->bank_bytes())
        throw InputError(fmt::format("pages of {} bytes need {} bytes in each bank, the buffer has {}", page_size,
                                     again->bank_bytes(), owner_->bank_bytes()));
    buffer_ = std::move(again);
}

ShardSpecBuffer Buffer::shard_spec() const {
    if (!has_shard_spec()) throw InputError("the buffer has no ShardSpecBuffer; see has_shard_spec()");
    return *sharding_.shard_spec();
}

std::optional<std::uint32_t> Buffer::num_cores() const {
    if (!is_sharded(buffer_layout())) return std::nullopt;
    if (const auto& distribution = buffer_distribution_spec())
        return static_cast<std::uint32_t>(distribution->num_cores_with_data());
    return shard_spec().tensor_shard_spec.num_cores();
}

const std::shared_ptr<const BufferPageMapping>& Buffer::get_buffer_page_mapping() {
    if (!mapping_) mapping_ = std::make_shared<const BufferPageMapping>(generate_buffer_page_mapping(*this));
    return mapping_;
}

UncompressedBufferPageMapping generate_buffer_page_mapping(const Buffer& buffer) {
    if (!is_sharded(buffer.buffer_layout())) throw InputError("the buffer is not sharded; it has no page mapping");
    if (const auto& distribution = buffer.buffer_distribution_spec()) return distribution->compute_page_mapping();
    return tessera::host::page_mapping(buffer.shard_spec(), buffer.buffer_layout());
}

namespace {

template <class Config>
std::shared_ptr<Buffer> create(const Config& config, std::optional<SubDeviceId> sub_device = std::nullopt) {
    return Buffer::create(config.device, config.size, config.page_size, config.buffer_type, sharding_of(config),
                          std::nullopt, sub_device);
}
template <class Config>
std::shared_ptr<Buffer> create_at(const Config& config, DeviceAddr address) {
    return Buffer::create(config.device, address, config.size, config.page_size, config.buffer_type,
                          sharding_of(config));
}

}  // namespace

std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config) { return create(config); }
std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config, DeviceAddr address) {
    return create_at(config, address);
}
std::shared_ptr<Buffer> CreateBuffer(const InterleavedBufferConfig& config, SubDeviceId sub_device) {
    return create(config, sub_device);
}
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config) { return create(config); }
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config, DeviceAddr address) {
    return create_at(config, address);
}
std::shared_ptr<Buffer> CreateBuffer(const ShardedBufferConfig& config, SubDeviceId sub_device) {
    return create(config, sub_device);
}

void DeallocateBuffer(Buffer& buffer) {
    buffer.owner_->release();
    buffer.buffer_->release();
}

void write_bytes(Buffer& buffer, const void* data, std::size_t bytes) {
    const auto* given = static_cast<const std::uint8_t*>(data);
    auto& device = simulated(*buffer.device());
    if (bytes >= buffer.size()) {
        device.write(buffer.simulated(), {given, static_cast<std::size_t>(buffer.size())});
        return;
    }
    // Pages that get no byte stay as they are, written or not.
    const std::size_t page = buffer.page_size(), whole = bytes / page * page;
    device.write_pages(buffer.simulated(), 0, {given, whole});
    if (whole == bytes) return;
    std::vector<std::uint8_t> last(page);
    device.read_pages(buffer.simulated(), whole / page, last);
    std::copy(given + whole, given + bytes, last.begin());
    device.write_pages(buffer.simulated(), whole / page, last);
}

void read_bytes(Buffer& buffer, void* data, std::size_t bytes) {
    auto& device = simulated(*buffer.device());
    bool written = true;
    const auto all = device.read(buffer.simulated(), &written);
    if (!written)
        if (auto fault = device.never_written(
                buffer.simulated(), fmt::format("a buffer of {} bytes at 0x{:x}", buffer.size(), buffer.address()),
                bytes)) {
            device.judge_by(tessera::host::run_options(*buffer.device()));
            device.name_other_writes(*fault, [&](std::uint64_t address) {
                const tessera::watch::BufferPlace* other = device.machine().dram().buffers().at(address);
                return other == nullptr ? std::string() : other->name();
            });
            device.raise(*fault);
        }
    if (const auto other = device.with_other_bits(buffer.simulated(), 0, all); other && other->computed) {
        const std::string what = fmt::format(
            "the host reads bytes of a buffer of {} bytes at 0x{:x} that depend on "
            "bytes nobody has written",
            buffer.size(), buffer.address());
        device.raise(tessera::watch::Undetermined::use(what, other->why), tessera::fault::Severity::warning);
    }
    const std::size_t read = std::min(bytes, all.size());
    if (buffer.is_dram() && device.machine().holds_fp16(buffer.simulated().address())) {
        tessera::host::BeyondIeee beyond;
        beyond.look_at({reinterpret_cast<const std::uint16_t*>(all.data()), read / 2});
        if (beyond.found()) {
            const std::size_t byte = 2 * beyond.first(), page = buffer.page_size();
            const std::string what =
                beyond.text(fmt::format("a buffer of {} bytes at 0x{:x}, which a circular buffer of fp16 filled,",
                                        buffer.size(), buffer.address()),
                            fmt::format("number {} of page {}", byte % page / 2, byte / page));
            if (const auto fault = tessera::host::beyond_ieee({what}))
                device.raise(*fault, tessera::fault::Severity::warning);
        }
    }
    std::memcpy(data, all.data(), read);
}

void write_region(Buffer& buffer, const void* data, const BufferRegion& region) {
    const auto part = buffer.view(region);
    write_bytes(*part, data, part->size());
}

void read_region(Buffer& buffer, void* data, const BufferRegion& region) {
    const auto part = buffer.view(region);
    read_bytes(*part, data, part->size());
}

}  // namespace tt::tt_metal
