// What the elements of a tensor are, how they are laid out, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "../buffer.hpp"
#include "../buffer_types.hpp"
#include "../shape.hpp"
#include "../tt_backend_api_types.hpp"

namespace tt::tt_metal {

enum class DataType : std::uint8_t {
    BFLOAT16 = 0,
    FLOAT32 = 1,
    UINT32 = 2,
    BFLOAT8_B = 3,
    BFLOAT4_B = 4,
    UINT8 = 5,
    UINT16 = 6,
    INT32 = 7,
    INVALID = 8,
};
enum class Layout : std::uint8_t { ROW_MAJOR = 0, TILE = 1, INVALID = 2 };

// InputError for INVALID.
tt::DataFormat datatype_to_dataformat_converter(DataType type);
std::string_view enum_text(DataType type);
std::string_view enum_text(Layout layout);

// Shards of any rank, in elements, dealt over cores.
struct NdShardSpec {
    Shape shard_shape;
    CoreRangeSet grid;
    ShardOrientation orientation = ShardOrientation::ROW_MAJOR;
    ShardDistributionStrategy shard_distribution_strategy = ShardDistributionStrategy::ROUND_ROBIN_1D;
    friend bool operator==(const NdShardSpec&, const NdShardSpec&) = default;
};

// Interleaved in DRAM unless said otherwise.
class MemoryConfig {
  public:
    MemoryConfig() = default;
    explicit MemoryConfig(TensorMemoryLayout layout, BufferType type = BufferType::DRAM,
                          std::optional<ShardSpec> shards = std::nullopt)
        : layout_(layout), type_(type), shards_(std::move(shards)) {}
    explicit MemoryConfig(BufferType type, std::optional<NdShardSpec> shards = std::nullopt)
        : layout_(shards ? TensorMemoryLayout::BLOCK_SHARDED : TensorMemoryLayout::INTERLEAVED),
          type_(type),
          nd_shards_(std::move(shards)) {}

    TensorMemoryLayout memory_layout() const { return layout_; }
    BufferType buffer_type() const { return type_; }
    const std::optional<ShardSpec>& shard_spec() const { return shards_; }
    const std::optional<NdShardSpec>& nd_shard_spec() const { return nd_shards_; }
    bool created_with_nd_shard_spec() const { return nd_shards_.has_value(); }
    bool is_sharded() const { return layout_ != TensorMemoryLayout::INTERLEAVED; }
    bool is_l1() const { return type_ == BufferType::L1 || type_ == BufferType::L1_SMALL; }
    bool is_dram() const { return type_ == BufferType::DRAM; }
    friend bool operator==(const MemoryConfig&, const MemoryConfig&) = default;

  private:
    TensorMemoryLayout layout_ = TensorMemoryLayout::INTERLEAVED;
    BufferType type_ = BufferType::DRAM;
    std::optional<ShardSpec> shards_;
    std::optional<NdShardSpec> nd_shards_;
};

}  // namespace tt::tt_metal
