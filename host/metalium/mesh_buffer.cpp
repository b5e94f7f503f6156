// Buffers that lie on every device of a mesh.
#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"
#include "tt-metalium/distributed.hpp"
#include "tt-metalium/host_api.hpp"

namespace tt::tt_metal::distributed {

using tessera::fault::InputError;

namespace {

// A shard, and one device that it lies on.
struct Shard {
    MeshCoordinate at;
    std::size_t row, column;  // of its first element in the whole
};

// Shards as they are dealt to the devices, one an element: the first of those that hold the same.
std::vector<Shard> deal(const ShardedBufferConfig& config, const MeshDevice& mesh) {
    const auto rows = static_cast<std::uint32_t>(mesh.num_rows()),
               columns = static_cast<std::uint32_t>(mesh.num_cols());
    const Shape2D part = config.physical_shard_shape();
    const Shape2D& whole = config.global_buffer_shape;
    const bool by_row = config.shard_orientation == ShardOrientation::ROW_MAJOR;
    const auto [high, wide] = config.replicated_dims();
    std::vector<Shard> shards;
    for (std::size_t row = 0; row < whole.height(); row += part.height())
        for (std::size_t column = 0; column < whole.width(); column += part.width()) {
            const auto n = static_cast<std::uint32_t>(shards.size());
            if (high != wide)
                shards.push_back({by_row ? MeshCoordinate(0, n) : MeshCoordinate(n, 0), row, column});
            else
                shards.push_back(
                    {by_row ? MeshCoordinate(n / columns, n % columns) : MeshCoordinate(n % rows, n / rows), row,
                     column});
        }
    return shards;
}

// All devices that hold the shard of one of them.
MeshCoordinateRange holders(const ShardedBufferConfig& config, const MeshDevice& mesh, const MeshCoordinate& at) {
    const auto [high, wide] = config.replicated_dims();
    if (!high && !wide) return MeshCoordinateRange(at);
    if (high && wide) return MeshCoordinateRange(mesh.shape());
    const auto last_row = static_cast<std::uint32_t>(mesh.num_rows() - 1);
    const auto last_column = static_cast<std::uint32_t>(mesh.num_cols() - 1);
    return config.shard_orientation == ShardOrientation::ROW_MAJOR
               ? MeshCoordinateRange({0, at[1]}, {last_row, at[1]})
               : MeshCoordinateRange({at[0], 0}, {at[0], last_column});
}

void check(const ShardedBufferConfig& config, const MeshDevice& mesh) {
    const Shape2D part = config.physical_shard_shape();
    const Shape2D& whole = config.global_buffer_shape;
    config.compute_datum_size_bytes();
    const std::string shapes = fmt::format("shards of {} x {} of a buffer of {} x {}", part.height(), part.width(),
                                           whole.height(), whole.width());
    if (part.height() == 0 || part.width() == 0 || whole.height() % part.height() != 0 ||
        whole.width() % part.width() != 0)
        throw InputError(fmt::format("{}: whole shards make up a buffer", shapes));
    if (config.global_size % (whole.height() * whole.width()) != 0)
        throw InputError(fmt::format("a sharded mesh buffer of {} bytes for {} x {} elements", config.global_size,
                                     whole.height(), whole.width()));
    const std::vector<Shard> shards = deal(config, mesh);
    if (!mesh.get_view().contains(shards.back().at))
        throw InputError(fmt::format("{} are {} shards: a mesh of {} x {} devices holds one on each", shapes,
                                     shards.size(), mesh.num_rows(), mesh.num_cols()));
}

// The rows of a shard, one after the other: where each is in the whole, in the shard, and its bytes.
template <class Copy>
void for_each_row(const ShardedBufferConfig& config, const Shard& shard, const Copy& copy) {
    const std::size_t element = config.compute_datum_size_bytes();
    const Shape2D part = config.physical_shard_shape();
    const std::size_t row_bytes = part.width() * element;
    for (std::size_t row = 0; row < part.height(); ++row)
        copy(((shard.row + row) * config.global_buffer_shape.width() + shard.column) * element, row * row_bytes,
             row_bytes);
}

bool over_several(const MeshBuffer& buffer) { return buffer.device()->num_devices() != 1; }

}  // namespace

void enqueue_write(MeshCommandQueue& queue, MeshBuffer& buffer, const void* data, std::size_t bytes, bool blocking) {
    const MeshDevice& mesh = *buffer.device();
    if (buffer.global_layout() == MeshBufferLayout::REPLICATED || !over_several(buffer)) {
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh.shape()))
            tt_metal::enqueue_write(queue.of(at), *buffer.get_device_buffer(at), data, bytes, blocking);
        return;
    }
    if (bytes < buffer.size())
        throw InputError(
            fmt::format("{} bytes written to a buffer of {} that is sharded over a mesh", bytes, buffer.size()));
    const auto* whole = static_cast<const std::byte*>(data);
    const ShardedBufferConfig& config = buffer.global_shard_spec();
    std::vector<std::byte> part(buffer.device_local_size());
    for (const Shard& shard : deal(config, mesh)) {
        for_each_row(config, shard, [&](std::size_t from, std::size_t to, std::size_t count) {
            std::copy_n(whole + from, count, part.data() + to);
        });
        for (const MeshCoordinate& at : holders(config, mesh, shard.at))
            tt_metal::enqueue_write(queue.of(at), *buffer.get_device_buffer(at), part.data(), part.size(), blocking);
    }
}

