#include "sim/riscv/poll.hpp"

#include <algorithm>

namespace tessera::riscv {
namespace {

constexpr std::size_t longest_loop = 24;  // instructions

bool is_store(Op op) { return op == Op::sb || op == Op::sh || op == Op::sw; }
bool is_branch(Op op) { return op >= Op::beq && op <= Op::bgeu; }

// Instructions that a loop of its own may hold: nothing that others can see.
bool is_private(const Decoded& d) {
    return !is_store(d.op) && d.op != Op::jalr && d.op < Op::call && d.op != Op::write_sp;
}

}  // namespace

bool waits_for_change(const Program& program, std::uint32_t pc) {
    const std::size_t load = (pc - program.text_base) / 4;
    if (load >= program.words.size()) return false;
    const Decoded& first = program.code[load];
    const std::uint8_t address = first.rs1;
    for (std::size_t end = load; end < std::min(load + longest_loop, program.words.size()); ++end) {
        const Decoded& d = program.code[end];
        // Compilers look at the condition of a loop once before it.
        if (end != load && d.op == first.op && d.rs1 == address && d.imm == first.imm &&
            waits_for_change(program, program.text_base + 4 * static_cast<std::uint32_t>(end)))
            return true;
        if (!is_private(d)) return false;
        if (d.rd == address && address != 0) return false;
        if (!is_branch(d.op) && d.op != Op::jal) continue;
        const std::int64_t target = static_cast<std::int64_t>(end) + d.imm / 4;
        if (target > static_cast<std::int64_t>(load)) {
            if (d.op == Op::jal) return false;
            continue;
        }
        if (target < 0 || load - static_cast<std::size_t>(target) > longest_loop) return false;
        return std::all_of(program.code.begin() + target, program.code.begin() + static_cast<std::ptrdiff_t>(load),
                           [&](const Decoded& in) { return is_private(in) && (in.rd != address || address == 0); });
    }
    return false;
}

}  // namespace tessera::riscv
