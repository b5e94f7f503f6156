// The opcodes of the vector unit (spec/tensix-core.md 4.9), which SFPI's functions record and the rows of sim/sfpu
// describe.
#pragma once

#include <stdint.h>

namespace tessera::abi {

// The opcode is bits 31:24 of the Tensix word. incrwc and setrwc move the Dst counters between loads and stores and
// travel in the same stream.
enum class SfpuOp : uint8_t {
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

}  // namespace tessera::abi
