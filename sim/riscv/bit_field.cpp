#include "sim/riscv/bit_field.hpp"

#include <bitset>

namespace tessera::riscv {
namespace {

constexpr std::size_t longest_update = 24;  // instructions

bool is_bitwise(Op op) { return op == Op::bit_and || op == Op::bit_or || op == Op::bit_xor; }
bool is_store(Op op) { return op == Op::sb || op == Op::sh || op == Op::sw; }
bool is_straight(Op op) { return op < Op::beq || op == Op::fence; }

}  // namespace

bool updates_bits(const Program& program, std::size_t load) {
    const Decoded& first = program.code[load];
    if (first.rd == first.rs1 || first.rd >= 32) return false;
    std::bitset<32> carries;  // registers with bits of what was loaded
    carries[first.rd] = true;
    bool masked = false;
    for (std::size_t at = load + 1; at < std::min(load + longest_update, program.words.size()); ++at) {
        const Decoded& d = program.code[at];
        const bool uses = carries[d.rs1] || (carries[d.rs2] && d.rs2 != 0);
        if (is_store(d.op) && carries[d.rs2])
            return masked && d.rs1 == first.rs1 && d.imm == first.imm && !carries[d.rs1];
        if (!is_straight(d.op)) return false;
        if (uses && !is_bitwise(d.op)) return false;
        masked |= uses;
        if (is_store(d.op)) continue;
        if (d.rd == first.rs1) return false;
        if (d.rd < 32) carries[d.rd] = uses;
    }
    return false;
}

}  // namespace tessera::riscv
