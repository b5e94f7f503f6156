// Sizes of the vendor's profiler buffers, as of November 2025: programs of that year size their loops by them.
#pragma once

#include <cstdint>

namespace kernel_profiler {

inline constexpr std::uint32_t PROFILER_L1_MARKER_UINT32_SIZE = 2;
inline constexpr std::uint32_t PROFILER_L1_PROGRAM_ID_COUNT = 2;
inline constexpr std::uint32_t PROFILER_L1_GUARANTEED_MARKER_COUNT = 4;
inline constexpr std::uint32_t PROFILER_L1_OPTIONAL_MARKER_COUNT = 250;
inline constexpr std::uint32_t PROFILER_L1_OP_MIN_OPTIONAL_MARKER_COUNT = 2;

}  // namespace kernel_profiler

// Programs whose markers the vendor's DRAM buffer holds at least.
inline constexpr std::uint32_t PROFILER_OP_SUPPORT_COUNT = 1000;
