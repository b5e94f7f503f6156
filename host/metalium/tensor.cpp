// Tensors of host and device and the ways between them.
#include <fmt/format.h>

#include <cstring>

#include "sim/fault/fault.hpp"
#include "tt-metalium/bfloat16.hpp"
#include "tt-metalium/blockfloat_common.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt-metalium/mesh_device.hpp"
#include "tt-metalium/tensor/tensor_apis.hpp"
#include "tt-metalium/tilize_utils.hpp"

namespace tt::tt_metal {

using tessera::fault::InputError;

namespace {

template <class To, class From>
To converted(From value) {
    if constexpr (std::is_same_v<From, To>)
        return value;
    else if constexpr (std::is_same_v<From, bfloat16>)
        return converted<To>(value.to_float());
    else if constexpr (std::is_same_v<To, bfloat16>)
        return bfloat16(static_cast<float>(value));
    else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
        return static_cast<To>(static_cast<std::int64_t>(value));  // wraps as whole numbers do
    else
        return static_cast<To>(value);
}

// Calls `visit(from, to)` for each row of the logical shape: its number, and that of the same row with the rows that
// fill up matrices.
template <class Visit>
void each_row(const TensorSpec& spec, Visit visit) {
    const std::size_t rows = spec.logical_2d_shape().height();
    const std::size_t height = spec.logical_shape().rank() < 2 ? 1 : spec.logical_shape()[-2];
    const std::size_t padded_height = spec.padded_shape().rank() < 2 ? 1 : spec.padded_shape()[-2];
    for (std::size_t row = 0; row < rows; ++row) visit(row, row / height * padded_height + row % height);
}

template <class Element, class T>
std::vector<Element> laid_out(std::span<const T> values, const TensorSpec& spec, T pad) {
    const Shape2D physical = spec.physical_shape();
    std::vector<Element> elements(physical.height() * physical.width(), converted<Element>(pad));
    const std::size_t width = spec.logical_2d_shape().width();
    each_row(spec, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = 0; i < width; ++i)
            elements[to * physical.width() + i] = converted<Element>(values[from * width + i]);
    });
    if (spec.layout() != Layout::TILE) return elements;
    return tilize_nfaces(elements, static_cast<std::uint32_t>(physical.height()),
                         static_cast<std::uint32_t>(physical.width()));
}

template <class T, class Element>
std::vector<T> taken_out(std::vector<Element> elements, const TensorSpec& spec) {
    const Shape2D physical = spec.physical_shape();
    if (spec.layout() == Layout::TILE)
        elements = untilize_nfaces(elements, static_cast<std::uint32_t>(physical.height()),
                                   static_cast<std::uint32_t>(physical.width()));
    const std::size_t width = spec.logical_2d_shape().width();
    std::vector<T> values(spec.logical_shape().volume());
    each_row(spec, [&](std::size_t to, std::size_t from) {
        for (std::size_t i = 0; i < width; ++i)
            values[to * width + i] = converted<T>(elements[from * physical.width() + i]);
    });
    return values;
}

template <class Element>
std::vector<std::byte> as_bytes(const std::vector<Element>& elements) {
    std::vector<std::byte> bytes(elements.size() * sizeof(Element));
    std::memcpy(bytes.data(), elements.data(), bytes.size());
    return bytes;
}
template <class Element>
std::vector<Element> as_elements(const std::vector<std::byte>& bytes) {
    std::vector<Element> elements(bytes.size() / sizeof(Element));
    std::memcpy(elements.data(), bytes.data(), bytes.size());
    return elements;
}

BlockFloat block_of(DataType type) { return type == DataType::BFLOAT8_B ? BlockFloat::bfp8 : BlockFloat::bfp4; }

template <class T>
std::vector<std::byte> encoded(std::span<const T> values, const TensorSpec& spec, T pad) {
    switch (spec.data_type()) {
        case DataType::BFLOAT16: return as_bytes(laid_out<bfloat16>(values, spec, pad));
        case DataType::FLOAT32: return as_bytes(laid_out<float>(values, spec, pad));
        case DataType::UINT32: return as_bytes(laid_out<std::uint32_t>(values, spec, pad));
        case DataType::INT32: return as_bytes(laid_out<std::int32_t>(values, spec, pad));
        case DataType::UINT16: return as_bytes(laid_out<std::uint16_t>(values, spec, pad));
        case DataType::UINT8: return as_bytes(laid_out<std::uint8_t>(values, spec, pad));
        default:
            return as_bytes(pack_as_block_tiles(block_of(spec.data_type()), laid_out<float>(values, spec, pad), false,
                                                false, std::nullopt));
    }
}

void check_same(const TensorSpec& host, const TensorSpec& device) {
    if (host.logical_shape() == device.logical_shape() && host.data_type() == device.data_type() &&
        host.layout() == device.layout())
        return;
    throw InputError(
        fmt::format("a host tensor {} of {}, {} and a device tensor {} of {}, {}: give both one TensorSpec",
                    host.logical_shape().str(), enum_text(host.data_type()), enum_text(host.layout()),
                    device.logical_shape().str(), enum_text(device.data_type()), enum_text(device.layout())));
}

Buffer& memory_of(const MeshTensor& tensor) { return *tensor.mesh_buffer().get_backing_buffer(); }

}  // namespace

template <class T>
HostTensor HostTensor::from_span(std::span<const T> values, const TensorSpec& spec, T pad) {
    if (values.size() != spec.logical_shape().volume())
        throw InputError(fmt::format("{} values for a tensor {}: it has {} elements", values.size(),
                                     spec.logical_shape().str(), spec.logical_shape().volume()));
    return {encoded(values, spec, pad), spec};
}

