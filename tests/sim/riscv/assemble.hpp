// Encoders of the instruction formats, written from the RISC-V manual, for tests that need single words.
#pragma once

#include <cstdint>

namespace tessera::riscv::assemble {

using W = std::uint32_t;

// Where the programs of the tests begin, and where the local memory does.
constexpr W program_base = 0x8000, local_base = 0xFFB00000;

constexpr W r_type(W opcode, W funct3, W funct7, W rd, W rs1, W rs2) {
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
constexpr W i_type(W opcode, W funct3, W rd, W rs1, int imm) {
    return static_cast<W>(imm) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
constexpr W s_type(W funct3, W rs1, W rs2, int imm) {
    const W u = static_cast<W>(imm);
    return (u >> 5 & 0x7F) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (u & 31) << 7 | 0x23;
}
constexpr W b_type(W funct3, W rs1, W rs2, int imm) {
    const W u = static_cast<W>(imm);
    return (u >> 12 & 1) << 31 | (u >> 5 & 0x3F) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (u >> 1 & 15) << 8 |
           (u >> 11 & 1) << 7 | 0x63;
}
constexpr W u_type(W opcode, W rd, W value) { return (value & 0xFFFFF000u) | rd << 7 | opcode; }
constexpr W jal(W rd, int imm) {
    const W u = static_cast<W>(imm);
    return (u >> 20 & 1) << 31 | (u >> 1 & 0x3FF) << 21 | (u >> 11 & 1) << 20 | (u >> 12 & 0xFF) << 12 | rd << 7 | 0x6F;
}

constexpr W addi(W rd, W rs1, int imm) { return i_type(0x13, 0, rd, rs1, imm); }
constexpr W add(W rd, W rs1, W rs2) { return r_type(0x33, 0, 0, rd, rs1, rs2); }
constexpr W mul(W rd, W rs1, W rs2) { return r_type(0x33, 0, 1, rd, rs1, rs2); }
constexpr W divu(W rd, W rs1, W rs2) { return r_type(0x33, 5, 1, rd, rs1, rs2); }
constexpr W lui(W rd, W value) { return u_type(0x37, rd, value); }
constexpr W auipc(W rd, W value) { return u_type(0x17, rd, value); }
constexpr W lw(W rd, W rs1, int imm) { return i_type(0x03, 2, rd, rs1, imm); }
constexpr W sw(W rs2, W rs1, int imm) { return s_type(2, rs1, rs2, imm); }
constexpr W beq(W rs1, W rs2, int imm) { return b_type(0, rs1, rs2, imm); }
constexpr W bne(W rs1, W rs2, int imm) { return b_type(1, rs1, rs2, imm); }
constexpr W jalr(W rd, W rs1, int imm) { return i_type(0x67, 0, rd, rs1, imm); }
constexpr W call(W number) { return i_type(0x0B, 0, 0, 0, static_cast<int>(number)); }
constexpr W vector(W op, W rd, W rs1, W rs2) { return r_type(0x2B, 0, op, rd, rs1, rs2); }
constexpr W vector_literal(W op, W rd, W rs1) { return r_type(0x2B, 1, op, rd, rs1, 0); }

}  // namespace tessera::riscv::assemble
