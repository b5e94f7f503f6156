// Order of a RISC's stores to L1, movers only. Nothing waits for a store, and what a later one starts elsewhere, a
// transfer or a unit that finds a page pushed, may come to L1 first (memory-order.md 1).
#pragma once

#include <cstdint>

#include "dataflow_api.h"

// Waits until the last store, which began at `last`, and all before it are in L1: a load of the same address finds what
// they left there.
template <class T>
void load_back(uint32_t last) {
    uint32_t value = *reinterpret_cast<volatile tt_l1_ptr T*>(last);
    asm volatile("and %0, %0, %0" : "+r"(value) : : "memory");
}
