// Shapes and pages of tensors.
#include "tt-metalium/tensor/spec/tensor_spec.hpp"

#include <fmt/format.h>

#include <array>

#include "host/include/tt-metalium/enum_text.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/math.hpp"

namespace tt::tt_metal {

using tessera::fault::InputError;

namespace {

bool is_block_format(DataType type) { return type == DataType::BFLOAT8_B || type == DataType::BFLOAT4_B; }

std::uint32_t rows_before_last(const Shape& shape) {
    std::uint32_t rows = 1;
    for (std::size_t i = 0; i + 1 < shape.rank(); ++i) rows *= shape[static_cast<std::int32_t>(i)];
    return rows;
}
std::uint32_t last_of(const Shape& shape) { return shape.rank() == 0 ? 1 : shape[-1]; }

}  // namespace

std::string_view enum_text(DataType type) {
    static constexpr std::array<std::string_view, 9> names{
        "DataType::BFLOAT16", "DataType::FLOAT32", "DataType::UINT32", "DataType::BFLOAT8_B", "DataType::BFLOAT4_B",
        "DataType::UINT8",    "DataType::UINT16",  "DataType::INT32",  "DataType::INVALID"};
    return text_of(type, names);
}
std::string_view enum_text(Layout layout) {
    static constexpr std::array<std::string_view, 3> names{"Layout::ROW_MAJOR", "Layout::TILE", "Layout::INVALID"};
    return text_of(layout, names);
}

tt::DataFormat datatype_to_dataformat_converter(DataType type) {
    switch (type) {
        case DataType::BFLOAT16: return tt::DataFormat::Float16_b;
        case DataType::FLOAT32: return tt::DataFormat::Float32;
        case DataType::UINT32: return tt::DataFormat::UInt32;
        case DataType::BFLOAT8_B: return tt::DataFormat::Bfp8_b;
        case DataType::BFLOAT4_B: return tt::DataFormat::Bfp4_b;
        case DataType::UINT8: return tt::DataFormat::UInt8;
        case DataType::UINT16: return tt::DataFormat::UInt16;
        case DataType::INT32: return tt::DataFormat::Int32;
        case DataType::INVALID: break;
    }
    throw InputError("DataType::INVALID is the type of no tensor; give the tensor one of the others");
}

TensorLayout::TensorLayout(DataType type, const PageConfig& page, const MemoryConfig& memory)
    : type_(type), page_(page), memory_(memory) {
    datatype_to_dataformat_converter(type);
    if (page.get_layout() == Layout::INVALID)
        throw InputError("Layout::INVALID is the layout of no tensor; choose ROW_MAJOR or TILE");
    if (is_block_format(type) && page.get_layout() != Layout::TILE)
        throw InputError(
            fmt::format("a tensor of {} is not tiled: its elements share exponents in a tile; use "
                        "Layout::TILE",
                        enum_text(type)));
    if (page.get_tile() != Tile{})
        throw InputError(fmt::format("tiles of {}x{}: tensors are made of tiles of 32x32 here",
                                     page.get_tile().get_height(), page.get_tile().get_width()));
    const bool has_shards = memory.shard_spec() || memory.nd_shard_spec();
    if (memory.is_sharded() && !has_shards)
        throw InputError(
            fmt::format("{} without a ShardSpec; give MemoryConfig one", enum_text(memory.memory_layout())));
}

Shape TensorLayout::compute_padded_shape(const Shape& shape) const {
    if (get_layout() != Layout::TILE) return shape;
    Shape padded = shape.rank() < 2 ? shape.to_rank(2) : shape;
    padded[-1] = tt::round_up(padded[-1], get_tile().get_width());
    padded[-2] = tt::round_up(padded[-2], get_tile().get_height());
    return padded;
}

Shape2D TensorLayout::compute_physical_shape(const Shape& shape) const {
    const Shape padded = compute_padded_shape(shape);
    return {rows_before_last(padded), last_of(padded)};
}

Strides TensorLayout::compute_strides(const Shape& shape) const {
    const Shape padded = compute_padded_shape(shape);
    Strides strides(padded.rank(), 1);
    for (std::size_t i = strides.size(); i-- > 1;) strides[i - 1] = strides[i] * padded[static_cast<std::int32_t>(i)];
    return strides;
}

Shape2D TensorLayout::page_shape(const Shape2D& physical) const {
    if (get_layout() == Layout::TILE) return {get_tile().get_height(), get_tile().get_width()};
    if (memory_.shard_spec()) return {1, memory_.shard_spec()->shape[1]};
    if (memory_.nd_shard_spec()) return {1, memory_.nd_shard_spec()->shard_shape[-1]};
    return {1, physical.width()};
}

std::size_t TensorLayout::compute_page_size_bytes(const Shape& shape) const {
    const tt::DataFormat format = datatype_to_dataformat_converter(type_);
    if (get_layout() == Layout::TILE) return tt::tile_size(format);
    return page_shape(compute_physical_shape(shape)).width() * tt::datum_size(format);
}

std::size_t TensorLayout::compute_packed_buffer_size_bytes(const Shape& shape) const {
    const Shape2D physical = compute_physical_shape(shape);
    const Shape2D page = page_shape(physical);
    const std::size_t pages = tt::div_up(physical.height(), page.height()) * tt::div_up(physical.width(), page.width());
    return pages * compute_page_size_bytes(shape);
}

BufferShardingArgs TensorLayout::compute_buffer_sharding_args(const Shape& shape) const {
    const Shape2D physical = compute_physical_shape(shape);
    const Shape2D page = page_shape(physical);
    if (const auto& shards = memory_.nd_shard_spec())
        return BufferDistributionSpec::from_shard_spec(compute_padded_shape(shape), shards->shard_shape, page,
                                                       shards->grid, shards->orientation,
                                                       shards->shard_distribution_strategy);
    if (!memory_.is_sharded()) return std::nullopt;
    const Shape2D in_pages{tt::div_up(physical.height(), page.height()), tt::div_up(physical.width(), page.width())};
    return {ShardSpecBuffer(*memory_.shard_spec(), page, in_pages), memory_.memory_layout()};
}

Shape2D TensorSpec::logical_2d_shape() const { return {rows_before_last(logical_), last_of(logical_)}; }

}  // namespace tt::tt_metal
