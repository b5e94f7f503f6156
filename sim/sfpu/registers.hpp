// The vector registers that an instruction's operands name, as a set of bits: for timing, hazards and listings.
#pragma once

#include "sim/sfpu/isa.hpp"

namespace tessera::sfpu {

using Registers = std::uint32_t;  // bit n: LReg n

constexpr Registers registers(Operands operands, const Instr& in) {
    const Row& row = row_of(in.op);
    // An imm12 instruction keeps the number of VB in its immediate.
    const unsigned vb = row.layout == Layout::imm12 ? in.imm & 15 : in.vb;
    Registers set = 0;
    if (operands & operand::va) set |= 1u << in.va;
    if (operands & operand::vb) set |= 1u << vb;
    if (operands & operand::vc) set |= 1u << in.vc;
    if (operands & operand::vd) set |= 1u << in.vd;
    if (operands & operand::lreg0) set |= 0x01;
    if (operands & (operand::low_half | operand::lut)) set |= 0x0f;
    if (operands & operand::lut) set |= 0x70;
    if (operands & operand::all) set |= 0xff;
    return set;
}
constexpr Registers registers_read(const Instr& in) { return registers(row_of(in.op).reads(in.mod), in); }
// Ordinary instructions cannot write LReg8 to 15.
constexpr Registers registers_written(const Instr& in) {
    return registers(row_of(in.op).writes(in.mod), in) & ~Registers{0xff00};
}
// Of those read, the ones whose lateness the architecture's interlock does not see.
constexpr Registers registers_unseen(const Instr& in, int isa_column) {
    const Row& row = row_of(in.op);
    const Column& column = row.column[static_cast<std::size_t>(isa_column)];
    return registers(static_cast<Operands>(row.reads(in.mod) & column.unseen(in.mod)), in);
}

template <class Use>
constexpr void for_each_register(Registers set, Use use) {
    for (int reg = 0; set != 0; ++reg, set >>= 1)
        if (set & 1) use(reg);
}

}  // namespace tessera::sfpu
