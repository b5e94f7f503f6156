#include "sim/riscv/decode.hpp"

#include <array>

#include "sim/abi/abi.hpp"
#include "sim/abi/announcement.hpp"

namespace tessera::riscv {
namespace {

constexpr std::uint32_t argument_registers = 0xFFu << 10;  // a0..a7

// Fields of an instruction word, named as in the RISC-V manual.
struct Word {
    std::uint32_t bits;
    std::uint32_t opcode() const { return bits & 0x7F; }
    std::uint32_t rd() const { return bits >> 7 & 31; }
    std::uint32_t rs1() const { return bits >> 15 & 31; }
    std::uint32_t rs2() const { return bits >> 20 & 31; }
    std::uint32_t funct3() const { return bits >> 12 & 7; }
    std::uint32_t funct7() const { return bits >> 25; }
    std::int32_t imm_i() const { return static_cast<std::int32_t>(bits) >> 20; }
    std::int32_t imm_s() const {
        return (static_cast<std::int32_t>(bits) >> 25 << 5) | static_cast<std::int32_t>(rd());
    }
    std::int32_t imm_u() const { return static_cast<std::int32_t>(bits & 0xFFFFF000u); }
    std::int32_t imm_b() const {
        return (static_cast<std::int32_t>(bits) >> 31 << 12) |
               static_cast<std::int32_t>((bits >> 7 & 1) << 11 | (bits >> 25 & 0x3F) << 5 | (bits >> 8 & 0xF) << 1);
    }
    std::int32_t imm_j() const {
        return (static_cast<std::int32_t>(bits) >> 31 << 20) |
               static_cast<std::int32_t>((bits >> 12 & 0xFF) << 12 | (bits >> 20 & 1) << 11 |
                                         (bits >> 21 & 0x3FF) << 1);
    }
};

constexpr std::uint32_t bit(std::uint32_t reg) { return reg == 0 ? 0 : 1u << reg; }

Decoded make(Op op, std::uint32_t rd, std::uint32_t rs1, std::uint32_t rs2, std::int32_t imm) {
    Decoded d;
    d.op = op;
    d.rd = rd == 0 ? discard : static_cast<std::uint8_t>(rd);
    d.rs1 = static_cast<std::uint8_t>(rs1);
    d.rs2 = static_cast<std::uint8_t>(rs2);
    d.imm = imm;
    d.sources = bit(rs1) | bit(rs2);
    d.touched = d.sources | bit(rd);
    return d;
}

Decoded alu(Op op, std::uint32_t rd, std::uint32_t rs1, std::uint32_t rs2, std::int32_t imm) {
    Decoded d = make(op, rd, rs1, rs2, imm);
    if (rd == stack_pointer) {
        d.op = Op::write_sp;
        d.rd = static_cast<std::uint8_t>(op);
    }
    return d;
}

constexpr std::array alu_ops{Op::add, Op::sll, Op::slt, Op::sltu, Op::bit_xor, Op::srl, Op::bit_or, Op::bit_and};
constexpr std::array muldiv_ops{Op::mul, Op::mulh, Op::mulhsu, Op::mulhu, Op::div, Op::divu, Op::rem, Op::remu};
constexpr std::array load_ops{Op::lb, Op::lh, Op::lw, Op::illegal, Op::lbu, Op::lhu, Op::illegal, Op::illegal};
constexpr std::array branch_ops{Op::beq, Op::bne, Op::illegal, Op::illegal, Op::blt, Op::bge, Op::bltu, Op::bgeu};

// What a kernel says about itself (sim/abi/announcement.hpp); both HINTs of RV32I that write to x0.
Decoded announcement(abi::Announcement what, std::uint32_t value) {
    Decoded d = make(Op::announce, 0, 0, 0, static_cast<std::int32_t>(value));
    d.rs2 = static_cast<std::uint8_t>(what);
    return d;
}

Decoded decode_upper(Word w) {
    if (w.rd() != 0) return make(Op::add, w.rd(), 0, 0, w.imm_u());
    const std::uint32_t said = w.bits >> 12, kind = said >> abi::upper_value_bits;
    return announcement(static_cast<abi::Announcement>(static_cast<std::uint32_t>(abi::Announcement::starts) + kind),
                        said & ((1u << abi::upper_value_bits) - 1));
}

// Those of Zbb with one register: the immediate tells which.
Op unary_op(Word w) {
    struct Row {
        std::uint32_t funct3, immediate;
        Op op;
    };
    constexpr std::array rows{Row{1, 0x600, Op::clz},    Row{1, 0x601, Op::ctz},    Row{1, 0x602, Op::cpop},
                              Row{1, 0x604, Op::sext_b}, Row{1, 0x605, Op::sext_h}, Row{5, 0x287, Op::orc_b},
                              Row{5, 0x698, Op::rev8}};
    for (const Row& row : rows)
        if (w.funct3() == row.funct3 && w.bits >> 20 == row.immediate) return row.op;
    return Op::illegal;
}

Decoded decode_immediate(Word w) {
    if (w.rd() == 0 && (w.funct3() == abi::hint_sets_up_funct3 || w.funct3() == abi::hint_runs_funct3))
        return announcement(w.funct3() == abi::hint_runs_funct3 ? abi::Announcement::runs : abi::Announcement::sets_up,
                            w.rs1() << 12 | w.bits >> 20);
    const bool shift = w.funct3() == 1 || w.funct3() == 5;
    if (!shift) return alu(alu_ops[w.funct3()], w.rd(), w.rs1(), 0, w.imm_i());
    if (const Op op = unary_op(w); op != Op::illegal) return alu(op, w.rd(), w.rs1(), 0, 0);
    if (w.funct3() == 5 && w.funct7() == 0x30)
        return alu(Op::ror, w.rd(), w.rs1(), 0, static_cast<std::int32_t>(w.rs2()));
    const bool arithmetic = w.funct3() == 5 && w.funct7() == 0x20;
    if (w.funct7() != 0 && !arithmetic) return {};
    return alu(arithmetic ? Op::sra : alu_ops[w.funct3()], w.rd(), w.rs1(), 0, static_cast<std::int32_t>(w.rs2()));
}

// By funct3, of each funct7.
constexpr auto no = Op::illegal;
constexpr std::array minmax_ops{no, no, no, no, Op::min, Op::minu, Op::max, Op::maxu};
constexpr std::array shift_add_ops{no, no, Op::sh1add, no, Op::sh2add, no, Op::sh3add, no};
constexpr std::array inverted_ops{Op::sub, no, no, no, Op::xnor, Op::sra, Op::orn, Op::andn};
constexpr std::array rotate_ops{no, Op::rol, no, no, no, Op::ror, no, no};

Decoded decode_register(Word w) {
    const auto one_of = [&](const std::array<Op, 8>& ops) {
        const Op op = ops[w.funct3()];
        return op == Op::illegal ? Decoded{} : alu(op, w.rd(), w.rs1(), w.rs2(), 0);
    };
    switch (w.funct7()) {
        case 0: return one_of(alu_ops);
        case 1: return one_of(muldiv_ops);
        case 0x04: return w.funct3() == 4 && w.rs2() == 0 ? alu(Op::zext_h, w.rd(), w.rs1(), 0, 0) : Decoded{};
        case 0x05: return one_of(minmax_ops);
        case 0x10: return one_of(shift_add_ops);
        case 0x20: return one_of(inverted_ops);
        case 0x30: return one_of(rotate_ops);
    }
    return {};
}

// Neither order bit matters: accesses of one hart keep their order here.
Decoded decode_atomic(Word w) {
    const auto op = [&] {
        switch (w.funct7() >> 2) {
            case 0x00: return Op::add;
            case 0x01: return Op::second;
            case 0x04: return Op::bit_xor;
            case 0x08: return Op::bit_or;
            case 0x0C: return Op::bit_and;
            case 0x10: return Op::min;
            case 0x14: return Op::max;
            case 0x18: return Op::minu;
            case 0x1C: return Op::maxu;
        }
        return Op::illegal;
    }();
    if (w.funct3() != 2 || op == Op::illegal) return {};
    return make(Op::atomic, w.rd(), w.rs1(), w.rs2(), static_cast<std::int32_t>(op));
}

// Only reads of the counters, csrrs and csrrc with x0, and the core's own configuration. The hart tells an ebreak from
// what is none of its instructions.
Decoded decode_system(Word w) {
    const std::uint32_t csr = w.bits >> 20;
    const bool counter = csr == 0xC00 || csr == 0xC02 || csr == 0xC80 || csr == 0xC82;
    if (csr == 0x7C0 && w.funct3() % 4 != 0) {
        Decoded d =
            make(Op::change_cfg0, w.rd(), w.funct3() < 4 ? w.rs1() : 0, 0, static_cast<std::int32_t>(w.funct3()));
        d.rs2 = w.funct3() < 4 ? 0 : static_cast<std::uint8_t>(w.rs1());
        return d;
    }
    const bool read = (w.funct3() == 2 || w.funct3() == 3) && w.rs1() == 0;
    return counter && read ? make(Op::read_counter, w.rd(), 0, 0, static_cast<std::int32_t>(csr)) : Decoded{};
}

Decoded decode_call(Word w) {
    if (w.funct3() != 0) return {};
    Decoded d = make(Op::call, 0, 0, 0, static_cast<std::int32_t>(w.bits >> 20));
    d.sources = argument_registers;  // which of them hold arguments depends on the call; loads into others are rare
    d.touched = argument_registers;
    return d;
}

Decoded decode_vector(Word w, std::uint32_t literal) {
    if ((w.funct3() & ~1u) != 0) return {};
    if (w.funct3() == 0) return make(Op::vector, w.rd(), w.rs1(), w.rs2(), static_cast<std::int32_t>(w.funct7()));
    Decoded d = make(Op::vector_literal, w.rd(), w.rs1(), 0, static_cast<std::int32_t>(literal));
    d.rs2 = static_cast<std::uint8_t>(w.funct7());
    return d;
}

}  // namespace

Decoded decode(std::uint32_t word, std::uint32_t next, std::uint32_t pc) {
    const Word w{word};
    if ((word & 3) != 3) return make(Op::tensix, 0, 0, 0, static_cast<std::int32_t>(tensix_from_text(word)));
    switch (w.opcode()) {
        case 0x37: return decode_upper(w);
        case 0x17:
            return make(Op::add, w.rd(), 0, 0, static_cast<std::int32_t>(pc + static_cast<std::uint32_t>(w.imm_u())));
        case 0x6F: return make(Op::jal, w.rd(), 0, 0, w.imm_j());
        case 0x67: return w.funct3() == 0 ? make(Op::jalr, w.rd(), w.rs1(), 0, w.imm_i()) : Decoded{};
        case 0x63: {
            const Op op = branch_ops[w.funct3()];
            return op == Op::illegal ? Decoded{} : make(op, 0, w.rs1(), w.rs2(), w.imm_b());
        }
        case 0x03: {
            const Op op = load_ops[w.funct3()];
            return op == Op::illegal ? Decoded{} : make(op, w.rd(), w.rs1(), 0, w.imm_i());
        }
        case 0x23: {
            constexpr std::array ops{Op::sb, Op::sh, Op::sw};
            return w.funct3() > 2 ? Decoded{} : make(ops[w.funct3()], 0, w.rs1(), w.rs2(), w.imm_s());
        }
        case 0x13: return decode_immediate(w);
        case 0x33: return decode_register(w);
        case 0x2F: return decode_atomic(w);
        case 0x0F: return w.funct3() <= 1 ? make(Op::fence, 0, 0, 0, 0) : Decoded{};
        case 0x73: return decode_system(w);
        case abi::call_opcode: return decode_call(w);
        case abi::vector_opcode: return decode_vector(w, next);
    }
    return {};
}

std::vector<Decoded> decode_text(std::span<const std::uint32_t> words, std::uint32_t base) {
    std::vector<Decoded> code;
    code.reserve(words.size() + 1);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool last = i + 1 == words.size();
        code.push_back(decode(words[i], last ? 0 : words[i + 1], base + 4 * static_cast<std::uint32_t>(i)));
        if (last && code.back().op == Op::vector_literal) code.back() = Decoded{};
    }
    code.push_back(Decoded{.op = Op::past_end});
    return code;
}

}  // namespace tessera::riscv
