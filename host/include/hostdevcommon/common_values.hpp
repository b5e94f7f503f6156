// What semaphores of the vendor's examples hold, and what devices are opened with unless said.
#pragma once

#include <cstddef>
#include <cstdint>

inline constexpr std::uint32_t INVALID = 0;
inline constexpr std::uint32_t VALID = 1;

inline constexpr std::size_t DEFAULT_L1_SMALL_SIZE = 0;
inline constexpr std::size_t DEFAULT_TRACE_REGION_SIZE = 0;
inline constexpr std::size_t DEFAULT_WORKER_L1_SIZE = 0;  // all there is
