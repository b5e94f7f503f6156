// Rounding of addresses and sizes (the vendor's api/alignment.h).
#pragma once

#include "tessera/base.h"

constexpr ALWI bool is_power_of_2(uint32_t n) { return n != 0 && (n & (n - 1)) == 0; }
constexpr ALWI uint32_t align(uint32_t addr, uint32_t alignment) {
    return (addr + alignment - 1) / alignment * alignment;
}
constexpr ALWI uint32_t align_power_of_2(uint32_t addr, uint32_t alignment) {
    return (addr + alignment - 1) & ~(alignment - 1);
}
