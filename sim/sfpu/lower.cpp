#include "sim/sfpu/lower.hpp"

#include "sim/sfpu/lower_ir.hpp"

namespace tessera::sfpu {
namespace {

using namespace lowering;

// The registers an instruction reads, as bits (spec/tensix-core.md 4).
std::uint32_t registers_read(const Instr& i) {
    const std::uint32_t va = bit(i.va), vb = bit(i.vb), vc = bit(i.vc), vd = bit(i.vd);
    switch (i.op) {
        case Op::mad:
        case Op::add:
        case Op::mul:
        case Op::mul24: return va | vb | vc;
        case Op::addi:
        case Op::muli:
        case Op::store: return vd;
        case Op::iadd:
        case Op::shft: return (i.mod & 1) == 0 ? vc | vd : i.op == Op::iadd ? vc : vd;
        case Op::and_:
        case Op::or_:
        case Op::xor_:
        case Op::swap:
        case Op::gt:
        case Op::le: return vc | vd;
        case Op::setexp: return i.mod == 1 ? vc : vc | vd;
        case Op::setman:
        case Op::setsgn: return i.mod == 0 ? vc | vd : vc;
        case Op::shft2: return i.mod >= 5 ? vb | vc : vc;
        case Op::lut: return 0x0f;
        case Op::lutfp32: return 0x7f;
        case Op::config: return 0x01;
        case Op::transp: return 0xff;
        case Op::setcc:
        case Op::mov:
        case Op::abs:
        case Op::not_:
        case Op::lz:
        case Op::exexp:
        case Op::exman:
        case Op::divp2:
        case Op::cast:
        case Op::stochrnd:
        case Op::arecip: return vc;
        default: return 0;
    }
}

// What Blackhole's scoreboard misses (spec/tensix-core.md 6).
std::uint32_t registers_missed(const Instr& i) {
    switch (i.op) {
        case Op::iadd:
        case Op::shft: return (i.op == Op::iadd && (i.mod & 1)) ? 0 : bit(i.vd);
        case Op::config: return 0x01;
        case Op::swap: return i.mod == 0 ? 0 : bit(i.vc) | bit(i.vd);
        default: return 0;
    }
}

class Emitter {
  public:
    Emitter(const Code& code, const std::vector<std::uint8_t>& regs, Program& program)
        : code_(code), regs_(regs), program_(program) {}

    void run() {
        std::vector<std::uint8_t> live = std::move(program_.live);
        program_.live.clear();
        for (std::size_t n = 0; n < code_.nodes.size(); ++n) {
            const Node& node = code_.nodes[n];
            live_ = live[n];
            if (node.op == Op::loadi && !node.raw)
                load_immediate(node);
            else
                append(instruction(node), node);
        }
        if (needs_gap(nullptr)) gap();
    }

  private:
    std::uint8_t reg(Value v) const { return v == no_value ? std::uint8_t{0} : regs_[v]; }

    Instr instruction(const Node& node) const {
        if (node.raw) return decode(node.raw_word, {code_.arch->addr_mod_shift, code_.arch->rounding_bits});
        Instr i{.op = node.op,
                .vd = reg(node.result),
                .va = reg(node.a),
                .vb = reg(node.b),
                .vc = reg(node.c),
                .mod = node.mod,
                .rounding = node.rounding,
                .imm = node.imm};
        switch (node.op) {
            case Op::store:
                i.vd = i.vc, i.vc = 0, i.addr_mod = static_cast<std::uint8_t>(code_.arch->sfpi_addr_mod);
                break;
            case Op::load: i.addr_mod = static_cast<std::uint8_t>(code_.arch->sfpi_addr_mod); break;
            case Op::config: i.vd = static_cast<std::uint8_t>(node.imm), i.imm = 0; break;
            default: break;
        }
        return i;
    }

