// Words of SFPU instructions (spec/tensix-core.md 4.9), by the lists of their fields. Of the 12-bit immediate layout
// the canonical place of VB is the low four bits of `imm`; encode also accepts it in `vb`.
#include <fmt/format.h>

#include "sim/fault/fault.hpp"
#include "sim/sfpu/instr.hpp"
#include "sim/sfpu/isa.hpp"

namespace tessera::sfpu {
namespace {

std::uint32_t value(const Instr& in, Slot slot) {
    switch (slot) {
        case Slot::vd: return in.vd;
        case Slot::va: return in.va;
        case Slot::vb: return in.vb;
        case Slot::vc: return in.vc;
        case Slot::mod: return in.mod;
        case Slot::addr_mod: return in.addr_mod;
        case Slot::rounding: return in.rounding;
        case Slot::imm: break;
    }
    return in.imm;
}

void set(Instr& in, Slot slot, std::uint32_t value) {
    const auto narrow = static_cast<std::uint8_t>(value);
    switch (slot) {
        case Slot::vd: in.vd = narrow; break;
        case Slot::va: in.va = narrow; break;
        case Slot::vb: in.vb = narrow; break;
        case Slot::vc: in.vc = narrow; break;
        case Slot::mod: in.mod = narrow; break;
        case Slot::addr_mod: in.addr_mod = narrow; break;
        case Slot::rounding: in.rounding = narrow; break;
        case Slot::imm: in.imm = value; break;
    }
}

}  // namespace

Instr decode(std::uint32_t word, int isa_column) {
    const std::uint32_t opcode = word >> 24;
    if (row_index[opcode] < 0)
        throw fault::Fault{fault::Id::tensix_unsupported,
                           fmt::format("word {:08x}: opcode {:#04x} is not an SFPU instruction", word, opcode)};
    Instr in{.op = static_cast<Op>(opcode)};
    const Layout layout = row_of(in.op).layout;
    for (const Field& field : fields_of(layout)) set(in, field.slot, field.at(isa_column).of(word));
    // The macro is above the low bits of VD, whose highest bit is the lowest of the address (tensix-core.md 4.8).
    if (layout == Layout::loadmacro) {
        in.va = in.vd >> 2;
        in.vd = static_cast<std::uint8_t>((in.vd & 3) | (in.imm & 1) << 2);
        in.imm &= ~1u;
    }
    return in;
}

std::uint32_t encode(const Instr& instr, int isa_column) {
    const std::uint32_t opcode = static_cast<std::uint32_t>(instr.op);
    if (row_index[opcode] < 0)
        throw fault::Fault{fault::Id::tensix_unsupported,
                           fmt::format("opcode {:#04x} is not an SFPU instruction", opcode)};
    Instr in = instr;
    const Layout layout = row_of(in.op).layout;
    if (layout == Layout::imm12) in.imm |= in.vb;
    if (layout == Layout::loadmacro) {
        in.imm = (in.imm & ~1u) | in.vd >> 2;
        in.vd = static_cast<std::uint8_t>(in.va << 2 | (in.vd & 3));
    }
    std::uint32_t word = opcode << 24;
    for (const Field& field : fields_of(layout)) word |= field.at(isa_column).put(value(in, field.slot));
    return word;
}

}  // namespace tessera::sfpu
