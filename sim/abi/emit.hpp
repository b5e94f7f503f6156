// Emits one SFPI operation. For RISC-V that is one custom-1 instruction, followed by the literal word where a scalar is
// a compile-time constant; for the host it is a call of `host_recorder`, so that SFPI code runs natively in tests and
// in accuracy studies (every scalar counts as a literal there).
#pragma once

#include "sim/abi/abi.hpp"
#include "sim/abi/vector_op.hpp"

namespace tessera::abi {

#if defined(__riscv)

static_assert(vector_opcode == 0x2B, "the assembler text below names custom-1");

// Operands are handles.
template <VectorOp op>
[[gnu::always_inline]] inline uint32_t emit(uint32_t a, uint32_t b) {
    uint32_t result;
    asm volatile(".insn r 0x2B, 0, %[op], %[rd], %z[a], %z[b]"
                 : [rd] "=r"(result)
                 : [op] "i"(static_cast<uint32_t>(op)), [a] "rJ"(a), [b] "rJ"(b));
    if (result == 0) __builtin_unreachable();
    return result;
}

template <VectorOp op>
[[gnu::always_inline]] inline void emit_void(uint32_t a, uint32_t b) {
    asm volatile(".insn r 0x2B, 0, %[op], x0, %z[a], %z[b]"
                 :
                 : [op] "i"(static_cast<uint32_t>(op)), [a] "rJ"(a), [b] "rJ"(b));
}

// b is a scalar: the literal form when the compiler knows it, a register otherwise.
template <VectorOp op>
[[gnu::always_inline]] inline uint32_t emit_scalar(uint32_t a, uint32_t b) {
    uint32_t result;
    if (__builtin_constant_p(b))
        asm volatile(".insn r 0x2B, 1, %[op], %[rd], %z[a], x0\n\t.word %[b]"
                     : [rd] "=r"(result)
                     : [op] "i"(static_cast<uint32_t>(op)), [a] "rJ"(a), [b] "i"(b));
    else
        asm volatile(".insn r 0x2B, 0, %[op], %[rd], %z[a], %[b]"
                     : [rd] "=r"(result)
                     : [op] "i"(static_cast<uint32_t>(op)), [a] "rJ"(a), [b] "r"(b));
    if (result == 0) __builtin_unreachable();
    return result;
}

template <VectorOp op>
[[gnu::always_inline]] inline void emit_scalar_void(uint32_t a, uint32_t b) {
    if (__builtin_constant_p(b))
        asm volatile(".insn r 0x2B, 1, %[op], x0, %z[a], x0\n\t.word %[b]"
                     :
                     : [op] "i"(static_cast<uint32_t>(op)), [a] "rJ"(a), [b] "i"(b));
    else
        asm volatile(".insn r 0x2B, 0, %[op], x0, %z[a], %[b]"
                     :
                     : [op] "i"(static_cast<uint32_t>(op)), [a] "rJ"(a), [b] "r"(b));
}

#else

struct HostRecorder {
    virtual uint32_t record(VectorOp op, uint32_t a, uint32_t b, bool literal) = 0;

  protected:
    ~HostRecorder() = default;
};

inline thread_local HostRecorder* host_recorder = nullptr;

template <VectorOp op>
uint32_t emit(uint32_t a, uint32_t b) {
    return host_recorder->record(op, a, b, false);
}
template <VectorOp op>
void emit_void(uint32_t a, uint32_t b) {
    host_recorder->record(op, a, b, false);
}
template <VectorOp op>
uint32_t emit_scalar(uint32_t a, uint32_t b) {
    return host_recorder->record(op, a, b, true);
}
template <VectorOp op>
void emit_scalar_void(uint32_t a, uint32_t b) {
    host_recorder->record(op, a, b, true);
}

#endif

}  // namespace tessera::abi
