#include "sim/sfpu/text.hpp"

#include <fmt/format.h>

#include <iterator>

#include "sim/sfpu/isa.hpp"

namespace tessera::sfpu {
namespace {

void add(std::string& out, const std::string& operand) {
    out += (out.find(' ') == std::string::npos ? " " : ", ") + operand;
}
void add_register(std::string& out, unsigned index) { add(out, fmt::format("L{}", index)); }
void add_signed12(std::string& out, std::uint32_t imm) {
    add(out, fmt::format("{}", static_cast<int>(sign_extend12(imm))));
}

}  // namespace

std::string text(const Instr& in) {
    if (row_index[static_cast<std::size_t>(in.op)] < 0) return fmt::format("opcode {:#04x}", static_cast<int>(in.op));
    const Row& row = row_of(in.op);
    const Operands reads = row.reads(in.mod), writes = row.writes(in.mod);
    std::string out{row.name};
    const bool shows_vd = ((reads | writes) & operand::vd) != 0 || row.layout == Layout::load ||
                          row.layout == Layout::loadmacro || row.layout == Layout::lut;
    if (shows_vd) add_register(out, in.vd);
    switch (row.layout) {
        case Layout::load:
        case Layout::loadmacro:
            add(out, fmt::format("{}", in.imm));
            if (row.layout == Layout::loadmacro) add(out, fmt::format("macro={}", in.va));
            if (in.addr_mod) add(out, fmt::format("addr_mod={}", in.addr_mod));
            break;
        case Layout::loadi:
        case Layout::imm16: add(out, fmt::format("{:#06x}", in.imm)); break;
        case Layout::fma:
            add_register(out, in.va);
            add_register(out, in.vb);
            if (in.op != Op::mul24) add_register(out, in.vc);
            break;
        case Layout::unary:
        case Layout::imm12:
            if (reads & operand::vb) add_register(out, in.imm & 15);
            if (reads & operand::vc) add_register(out, in.vc);
            if (!(reads & operand::vb) && in.imm) add_signed12(out, in.imm);
            break;
        case Layout::stochrnd:
            if (reads & operand::vb) add_register(out, in.vb);
            add_register(out, in.vc);
            if (in.imm) add(out, fmt::format("{}", in.imm));
            if (in.rounding) add(out, fmt::format("rounding={}", in.rounding));
            break;
        case Layout::rwc:
            add(out, fmt::format("dst={}", rwc::dst_value(in.imm)));
            add(out, fmt::format("fields={:#08x}", in.imm));
            break;
        case Layout::lut:
        case Layout::result:
        case Layout::none: break;
    }
    if (in.mod) add(out, fmt::format("mod={}", in.mod));
    return out;
}

}  // namespace tessera::sfpu
