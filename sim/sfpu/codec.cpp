// Words of SFPU instructions (spec/tensix-core.md 4.9). Of the 12-bit immediate layout the canonical place of VB is the
// low four bits of `imm`; encode also accepts it in `vb`.
#include <fmt/format.h>

#include "sim/fault/fault.hpp"
#include "sim/sfpu/instr.hpp"
#include "sim/sfpu/isa.hpp"

namespace tessera::sfpu {
namespace {

constexpr std::uint32_t bits(std::uint32_t word, int shift, int width) { return word >> shift & ((1u << width) - 1); }
constexpr std::uint8_t nibble(std::uint32_t word, int shift) { return static_cast<std::uint8_t>(bits(word, shift, 4)); }
// AddrMod ends below Mod0 at bit 16.
constexpr int addr_mod_bits(const Encoding& e) { return 16 - e.addr_mod_shift; }

}  // namespace

Instr decode(std::uint32_t word, const Encoding& encoding) {
    const std::uint32_t opcode = word >> 24;
    if (row_index[opcode] < 0)
        throw fault::Fault{fault::Id::tensix_unsupported,
                           fmt::format("word {:08x}: opcode {:#04x} is not an SFPU instruction", word, opcode)};
    Instr in{.op = static_cast<Op>(opcode)};
    switch (row_of(in.op).layout) {
        case Layout::load:
            in.vd = nibble(word, 20);
            in.mod = nibble(word, 16);
            in.addr_mod = static_cast<std::uint8_t>(bits(word, encoding.addr_mod_shift, addr_mod_bits(encoding)));
            in.imm = bits(word, 0, 10);
            break;
        case Layout::loadi:
            in.vd = nibble(word, 20);
            in.mod = nibble(word, 16);
            in.imm = bits(word, 0, 16);
            break;
        case Layout::lut:
            in.vd = nibble(word, 20);
            in.mod = nibble(word, 16);
            break;
        case Layout::imm16:
            in.imm = bits(word, 8, 16);
            in.vd = nibble(word, 4);
            in.mod = nibble(word, 0);
            break;
        case Layout::fma:
            in.va = nibble(word, 16);
            in.vb = nibble(word, 12);
            in.vc = nibble(word, 8);
            in.vd = nibble(word, 4);
            in.mod = nibble(word, 0);
            break;
        case Layout::imm12:
            in.imm = bits(word, 12, 12);
            in.vc = nibble(word, 8);
            in.vd = nibble(word, 4);
            in.mod = nibble(word, 0);
            break;
        case Layout::stochrnd:
            in.rounding = static_cast<std::uint8_t>(bits(word, 21, encoding.rounding_bits));
            in.imm = bits(word, 16, 5);
            in.vb = nibble(word, 12);
            in.vc = nibble(word, 8);
            in.vd = nibble(word, 4);
            in.mod = nibble(word, 0);
            break;
        case Layout::rwc: in.imm = bits(word, 0, 24); break;
        case Layout::none: break;
    }
    return in;
}

std::uint32_t encode(const Instr& in, const Encoding& encoding) {
    const std::uint32_t opcode = static_cast<std::uint32_t>(in.op);
    if (row_index[opcode] < 0)
        throw fault::Fault{fault::Id::tensix_unsupported,
                           fmt::format("opcode {:#04x} is not an SFPU instruction", opcode)};
    const std::uint32_t word = opcode << 24;
    const std::uint32_t low = static_cast<std::uint32_t>(in.vc << 8 | in.vd << 4 | in.mod);
    const std::uint32_t high = static_cast<std::uint32_t>(in.vd << 20 | in.mod << 16);
    switch (row_of(in.op).layout) {
        case Layout::load: {
            const std::uint32_t addr_mod = bits(in.addr_mod, 0, addr_mod_bits(encoding));
            return word | high | addr_mod << encoding.addr_mod_shift | bits(in.imm, 0, 10);
        }
        case Layout::loadi: return word | high | bits(in.imm, 0, 16);
        case Layout::lut: return word | high;
        case Layout::imm16: return word | bits(in.imm, 0, 16) << 8 | static_cast<std::uint32_t>(in.vd << 4 | in.mod);
        case Layout::fma: return word | static_cast<std::uint32_t>(in.va << 16 | in.vb << 12) | low;
        case Layout::imm12: return word | (bits(in.imm, 0, 12) | in.vb) << 12 | low;
        case Layout::stochrnd:
            return word | bits(in.rounding, 0, encoding.rounding_bits) << 21 | bits(in.imm, 0, 5) << 16 |
                   static_cast<std::uint32_t>(in.vb << 12) | low;
        case Layout::rwc: return word | bits(in.imm, 0, 24);
        case Layout::none: break;
    }
    return word;
}

}  // namespace tessera::sfpu
