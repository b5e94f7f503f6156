// Kinds of buffers and layouts of tensors by the vendor's names, for kernels and hosts (spec/kernel-api.md 5.2).
#pragma once

#include <stdint.h>

namespace tt::tt_metal {

// All but SYSTEM_MEMORY can be allocated; L1_SMALL and TRACE where the device was opened with room for them.
enum class BufferType : uint8_t { DRAM, L1, SYSTEM_MEMORY, L1_SMALL, TRACE };
// SINGLE_BANK is refused.
enum class TensorMemoryLayout : uint8_t { INTERLEAVED, SINGLE_BANK, HEIGHT_SHARDED, WIDTH_SHARDED, BLOCK_SHARDED };
// The order in which shards take the cores of a grid: along its rows or down its columns.
enum class ShardOrientation : uint8_t { ROW_MAJOR, COL_MAJOR };
// ROUND_ROBIN_1D deals shards over the list of cores; GRID_2D lays the grid of shards onto a grid of cores.
enum class ShardDistributionStrategy : uint8_t { ROUND_ROBIN_1D, GRID_2D };

}  // namespace tt::tt_metal
