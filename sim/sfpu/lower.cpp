#include "sim/sfpu/lower.hpp"

#include "sim/sfpu/cost.hpp"
#include "sim/sfpu/hazard.hpp"
#include "sim/sfpu/lower_ir.hpp"
#include "sim/sfpu/timing.hpp"

namespace tessera::sfpu {
namespace {

using namespace lowering;

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
        if (node.raw) return decode(node.raw_word, code_.arch->isa_column);
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
            default:
                if (row_of(node.op).layout == Layout::imm12 && node.b != no_value) i.imm = reg(node.b), i.vb = 0;
                break;
        }
        if (node.addr_mod >= 0) i.addr_mod = static_cast<std::uint8_t>(node.addr_mod);
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
        while (needs_gap(&instr)) gap();
        push(instr, node);
    }

    void push(const Instr& instr, const Node& node) {
        if (node.built)
            program_.from_run_time.push_back({static_cast<std::uint32_t>(program_.code.size()), node.source});
        push(instr, node.pc, node.source, node.built, node.raw);
    }

    void push(const Instr& instr, std::uint32_t pc, std::uint32_t origin, bool built, bool raw) {
        program_.code.push_back(instr);
        program_.pc.push_back(pc);
        program_.origin.push_back(origin);
        program_.built.push_back(built);
        program_.raw.push_back(raw);
        program_.live.push_back(static_cast<std::uint8_t>(live_));
    }

    // The compiler puts SFPNOP after its own instructions only (tensix-core.md 5.4). What follows the segment is
    // not known: an exchange keeps its gap, a late result is drained by whatever ends the segment.
    bool needs_gap(const Instr* next) const {
        if (program_.code.empty() || (next && next->op == Op::nop)) return false;
        const Instr& last = program_.code.back();
        const bool shuffles = last.op == Op::swap || (last.op == Op::shft2 && last.mod >= 2 && last.mod <= 4);
        if (!code_.arch->stalls_on_late_operand && shuffles && program_.raw.back() == 0) return true;
        return next && is_too_early(*next);
    }

    bool is_too_early(const Instr& next) const {
        const auto size = program_.code.size();
        for (std::size_t distance = 1; distance < longest_latency_ && distance <= size; ++distance)
            if (program_.raw[size - distance] == 0 &&
                hazard_between(*code_.arch, program_.code[size - distance], next, static_cast<int>(distance)))
                return true;
        return false;
    }

    void gap() { push({.op = Op::nop}, program_.pc.back(), program_.origin.back(), false, false); }

    const Code& code_;
    const std::vector<std::uint8_t>& regs_;
    Program& program_;
    const std::size_t longest_latency_ = static_cast<std::size_t>(longest_latency(*code_.arch));
    int live_ = 0;
};

}  // namespace

void bind(Program& program, const Recording& recording) {
    for (const Built& built : program.from_run_time) {
        Instr& instr = program.code[built.instr];
        const Recorded& op = recording.ops[built.op];
        if (op.op == VectorOp::instruction) continue;  // its fields are part of the hash
        switch (instr.op) {
            case Op::loadi: instr.imm = instr.mod == 8 ? op.b >> 16 : op.b & 0xffff; break;
            case Op::load:
            case Op::store: instr.imm = dst_address(op.b, op.pc); break;
            case Op::incrwc: break;  // its steps are part of the hash
            default: instr.imm = op.b & 0xfff; break;
        }
    }
}

Program lower(const Recording& recording, const arch::Sfpu& arch, Lowering lowering) {
    return lower(recording, arch, [lowering](std::uint32_t) { return lowering; });
}

Program lower(const Recording& recording, const arch::Sfpu& arch, const LoweringOf& lowering_of) {
    Code code = translate(recording, arch, lowering_of);
    remove_unused(code);
    contract(code, lowering_of);
    settle(code);
    Program program;
    const std::vector<std::uint8_t> regs = allocate(code, program);
    Emitter(code, regs, program).run();
    program.hazards = hazards(arch, program.code);
    for (const Instr& in : program.code) program.pace.push_back(pace_of(arch, in));
    for (std::size_t i = 0; i < recording.live_out.size(); ++i)
        program.exit.registers.push_back(regs[code.live_out[i]]);
    program.exit.pushes = code.pushes;
    return program;
}

}  // namespace tessera::sfpu
