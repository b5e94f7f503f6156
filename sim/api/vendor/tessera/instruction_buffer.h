// The tree's ckernel.h, with another instrn_buffer than its array of volatile words: the tree's macros push a word by
// ckernel::instrn_buffer[0] = word, which is to be one store whatever the compiler does (push_word.h).
#pragma once

#include "tessera/push_word.h"

namespace ckernel {

struct InstructionBuffer {
    struct Word {
        [[gnu::always_inline]] void operator=(uint32_t word) const { tessera::push_word(word); }
    };
    [[gnu::always_inline]] constexpr Word operator[](int) const { return {}; }
    operator volatile uint32_t*() const { return reinterpret_cast<volatile uint32_t*>(tessera::abi::tensix_fifo_base); }
};
inline constexpr InstructionBuffer instruction_buffer{};

}  // namespace ckernel

// ckernel.h declares __instrn_buffer and then instrn_buffer, a reference to it, before the functions that push. The
// name instrn_buffer is a macro from the second time on that __instrn_buffer is named: each time takes a macro from the
// stack.
#define instrn_buffer instruction_buffer
#pragma push_macro("instrn_buffer")
#undef instrn_buffer
#pragma push_macro("instrn_buffer")
#define __instrn_buffer __instrn_buffer _Pragma("pop_macro(\"instrn_buffer\")")
#include "ckernel.h"
#undef __instrn_buffer
