// What a baby core can do by itself (the vendor's risc_common.h): registers, the wall clock, buffers in L1.
#pragma once

#include "tessera/mod_div.h"

#define RISCV_DEBUG_REG_WALL_CLOCK_L (::tessera::abi::wall_clock_base)
#define RISCV_DEBUG_REG_WALL_CLOCK_H (::tessera::abi::wall_clock_base + 8)

inline void WRITE_REG(uint32_t address, uint32_t value) { *reinterpret_cast<volatile uint32_t*>(address) = value; }
inline uint32_t READ_REG(uint32_t address) { return *reinterpret_cast<volatile uint32_t*>(address); }
#if !defined(COMPILE_FOR_TRISC)
ALWI uint32_t reg_read(uint32_t address) { return READ_REG(address); }
#endif

// Only Blackhole has a cache in front of L1, which a fence empties (memory-order.md 1); elsewhere only the compiler
// must read again.
#if defined(ARCH_BLACKHOLE)
ALWI void invalidate_l1_cache() { asm volatile("fence" : : : "memory"); }
template <bool enable = true>
ALWI void set_l1_data_cache() {
    tessera::call<tessera::Call::l1_data_cache>(enable);
}
#else
ALWI void invalidate_l1_cache() { asm volatile("" : : : "memory"); }
template <bool enable = true>
ALWI void set_l1_data_cache() {}
#endif

inline uint64_t get_timestamp() {
    const uint32_t low = READ_REG(RISCV_DEBUG_REG_WALL_CLOCK_L);
    return static_cast<uint64_t>(READ_REG(RISCV_DEBUG_REG_WALL_CLOCK_H)) << 32 | low;
}
inline uint32_t get_timestamp_32b() { return READ_REG(RISCV_DEBUG_REG_WALL_CLOCK_L); }
inline void riscv_wait(uint32_t cycles) {
    for (const uint64_t end = get_timestamp() + cycles; get_timestamp() < end;) {
    }
}

#if !defined(TESSERA_VENDOR_LIBRARY)
namespace ckernel {
inline void wait(uint32_t cycles) { riscv_wait(cycles); }
}  // namespace ckernel
#endif

inline void zero_l1_buf(uint32_t* buffer, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes / 4; ++i) *const_cast<volatile uint32_t*>(buffer + i) = 0;
}
ALWI uint32_t buf_ptr_inc_wrap(uint32_t at, uint32_t step, uint32_t size) {
    return at + step >= size ? at + step - size : at + step;
}
ALWI uint32_t buf_ptr_dec_wrap(uint32_t at, uint32_t step, uint32_t size) {
    return step > at ? at + size - step : at - step;
}
