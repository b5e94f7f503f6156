// The SFPI operations a kernel records: the values of funct7 of custom-1 (sim/abi/abi.hpp). The group of sixteen an
// operation stands in is its shape, so that recorder and header need no table:
//   0x00  b scalar          -> handle      0x30, 0x40  a, b handles -> handle
//   0x10  a handle          -> handle      0x50        a handle, b scalar, no result
//   0x20  a handle, b scalar -> handle     0x60        b scalar, no result      0x70  a, b handles, no result
// Handle 0 is a vector that was never given a value. Names of instructions: spec/tensix-core.md 5.1.
#pragma once

#include <stdint.h>

namespace tessera::abi {

enum class VectorOp : uint32_t {
    constant =
        0x00,  // b: 32-bit word for all lanes; a compile-time constant when it is a literal, else built at run time
    const_register,  // b: LReg 8..15
    lreg,            // b: LReg 0..7, the physical register as it stands
    load_float,      // b: index of dst_reg, each load and store with the mode of its type
    load_int,
    load_uint,
    load_uint16,
    load_fp16a,
    load_fp16b,
    result,  // b: 1.. the further results of the last operation with several
    random,  // Blackhole

    copy = 0x10,
    negate,
    bit_not,
    abs_float,
    abs_int,
    leading_zeros,
    leading_zeros_nosign,
    exponent,      // debiased
    exponent_raw,  // the field
    mantissa_hidden,
    mantissa,
    rotate_lanes,     // by one within groups of eight
    shift_lanes,      // same, zero enters
    condition_not,    // a: condition
    condition_value,  // a: condition -> 0 or 1
    approx_recip,     // Blackhole

    set_exponent_imm = 0x20,
    set_mantissa_imm,
    set_sign_imm,
    add_exponent,
    shift_imm,             // logical; negative is right
    shift_arithmetic_imm,  // Blackhole
    int_to_float,          // b: rounding, 0 nearest, 1 stochastic, 2 toward zero (Blackhole), as in the following
    to_fp16a,
    to_fp16b,
    to_uint8,
    to_int8,
    to_uint16,
    to_int16,
    lut,       // a: the argument; b: Mod0; three coefficient vectors before, by `operands`
    lut_fp32,  // a: the argument; b: Mod1; three or six coefficient vectors before
    // a in VC, or VA beside a VB; b: immediate << 16 | opcode << 8 | rounding << 4 | Mod1; VB before, by `operands`
    instruction,

    add = 0x30,
    sub,
    sub_assign,  // v -= b: lowered by a rule of its own
    mul,
    int_add,
    int_sub,
    bit_and,
    bit_or,
    bit_xor,
    shift,  // a by b, logical
    shift_arithmetic,
    set_exponent,   // of a, to the low bits of b
    copy_exponent,  // of b into a
    set_mantissa,
    set_sign,
    assign,  // a: the old value of a variable, b: the new one; enabled lanes only. The handle a ends

    float_lt = 0x40,  // comparisons give a condition
    float_ge,
    float_eq,
    float_ne,
    float_gt,
    float_le,
    int_lt,
    int_ge,
    int_eq,
    int_ne,
    int_gt,
    int_le,
    condition_and,
    condition_or,
    swap,     // first result the new a, `result` 1 the new b
    min_max,  // minimum to a, maximum to b

    store_float = 0x50,  // b: index
    store_int,
    store_uint,
    store_uint16,
    store_fp16a,
    store_fp16b,
    write_const,  // b: LReg 11..14
    write_lreg,   // b: LReg 0..7
    apply,        // a: condition that narrows the lanes
    free,         // the C++ object is gone

    push = 0x60,    // v_if, v_block
    complement,     // v_else
    pop,            // b: how many
    dst_increment,  // b: steps of dst_reg++
    dst_format,     // b: Mod0 and AddrMod << 4 of the next load or store; AddrMod 15 is that of all others

    operands = 0x70,  // two vectors for the operation that follows
    transpose,        // with two more by `operands` before: SFPTRANSP of the four, read back by `result` 1..4
};

}  // namespace tessera::abi
