// How a tensor of any rank is cut into shards and dealt over cores, all in pages. Shards follow each other in row-major
// order; shard s lies on core s % num_cores() as that core's shard number s / num_cores(). Shards at the edge of the
// tensor take the room of whole ones.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include "buffer_page_mapping.hpp"
#include "buffer_types.hpp"
#include "core_coord.hpp"
#include "shape.hpp"
#include "shape2d.hpp"

namespace tt::tt_metal {

namespace detail {

// Dimensions that need not be told apart are one in both shapes, which come to have the rank of the shard.
std::pair<Shape, Shape> squeeze_shape_ranks(const Shape& tensor_shape, const Shape& shard_shape);

}  // namespace detail

class BufferDistributionSpec {
  public:
    // Shapes in elements.
    static BufferDistributionSpec from_shard_spec(
        Shape tensor_shape, Shape shard_shape, Shape2D page_shape, const CoreRangeSet& cores,
        ShardOrientation orientation, ShardDistributionStrategy strategy = ShardDistributionStrategy::ROUND_ROBIN_1D);

    // InputError for shards without pages, a tensor without cores, and a grid too small for GRID_2D.
    BufferDistributionSpec(const Shape& tensor_shape_in_pages, const Shape& shard_shape_in_pages,
                           const CoreRangeSet& cores, ShardOrientation orientation,
                           ShardDistributionStrategy strategy = ShardDistributionStrategy::ROUND_ROBIN_1D);
    BufferDistributionSpec(const Shape& tensor_shape_in_pages, const Shape& shard_shape_in_pages,
                           std::vector<CoreCoord> cores);

    const Shape& tensor_shape_in_pages() const { return tensor_shape_; }
    const Shape& shard_shape_in_pages() const { return shard_shape_; }
    const std::vector<CoreCoord>& cores() const { return cores_; }
    const std::vector<CoreCoord>& cores_with_data() const { return cores_with_data_; }
    std::size_t num_cores() const { return cores_.size(); }
    std::size_t num_cores_with_data() const { return cores_with_data_.size(); }
    std::size_t num_shards() const { return num_shards_; }
    std::size_t num_shards_per_core(std::size_t core) const;
    std::size_t max_num_shards_per_core() const;
    std::size_t num_dev_pages_per_core(std::size_t core) const;
    std::size_t max_num_dev_pages_per_core() const;
    ShardDistributionStrategy shard_distribution_strategy() const { return strategy_; }

    struct CoreGroups {
        CoreRangeSet cores_with_data, cores_in_group_1, cores_in_group_2;
        std::size_t num_shards_per_core_in_group_1 = 0, num_shards_per_core_in_group_2 = 0;
    };
    CoreGroups core_groups() const;
    // As split_work_to_cores tells of a split.
    std::tuple<std::uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, std::uint32_t, std::uint32_t>
    core_groups_tuple() const;

    UncompressedBufferPageMapping compute_page_mapping() const;

  private:
    Shape tensor_shape_, shard_shape_;
    std::vector<CoreCoord> cores_, cores_with_data_;
    ShardDistributionStrategy strategy_ = ShardDistributionStrategy::ROUND_ROBIN_1D;
    std::size_t num_shards_ = 0;
};

}  // namespace tt::tt_metal
