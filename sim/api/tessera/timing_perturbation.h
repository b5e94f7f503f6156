// Idle instructions put into a kernel to see what its timing hides (the vendor's timing_perturbation.h).
#pragma once

#include "tessera/debug.h"
#include "tessera/push_word.h"

#if defined(COMPILE_FOR_TRISC)

namespace tt::compute::common {

// Scalar instructions, or words for the coprocessor that do nothing there (NOP, opcode 0x02).
template <const int num_nops, const int is_riscv_nop, const int use_loop = 0>
inline void add_nops() {
    const auto one = [] {
        if constexpr (is_riscv_nop)
            asm volatile("nop");
        else
            tessera::push_word(0x02000000);
    };
    if constexpr (use_loop) {
#pragma GCC unroll 1
        for (int i = 0; i < num_nops; ++i) one();
    } else {
#pragma GCC unroll 65534
        for (int i = 0; i < num_nops; ++i) one();
    }
}

template <const int num_unpack_nops, const int num_math_nops, const int num_pack_nops, const int is_riscv_nop,
          const int use_loop = 0>
inline void add_compute_nops() {
    UNPACK((add_nops<num_unpack_nops, is_riscv_nop, use_loop>());)
    MATH((add_nops<num_math_nops, is_riscv_nop, use_loop>());)
    PACK((add_nops<num_pack_nops, is_riscv_nop, use_loop>());)
}

}  // namespace tt::compute::common

#endif