    // The loading rules of spec/tensix-core.md 5.1; words built at run time always take both halves.
    void load_immediate(const Node& node) {
        const std::uint32_t u = node.imm, exponent = (u >> 23) & 0xff;
        enum : std::uint8_t { floatb = 0, floata = 1, ushort_ = 2, short_ = 4, upper = 8 };
        const auto put = [&](std::uint8_t mode, std::uint32_t imm) {
            append({.op = Op::loadi, .vd = reg(node.result), .mod = mode, .imm = imm}, node);
        };
        if (node.built) return put(ushort_, u & 0xffff), put(upper, u >> 16);
        if (u <= 0x7fff || u >= 0xffff8000) return put(short_, u & 0xffff);
        if (u <= 0xffff) return put(ushort_, u);
        if ((u & 0xffff) == 0) return put(floatb, u >> 16);
        if ((u & 0x1fff) == 0 && exponent >= 113 && exponent < 143)
            return put(floata, ((u >> 16) & 0x8000) | (exponent - 112) << 10 | ((u >> 13) & 0x3ff));
        put(ushort_, u & 0xffff);
        put(upper, u >> 16);
    }

    void append(const Instr& instr, const Node& node) {
        if (needs_gap(&instr)) gap();
        push(instr, node);
        previous_compiled_ = !node.raw;
    }

    void push(const Instr& instr, const Node& node) {
        if (node.built)
            program_.from_run_time.push_back({static_cast<std::uint32_t>(program_.code.size()), node.source});
        push(instr, node.pc, node.source, node.built);
    }

    void push(const Instr& instr, std::uint32_t pc, std::uint32_t origin, bool built) {
        program_.code.push_back(instr);
        program_.pc.push_back(pc);
        program_.origin.push_back(origin);
        program_.built.push_back(built);
        program_.live.push_back(static_cast<std::uint8_t>(live_));
    }

    // The compiler puts SFPNOP after its own instructions only (5.4). What follows the segment is not known: an
    // exchange keeps its gap, a late result is drained by whatever ends the segment.
    bool needs_gap(const Instr* next) const {
        if (program_.code.empty() || !previous_compiled_) return false;
        const Instr& last = program_.code.back();
        if (next && next->op == Op::nop) return false;
        const bool shuffles = last.op == Op::swap || (last.op == Op::shft2 && last.mod >= 2 && last.mod <= 4);
        if (!code_.arch->stalls_on_late_operand && shuffles) return true;
        if (!next || !is_mad_class(last.op)) return false;
        const std::uint32_t read = code_.arch->stalls_on_late_operand ? registers_missed(*next) : registers_read(*next);
        return (read & bit(last.vd)) != 0;
    }

    void gap() { push({.op = Op::nop}, program_.pc.back(), program_.origin.back(), false); }

    const Code& code_;
    const std::vector<std::uint8_t>& regs_;
    Program& program_;
    int live_ = 0;
    bool previous_compiled_ = false;
};

}  // namespace

void bind(Program& program, const Recording& recording) {
    for (const Built& built : program.from_run_time) {
        Instr& instr = program.code[built.instr];
        const Recorded& op = recording.ops[built.op];
        switch (instr.op) {
            case Op::loadi: instr.imm = instr.mod == 8 ? op.b >> 16 : op.b & 0xffff; break;
            case Op::load:
            case Op::store: instr.imm = dst_address(op.b, op.pc); break;
            case Op::incrwc: break;  // its steps are part of the hash
            default: instr.imm = op.b & 0xfff; break;
        }
    }
}

Program lower(const Recording& recording, const arch::Sfpu& arch, Profile profile) {
    Code code = translate(recording, arch, profile);
    remove_unused(code);
    contract(code, profile);
    settle(code);
    Program program;
    const std::vector<std::uint8_t> regs = allocate(code, program);
    Emitter(code, regs, program).run();
    for (std::size_t i = 0; i < recording.live_out.size(); ++i)
        program.exit.registers.push_back(regs[code.live_out[i]]);
    program.exit.pushes = code.pushes;
    return program;
}

}  // namespace tessera::sfpu
