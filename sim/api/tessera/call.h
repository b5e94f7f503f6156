// One call of the machine: arguments pinned in a0.., one custom-0 instruction, the result in a0 (sim/abi/abi.hpp).
#pragma once

#include "tessera/base.h"

namespace tessera {

using abi::Call;

// Every argument is one 32-bit register: an integer, an address, a float by its bits.
template <class T>
ALWI uint32_t word(T value) {
    static_assert(sizeof(T) <= 4);
    if constexpr (__is_enum(T)) {
        return static_cast<uint32_t>(value);
    } else if constexpr (__is_same(T, float)) {
        uint32_t bits;
        __builtin_memcpy(&bits, &value, 4);
        return bits;
    } else {
        return (uint32_t)value;
    }
}

#define TESSERA_CALL_INSTRUCTION ".insn i %[opcode], 0, a0, a0, %[call]"
#define TESSERA_CALL_CONSTANTS [opcode] "i"(abi::call_opcode), [call] "i"(static_cast<uint32_t>(which))

template <Call which>
ALWI uint32_t call() {
    register uint32_t a0 asm("a0");
    asm volatile(TESSERA_CALL_INSTRUCTION : "=r"(a0) : TESSERA_CALL_CONSTANTS : "memory");
    return a0;
}

template <Call which, class A>
ALWI uint32_t call(A a) {
    register uint32_t a0 asm("a0") = word(a);
    asm volatile(TESSERA_CALL_INSTRUCTION : "+r"(a0) : TESSERA_CALL_CONSTANTS : "memory");
    return a0;
}

template <Call which, class A, class B>
ALWI uint32_t call(A a, B b) {
    const uint32_t w0 = word(a), w1 = word(b);
    register uint32_t a0 asm("a0") = w0;
    register uint32_t a1 asm("a1") = w1;
    asm volatile(TESSERA_CALL_INSTRUCTION : "+r"(a0) : "r"(a1), TESSERA_CALL_CONSTANTS : "memory");
    return a0;
}

template <Call which, class A, class B, class C>
ALWI uint32_t call(A a, B b, C c) {
    const uint32_t w0 = word(a), w1 = word(b), w2 = word(c);
    register uint32_t a0 asm("a0") = w0;
    register uint32_t a1 asm("a1") = w1;
    register uint32_t a2 asm("a2") = w2;
    asm volatile(TESSERA_CALL_INSTRUCTION : "+r"(a0) : "r"(a1), "r"(a2), TESSERA_CALL_CONSTANTS : "memory");
    return a0;
}

template <Call which, class A, class B, class C, class D>
ALWI uint32_t call(A a, B b, C c, D d) {
    const uint32_t w0 = word(a), w1 = word(b), w2 = word(c), w3 = word(d);
    register uint32_t a0 asm("a0") = w0;
    register uint32_t a1 asm("a1") = w1;
    register uint32_t a2 asm("a2") = w2;
    register uint32_t a3 asm("a3") = w3;
    asm volatile(TESSERA_CALL_INSTRUCTION : "+r"(a0) : "r"(a1), "r"(a2), "r"(a3), TESSERA_CALL_CONSTANTS : "memory");
    return a0;
}

template <Call which, class A, class B, class C, class D, class... Rest>
ALWI uint32_t call(A a, B b, C c, D d, Rest... rest) {
    static_assert(sizeof...(Rest) <= 4, "a call has at most eight arguments");
    const uint32_t w0 = word(a), w1 = word(b), w2 = word(c), w3 = word(d);
    const uint32_t more[4] = {word(rest)...};
    register uint32_t a0 asm("a0") = w0;
    register uint32_t a1 asm("a1") = w1;
    register uint32_t a2 asm("a2") = w2;
    register uint32_t a3 asm("a3") = w3;
    register uint32_t a4 asm("a4") = more[0];
    if constexpr (sizeof...(Rest) == 1) {
        asm volatile(TESSERA_CALL_INSTRUCTION
                     : "+r"(a0)
                     : "r"(a1), "r"(a2), "r"(a3), "r"(a4), TESSERA_CALL_CONSTANTS
                     : "memory");
    } else {
        register uint32_t a5 asm("a5") = more[1];
        register uint32_t a6 asm("a6") = more[2];
        register uint32_t a7 asm("a7") = more[3];
        asm volatile(TESSERA_CALL_INSTRUCTION
                     : "+r"(a0)
                     : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5), "r"(a6), "r"(a7), TESSERA_CALL_CONSTANTS
                     : "memory");
    }
    return a0;
}

}  // namespace tessera
