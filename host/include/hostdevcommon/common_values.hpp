// What semaphores of the vendor's examples hold.
#pragma once

#include <cstdint>

inline constexpr std::uint32_t INVALID = 0;
inline constexpr std::uint32_t VALID = 1;
