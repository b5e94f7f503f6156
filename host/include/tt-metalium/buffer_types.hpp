#pragma once

#include <array>
#include <cstdint>

#include "enum_text.hpp"
#include "sim/abi/buffer_types.hpp"

namespace tt::tt_metal {

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