void enqueue_read(MeshCommandQueue& queue, MeshBuffer& buffer, void* data, std::size_t bytes, bool blocking) {
    const MeshDevice& mesh = *buffer.device();
    if (!over_several(buffer)) {
        tt_metal::enqueue_read(queue, *buffer.get_backing_buffer(), data, bytes, blocking);
        return;
    }
    if (buffer.global_layout() == MeshBufferLayout::REPLICATED)
        throw InputError(fmt::format("a replicated buffer read from all of {} devices; read one with ReadShard",
                                     mesh.num_devices()));
    auto* whole = static_cast<std::byte*>(data);
    const ShardedBufferConfig& config = buffer.global_shard_spec();
    std::vector<std::byte> part(buffer.device_local_size());
    for (const Shard& shard : deal(config, mesh)) {
        tt_metal::enqueue_read(queue.of(shard.at), *buffer.get_device_buffer(shard.at), part.data(), part.size(),
                               blocking);
        for_each_row(config, shard, [&](std::size_t to, std::size_t from, std::size_t count) {
            if (to < bytes) std::copy_n(part.data() + from, std::min(count, bytes - to), whole + to);
        });
    }
}

std::shared_ptr<MeshBuffer> MeshBuffer::create(const MeshBufferConfig& config, const DeviceLocalBufferConfig& local,
                                               MeshDevice* device, std::optional<DeviceAddr> address) {
    if (device == nullptr) throw InputError("a mesh buffer without a mesh");
    DeviceAddr size = 0;
    if (const auto* replicated = std::get_if<ReplicatedBufferConfig>(&config)) {
        size = replicated->size;
    } else {
        const auto& sharded = std::get<ShardedBufferConfig>(config);
        check(sharded, *device);
        const Shape2D part = sharded.physical_shard_shape();
        size = DeviceAddr{sharded.compute_datum_size_bytes()} * part.height() * part.width();
    }
    MeshContainer<std::shared_ptr<Buffer>> buffers(device->shape(), nullptr);
    for (auto& [at, buffer] : buffers) {
        IDevice* on = device->get_device(at);
        buffer = address ? Buffer::create(on, *address, size, local.page_size, local.buffer_type, local.sharding_args,
                                          local.bottom_up, local.sub_device_id)
                         : Buffer::create(on, size, local.page_size, local.buffer_type, local.sharding_args,
                                          local.bottom_up, local.sub_device_id);
        address = buffer->address();
    }
    return std::shared_ptr<MeshBuffer>(new MeshBuffer(config, local, device, std::move(buffers)));
}

DeviceAddr MeshBuffer::size() const {
    const auto* sharded = std::get_if<ShardedBufferConfig>(&config_);
    return sharded ? sharded->global_size : device_local_size();
}

std::vector<Buffer*> MeshBuffer::get_device_buffers() const {
    std::vector<Buffer*> out;
    for (const auto& buffer : buffers_.values()) out.push_back(buffer.get());
    return out;
}

void MeshBuffer::deallocate() {
    for (const auto& buffer : buffers_.values()) DeallocateBuffer(*buffer);
}

const ShardedBufferConfig& MeshBuffer::global_shard_spec() const {
    if (const auto* sharded = std::get_if<ShardedBufferConfig>(&config_)) return *sharded;
    throw InputError("a replicated mesh buffer has no shards over the mesh");
}

Buffer* MeshBuffer::get_device_buffer(const MeshCoordinate& at) const {
    return buffers_.values()[to_linear_index(device_->shape(), at)].get();
}

std::uint32_t ShardedBufferConfig::compute_datum_size_bytes() const {
    const std::size_t elements = global_buffer_shape.height() * global_buffer_shape.width();
    if (elements == 0) throw InputError("a sharded mesh buffer without a global shape");
    return static_cast<std::uint32_t>(global_size / elements);
}

Shape2D ShardedBufferConfig::physical_shard_shape() const {
    const auto [high, wide] = replicated_dims();
    return {high ? global_buffer_shape.height() : shard_shape.height(),
            wide ? global_buffer_shape.width() : shard_shape.width()};
}

std::vector<Buffer*> AnyBuffer::on_each_device() const {
    return mesh_buffer_ ? mesh_buffer_->get_device_buffers() : std::vector{buffer_.get()};
}
AnyBuffer::AnyBuffer(std::shared_ptr<MeshBuffer> buffer)
    : mesh_buffer_(std::move(buffer)), buffer_(mesh_buffer_, mesh_buffer_->get_backing_buffer()) {}

namespace {

// Null: not a mesh of several.
MeshDevice* mesh_of_several(IDevice* device) {
    auto* mesh = dynamic_cast<MeshDevice*>(device);
    return mesh != nullptr && mesh->num_devices() > 1 ? mesh : nullptr;
}

}  // namespace

AnyBuffer AnyBuffer::create(const tt::tt_metal::InterleavedBufferConfig& config, std::optional<std::uint64_t> address) {
    if (MeshDevice* mesh = mesh_of_several(config.device))
        return AnyBuffer(MeshBuffer::create(ReplicatedBufferConfig{config.size},
                                            {.page_size = config.page_size, .buffer_type = config.buffer_type}, mesh,
                                            address));
    return AnyBuffer(address ? CreateBuffer(config, *address) : CreateBuffer(config));
}
AnyBuffer AnyBuffer::create(const tt::tt_metal::ShardedBufferConfig& config, std::optional<std::uint64_t> address) {
    if (MeshDevice* mesh = mesh_of_several(config.device))
        return AnyBuffer(MeshBuffer::create(ReplicatedBufferConfig{config.size},
                                            {.page_size = config.page_size,
                                             .buffer_type = config.buffer_type,
                                             .sharding_args = {config.shard_parameters, config.buffer_layout}},
                                            mesh, address));
    return AnyBuffer(address ? CreateBuffer(config, *address) : CreateBuffer(config));
}

}  // namespace tt::tt_metal::distributed
