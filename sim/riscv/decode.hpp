// RV32IM, Zba, Zbb, Zaamo and the instructions of sim/abi, decoded once per word of text into a form the hart's loop
// runs directly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tessera::riscv {

inline constexpr std::uint32_t return_address = 1, stack_pointer = 2;

// Immediate and register forms are one operation: the second operand is x[rs2] + imm, with rs2 = x0 or imm = 0.
// lui and auipc are `add` of x0 and a constant.
enum class Op : std::uint8_t {
    unfetched,  // of a text in memory (memory_text.hpp): not decoded yet
    add,
    sub,
    sll,
    slt,
    sltu,
    bit_xor,
    srl,
    sra,
    bit_or,
    bit_and,
    mul,
    mulh,
    mulhsu,
    mulhu,
    div,
    divu,
    rem,
    remu,
    sh1add,  // Zba, and Zbb from andn on; what they do with one operand ignores the second
    sh2add,
    sh3add,
    andn,
    orn,
    xnor,
    clz,
    ctz,
    cpop,
    min,
    minu,
    max,
    maxu,
    sext_b,
    sext_h,
    zext_h,
    rol,
    ror,
    orc_b,
    rev8,
    second,  // of an amoswap: the value stored is the operand
    lb,
    lh,
    lw,
    lbu,
    lhu,
    sb,
    sh,
    sw,
    beq,
    bne,
    blt,
    bge,
    bltu,
    bgeu,
    jal,
    jalr,
    read_counter,    // csrr of cycle, cycleh, instret, instreth; imm is the CSR number
    change_cfg0,     // csrrw, csrrs, csrrc of CSR 0x7C0: imm is the funct3, with rs2 the operand of the immediate forms
    fence,           // a nop on these cores (ISA documentation, BabyRISCV)
    announce,        // a HINT: rs2 is the abi::Announcement, imm what it says
    write_sp,        // an ALU operation whose result is x2; `rd` holds which, the hart checks the stack
    call,            // custom-0; imm is the abi::Call
    atomic,          // Zaamo: imm is the operation on the word in memory and x[rs2]
    vector,          // custom-1; imm is the vector operation
    vector_literal,  // custom-1 with a literal: rs2 is the vector operation, imm the word that follows
    tensix,          // imm is the Tensix instruction, already rotated back
    illegal,
    past_end,  // the entry behind the last word of text
};

// Register number that writes to x0 are sent to, so that x[0] stays zero without a test.
inline constexpr std::uint8_t discard = 32;

struct Decoded {
    Op op = Op::illegal;
    std::uint8_t rd = discard, rs1 = 0, rs2 = 0;
    std::int32_t imm = 0;
    std::uint32_t sources = 0;  // bit per register read
    std::uint32_t touched = 0;  // sources and the register written
};
static_assert(sizeof(Decoded) == 16);

// The instruction `word` at address `pc`; `next` is the word behind it (a vector operation's literal).
Decoded decode(std::uint32_t word, std::uint32_t next, std::uint32_t pc);

// All of a text that starts at `base`, plus one `past_end` entry. A vector operation with a literal that lies behind
// the text is illegal.
std::vector<Decoded> decode_text(std::span<const std::uint32_t> words, std::uint32_t base);

// Conversion between a Tensix instruction and the form in which it stands in a RISC-V text, rotated left by two so
// that its low two bits are not 11.
constexpr std::uint32_t tensix_from_text(std::uint32_t word) { return word >> 2 | word << 30; }
constexpr std::uint32_t text_from_tensix(std::uint32_t instruction) { return instruction << 2 | instruction >> 30; }

}  // namespace tessera::riscv
