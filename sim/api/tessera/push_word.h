// The store of a word to the instruction FIFO of the core.
#pragma once

#include <stdint.h>

#include "sim/abi/tensix_op.hpp"

namespace tessera {

// No compiler moves, doubles or drops it, or moves other accesses past it. A volatile store is not safe from that:
// behind a loop whose other stores it moves, g++ 12 stores such words once more.
[[gnu::always_inline]] inline void push_word(uint32_t word) {
    asm volatile("sw %z1, %0"
                 : "=m"(*reinterpret_cast<volatile uint32_t*>(tessera::abi::tensix_fifo_base))
                 : "rJ"(word)
                 : "memory");
}

}  // namespace tessera
