// One SFPU instruction of a lowered program, decoded, and its word (spec/tensix-core.md 4.9).
#pragma once

#include <cstdint>

#include "sim/abi/sfpu_op.hpp"

namespace tessera::sfpu {

using Op = abi::SfpuOp;

// Fields hold what the encoding holds: `imm` is imm16 of LOADI/ADDI/MULI/CONFIG, imm12 (unsigned field) of the others,
// the 10-bit Dst address of LOAD/STORE, imm5 of STOCHRND. `mod` is Mod0 or Mod1. For setrwc/incrwc the five fields are
// kept in `imm` as the low 24 bits of the word. Where an imm12 instruction reads a VB, its number is in `imm` (low four
// bits), not in `vb`.
struct Instr {
    Op op = Op::nop;
    std::uint8_t vd = 0, va = 0, vb = 0, vc = 0;
    std::uint8_t mod = 0;
    std::uint8_t addr_mod = 0;  // of LOAD/STORE
    std::uint8_t rounding = 0;  // of STOCHRND: 0 nearest, 1 stochastic, 2 toward zero (Blackhole)
    std::uint32_t imm = 0;
    friend bool operator==(const Instr&, const Instr&) = default;
};

// The words of an architecture, by arch::Sfpu::isa_column: AddrMod and the rounding of STOCHRND differ.
Instr decode(std::uint32_t word, int isa_column);
std::uint32_t encode(const Instr& instr, int isa_column);

}  // namespace tessera::sfpu
