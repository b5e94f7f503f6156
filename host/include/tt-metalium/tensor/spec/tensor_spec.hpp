// Shape and layout of a tensor on one device. Tiled: the last two dimensions are filled up to whole tiles, and a page
// is a tile. Row-major: nothing is filled up, and a page is a row, or the part of one that lies in a shard.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "../../shape2d.hpp"
#include "../../tile.hpp"
#include "../tensor_types.hpp"

namespace tt::tt_metal {

class PageConfig {
  public:
    PageConfig(Layout layout = Layout::ROW_MAJOR) : layout_(layout) {}
    PageConfig(Layout layout, const std::optional<Tile>& tile) : layout_(layout), tile_(tile.value_or(Tile{})) {}
    Layout get_layout() const { return layout_; }
    Tile get_tile() const { return tile_; }
    friend bool operator==(const PageConfig&, const PageConfig&) = default;

  private:
    Layout layout_;
    Tile tile_;
};

using Strides = std::vector<std::size_t>;

class TensorLayout {
  public:
    // InputError for block formats that are not tiled, and for tiles other than 32x32.
    TensorLayout(DataType type, const PageConfig& page, const MemoryConfig& memory);

    DataType get_data_type() const { return type_; }
    PageConfig get_page_config() const { return page_; }
    Layout get_layout() const { return page_.get_layout(); }
    Tile get_tile() const { return page_.get_tile(); }
    const MemoryConfig& get_memory_config() const { return memory_; }

    Shape compute_padded_shape(const Shape& shape) const;
    Shape2D compute_physical_shape(const Shape& shape) const;  // in elements, all but the last dimension as height
    Strides compute_strides(const Shape& shape) const;
    std::size_t compute_page_size_bytes(const Shape& shape) const;
    std::size_t compute_packed_buffer_size_bytes(const Shape& shape) const;
    BufferShardingArgs compute_buffer_sharding_args(const Shape& shape) const;
    TensorLayout with_memory_config(MemoryConfig memory) const { return {type_, page_, memory}; }
    friend bool operator==(const TensorLayout&, const TensorLayout&) = default;

  private:
    Shape2D page_shape(const Shape2D& physical) const;
    DataType type_;
    PageConfig page_;
    MemoryConfig memory_;
};

class TensorSpec {
  public:
    TensorSpec(Shape logical, TensorLayout layout)
        : logical_(std::move(logical)), layout_(std::move(layout)), padded_(layout_.compute_padded_shape(logical_)) {}

    const Shape& logical_shape() const { return logical_; }
    const Shape& padded_shape() const { return padded_; }
    Shape2D physical_shape() const { return layout_.compute_physical_shape(logical_); }
    Shape2D logical_2d_shape() const;
    const TensorLayout& tensor_layout() const { return layout_; }
    DataType data_type() const { return layout_.get_data_type(); }
    Layout layout() const { return layout_.get_layout(); }
    PageConfig page_config() const { return layout_.get_page_config(); }
    Tile tile() const { return layout_.get_tile(); }
    const MemoryConfig& memory_config() const { return layout_.get_memory_config(); }

    Strides compute_strides() const { return layout_.compute_strides(logical_); }
    std::size_t compute_page_size_bytes() const { return layout_.compute_page_size_bytes(logical_); }
    std::size_t compute_packed_buffer_size_bytes() const { return layout_.compute_packed_buffer_size_bytes(logical_); }
    BufferShardingArgs compute_buffer_sharding_args() const { return layout_.compute_buffer_sharding_args(logical_); }
    TensorSpec with_memory_config(MemoryConfig memory) const {
        return {logical_, layout_.with_memory_config(std::move(memory))};
    }
    friend bool operator==(const TensorSpec&, const TensorSpec&) = default;

  private:
    Shape logical_;
    TensorLayout layout_;
    Shape padded_;
};

}  // namespace tt::tt_metal