template <class T>
std::vector<T> HostTensor::to_vector() const {
    switch (dtype()) {
        case DataType::BFLOAT16: return taken_out<T>(as_elements<bfloat16>(bytes_), spec_);
        case DataType::FLOAT32: return taken_out<T>(as_elements<float>(bytes_), spec_);
        case DataType::UINT32: return taken_out<T>(as_elements<std::uint32_t>(bytes_), spec_);
        case DataType::INT32: return taken_out<T>(as_elements<std::int32_t>(bytes_), spec_);
        case DataType::UINT16: return taken_out<T>(as_elements<std::uint16_t>(bytes_), spec_);
        case DataType::UINT8: return taken_out<T>(as_elements<std::uint8_t>(bytes_), spec_);
        default:
            return taken_out<T>(
                unpack_block_tiles(block_of(dtype()), as_elements<std::uint32_t>(bytes_), false, false, std::nullopt),
                spec_);
    }
}

template HostTensor HostTensor::from_span(std::span<const bfloat16>, const TensorSpec&, bfloat16);
template HostTensor HostTensor::from_span(std::span<const float>, const TensorSpec&, float);
template HostTensor HostTensor::from_span(std::span<const std::uint32_t>, const TensorSpec&, std::uint32_t);
template HostTensor HostTensor::from_span(std::span<const std::int32_t>, const TensorSpec&, std::int32_t);
template HostTensor HostTensor::from_span(std::span<const std::uint16_t>, const TensorSpec&, std::uint16_t);
template HostTensor HostTensor::from_span(std::span<const std::uint8_t>, const TensorSpec&, std::uint8_t);
template std::vector<bfloat16> HostTensor::to_vector() const;
template std::vector<float> HostTensor::to_vector() const;
template std::vector<std::uint32_t> HostTensor::to_vector() const;
template std::vector<std::int32_t> HostTensor::to_vector() const;
template std::vector<std::uint16_t> HostTensor::to_vector() const;
template std::vector<std::uint8_t> HostTensor::to_vector() const;

HostTensor::HostTensor(std::vector<std::byte> bytes, TensorSpec spec)
    : spec_(std::move(spec)), bytes_(std::move(bytes)) {
    if (bytes_.size() != spec_.compute_packed_buffer_size_bytes())
        throw InputError(fmt::format("{} bytes for a tensor {} that takes {}", bytes_.size(),
                                     spec_.logical_shape().str(), spec_.compute_packed_buffer_size_bytes()));
}

MeshTensor MeshTensor::allocate_on_device(distributed::MeshDevice& device, const TensorSpec& spec,
                                          const TensorTopology& topology) {
    const distributed::DeviceLocalBufferConfig local{.page_size = spec.compute_page_size_bytes(),
                                                     .buffer_type = spec.memory_config().buffer_type(),
                                                     .sharding_args = spec.compute_buffer_sharding_args()};
    return {distributed::MeshBuffer::create(
                distributed::ReplicatedBufferConfig{spec.compute_packed_buffer_size_bytes()}, local, &device),
            spec, topology};
}

const std::shared_ptr<distributed::MeshBuffer>& MeshTensor::shared_buffer() const {
    if (!buffer_) throw InputError("a MeshTensor that was moved from has no memory; use the one it was moved to");
    return buffer_;
}

HostTensor enqueue_read_tensor(distributed::MeshCommandQueue& queue, const MeshTensor& tensor, bool blocking) {
    std::vector<std::byte> bytes(tensor.tensor_spec().compute_packed_buffer_size_bytes());
    enqueue_read_tensor(queue, tensor, bytes.data(), std::nullopt, blocking);
    return {std::move(bytes), tensor.tensor_spec()};
}
void enqueue_read_tensor(distributed::MeshCommandQueue& queue, const MeshTensor& tensor, HostTensor& host,
                         bool blocking) {
    check_same(host.tensor_spec(), tensor.tensor_spec());
    host = enqueue_read_tensor(queue, tensor, blocking);
}
void enqueue_read_tensor(distributed::MeshCommandQueue&, const MeshTensor& tensor, std::byte* bytes,
                         const std::optional<BufferRegion>& region, bool) {
    if (region)
        read_region(memory_of(tensor), bytes, *region);
    else
        read_bytes(memory_of(tensor), bytes, memory_of(tensor).size());
}

MeshTensor enqueue_write_tensor(distributed::MeshCommandQueue& queue, const HostTensor& host,
                                distributed::MeshDevice& device, const std::optional<MemoryConfig>& memory) {
    MeshTensor tensor = MeshTensor::allocate_on_device(
        device, memory ? host.tensor_spec().with_memory_config(*memory) : host.tensor_spec());
    enqueue_write_tensor(queue, host, tensor);
    return tensor;
}
void enqueue_write_tensor(distributed::MeshCommandQueue& queue, const HostTensor& host, MeshTensor& tensor) {
    check_same(host.tensor_spec(), tensor.tensor_spec());
    enqueue_write_tensor(queue, host.bytes().data(), tensor);
}
void enqueue_write_tensor(distributed::MeshCommandQueue&, const std::byte* bytes, MeshTensor& tensor,
                          const std::optional<BufferRegion>& region) {
    for (Buffer* memory : tensor.mesh_buffer().get_device_buffers())
        if (region)
            write_region(*memory, bytes, *region);
        else
            write_bytes(*memory, bytes, memory->size());
}

namespace distributed {

void MeshCommandQueue::enqueue_write_tensor(const HostTensor& host, MeshTensor& tensor) {
    tt_metal::enqueue_write_tensor(*this, host, tensor);
}
HostTensor MeshCommandQueue::enqueue_read_tensor(const MeshTensor& tensor, bool blocking) {
    return tt_metal::enqueue_read_tensor(*this, tensor, blocking);
}

}  // namespace distributed

}  // namespace tt::tt_metal
