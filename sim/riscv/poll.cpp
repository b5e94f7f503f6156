#include "sim/riscv/poll.hpp"

#include <bitset>
#include <optional>

namespace tessera::riscv {
namespace {

constexpr std::size_t longest_path = 24;  // instructions from one load of the word to the next
constexpr std::size_t most_steps = 512;   // of all paths together

bool is_load(Op op) { return op >= Op::lb && op <= Op::lhu; }
bool is_branch(Op op) { return op >= Op::beq && op <= Op::bgeu; }

// What a polling loop may hold: nothing that others can see.
bool is_private(const Decoded& d) {
    const bool stores = d.op == Op::sb || d.op == Op::sh || d.op == Op::sw;
    return !stores && d.op != Op::jalr && d.op < Op::call && d.op != Op::write_sp;
}

// Registers as far as their values are known.
struct Known {
    std::array<std::uint32_t, 32> value{};
    std::bitset<32> known;

    std::optional<std::uint32_t> address(const Decoded& d) const {
        if (!known[d.rs1]) return std::nullopt;
        return value[d.rs1] + static_cast<std::uint32_t>(d.imm);
    }
    void execute(const Decoded& d) {
        if (d.rd >= 32) return;
        known[d.rd] = d.op == Op::add && known[d.rs1] && known[d.rs2];
        value[d.rd] = value[d.rs1] + value[d.rs2] + static_cast<std::uint32_t>(d.imm);
    }
};

class Paths {
  public:
    Paths(const Program& program, std::uint32_t address) : program_(program), address_(address) {}

    // Whether a path from behind the load at `load` comes to it again, or to one that polls.
    bool polls(std::size_t load, const Known& before) {
        Known after = before;
        after.execute(program_.code[load]);
        return follow(load, load + 1, after, longest_path);
    }

  private:
    bool follow(std::size_t load, std::size_t at, Known registers, std::size_t left) {
        for (; left-- != 0 && at < program_.words.size() && ++steps_ <= most_steps; ++at) {
            const Decoded& d = program_.code[at];
            if (is_load(d.op) && d.op == program_.code[load].op && registers.address(d) == address_) {
                if (at == load) return true;
                if (seen_.size() <= at) seen_.resize(program_.words.size());
                if (seen_[at]) return false;
                seen_[at] = true;
                return polls(at, registers);
            }
            if (!is_private(d)) return false;
            const auto target = static_cast<std::size_t>(static_cast<std::int64_t>(at) + d.imm / 4);
            if (is_branch(d.op) && follow(load, target, registers, left)) return true;
            registers.execute(d);
            if (d.op == Op::jal) at = target - 1;
        }
        return false;
    }

    const Program& program_;
    const std::uint32_t address_;
    std::vector<bool> seen_;  // loads of the word behind the first
    std::size_t steps_ = 0;
};

}  // namespace

bool waits_for_change(const Program& program, std::uint32_t pc, const std::array<std::uint32_t, 32>& registers) {
    const std::size_t load = (pc - program.text_base) / 4;
    if (load >= program.words.size()) return false;
    const Known known{registers, std::bitset<32>().set()};
    return Paths(program, *known.address(program.code[load])).polls(load, known);
}

}  // namespace tessera::riscv
