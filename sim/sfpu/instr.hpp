// One SFPU instruction of a lowered program, decoded, and its word (spec/tensix-core.md 4.9).
#pragma once

#include <cstdint>

namespace tessera::sfpu {

// The opcode is bits 31:24 of the Tensix word. incrwc and setrwc move the Dst counters between loads and stores and
// travel in the same stream.
enum class Op : std::uint8_t {
    setrwc = 0x37,
    incrwc = 0x38,
    load = 0x70,
    loadi = 0x71,
    store = 0x72,
    lut = 0x73,
    muli = 0x74,
    addi = 0x75,
    divp2 = 0x76,
    exexp = 0x77,
    exman = 0x78,
    iadd = 0x79,
    shft = 0x7a,
    setcc = 0x7b,
    mov = 0x7c,
    abs = 0x7d,
    and_ = 0x7e,
    or_ = 0x7f,
    not_ = 0x80,
    lz = 0x81,
    setexp = 0x82,
    setman = 0x83,
    mad = 0x84,
    add = 0x85,
    mul = 0x86,
    pushc = 0x87,
    popc = 0x88,
    setsgn = 0x89,
    encc = 0x8a,
    compc = 0x8b,
    transp = 0x8c,
    xor_ = 0x8d,
    stochrnd = 0x8e,
    nop = 0x8f,
    cast = 0x90,
    config = 0x91,
    swap = 0x92,
    loadmacro = 0x93,
    shft2 = 0x94,
    lutfp32 = 0x95,
    le = 0x96,
    gt = 0x97,
    mul24 = 0x98,
    arecip = 0x99,
};

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

// Where a field sits in the word differs between architectures in two places (tensix-core.md 4.9).
struct Encoding {
    int addr_mod_shift;  // 14 on Wormhole, 13 on Blackhole
    int rounding_bits;   // 1 on Wormhole, 2 on Blackhole
};

Instr decode(std::uint32_t word, const Encoding& encoding);
std::uint32_t encode(const Instr& instr, const Encoding& encoding);

}  // namespace tessera::sfpu
