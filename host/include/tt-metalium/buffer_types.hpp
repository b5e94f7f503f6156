#pragma once

#include <array>
#include <cstdint>

#include "enum_text.hpp"

namespace tt::tt_metal {

// All but SYSTEM_MEMORY can be allocated; L1_SMALL and TRACE where the device was opened with room for them.
enum class BufferType : std::uint8_t { DRAM, L1, SYSTEM_MEMORY, L1_SMALL, TRACE };
// SINGLE_BANK is refused.
enum class TensorMemoryLayout : std::uint8_t { INTERLEAVED, SINGLE_BANK, HEIGHT_SHARDED, WIDTH_SHARDED, BLOCK_SHARDED };
// The order in which shards take the cores of a grid: along its rows or down its columns.
enum class ShardOrientation : std::uint8_t { ROW_MAJOR, COL_MAJOR };
// ROUND_ROBIN_1D deals shards over the list of cores; GRID_2D lays the grid of shards onto a grid of cores.
enum class ShardDistributionStrategy : std::uint8_t { ROUND_ROBIN_1D, GRID_2D };

inline std::string_view enum_text(BufferType type) {
    static constexpr std::array<std::string_view, 5> names{
        "BufferType::DRAM", "BufferType::L1", "BufferType::SYSTEM_MEMORY", "BufferType::L1_SMALL", "BufferType::TRACE"};
    return text_of(type, names);
}
inline std::string_view enum_text(TensorMemoryLayout layout) {
    static constexpr std::array<std::string_view, 5> names{
        "TensorMemoryLayout::INTERLEAVED", "TensorMemoryLayout::SINGLE_BANK", "TensorMemoryLayout::HEIGHT_SHARDED",
        "TensorMemoryLayout::WIDTH_SHARDED", "TensorMemoryLayout::BLOCK_SHARDED"};
    return text_of(layout, names);
}
inline std::string_view enum_text(ShardOrientation orientation) {
    static constexpr std::array<std::string_view, 2> names{"ShardOrientation::ROW_MAJOR",
                                                           "ShardOrientation::COL_MAJOR"};
    return text_of(orientation, names);
}
inline std::string_view enum_text(ShardDistributionStrategy strategy) {
    static constexpr std::array<std::string_view, 2> names{"ShardDistributionStrategy::ROUND_ROBIN_1D",
                                                           "ShardDistributionStrategy::GRID_2D"};
    return text_of(strategy, names);
}

}  // namespace tt::tt_metal
