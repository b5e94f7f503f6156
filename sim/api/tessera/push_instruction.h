// Tensix instructions whose words are made by functions, not macros (ops.h).
#pragma once

#include "tessera/ops.h"
#include "tessera/push_word.h"

namespace tessera {

// A word made by a function: in the instruction stream where the compiler knows it, else through the FIFO.
[[gnu::always_inline]] inline void push_instruction(uint32_t word) {
    if (__builtin_constant_p(word))
        asm volatile("tessera_push %0" : : "i"(word << 2 | word >> 30) : "memory");
    else
        push_word(word);
}

}  // namespace tessera
