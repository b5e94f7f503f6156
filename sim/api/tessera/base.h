// What every kernel build sees first: integer types, inlining, and the macros that keep one source apart on the three
// compute cores (kernel-api.md 1.2). The build wrapper (host/compile/wrapper.cpp) has defined the configuration before.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <array>  // and std::min, std::max: used by kernels without an include
#include <cstdint>
#include <cstring>
#include <utility>

#include "sim/abi/abi.hpp"

#define ALWI inline __attribute__((always_inline))
#define FORCE_INLINE inline __attribute__((always_inline))
#if !defined(sfpi_inline)
#define sfpi_inline inline __attribute__((always_inline))
#endif
#define tt_l1_ptr
#define tt_reg_ptr

using uint = uint32_t;

// What is tessera's own stands in its namespace, and sees the vendor's names from there.
namespace ckernel {}
namespace tessera {
using namespace ckernel;

// An argument that leaves something as it is.
inline constexpr uint32_t unchanged = 0xFFFFFFFF;
}  // namespace tessera

#if defined(TRISC_UNPACK)
#define UNPACK(...) __VA_ARGS__
#else
#define UNPACK(...)
#endif
#if defined(TRISC_MATH)
#define MATH(...) __VA_ARGS__
#else
#define MATH(...)
#endif
#if defined(TRISC_PACK)
#define PACK(...) __VA_ARGS__
#else
#define PACK(...)
#endif

// A string that lives behind the kernel's text in L1, so that names of zones and messages cost no local memory.
#define TESSERA_STRING_(literal)                                                      \
    ({                                                                                \
        const char* tessera_text;                                                     \
        asm(".pushsection .tessera.strings,\"aMS\",@progbits,1\n66: .asciz " #literal \
            "\n.popsection\nlui %0,%%hi(66b)\naddi %0,%0,%%lo(66b)"                   \
            : "=r"(tessera_text));                                                    \
        tessera_text;                                                                 \
    })
#define TESSERA_STRING(literal) TESSERA_STRING_(literal)
