// The hart's loop. One page where fetch, operands, meaning and time of an instruction meet.
#include <fmt/format.h>

#include <bit>

#include "sim/fault/fault.hpp"
#include "sim/riscv/hart.hpp"

namespace tessera::riscv {
namespace {

using fault::Fault;
using fault::Id;

constexpr bool branch_taken(Op op, std::uint32_t a, std::uint32_t b) {
    const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(b);
    switch (op) {
        case Op::beq: return a == b;
        case Op::bne: return a != b;
        case Op::blt: return sa < sb;
        case Op::bge: return sa >= sb;
        case Op::bltu: return a < b;
        default: return a >= b;
    }
}

constexpr std::uint32_t breakpoint = 0x00100073;
constexpr const char* lacks = "is of Zba, Zbb or Zaamo, which the cores of this chip do not have; compile for rv32im";

[[noreturn, gnu::cold]] void refuse_instruction(std::uint32_t word, std::uint32_t pc, const char* why) {
    throw Fault(Id::illegal_instruction, fmt::format("{:#010x} at {:#010x} {}", word, pc, why));
}

// What goes to the coprocessor is fetched as the instructions it becomes there, not as the words that record it: the
// coprocessor accounts for it (spec/timing.md 2.6). Announcements take no time at all.
constexpr bool is_fetched(Op op) {
    return op != Op::vector && op != Op::vector_literal && op != Op::tensix && op != Op::announce;
}

}  // namespace

// Instructions of few programs, apart from the loop so that it stays small. The hart's clock is up to date.
Hart::Rare Hart::run_rare(const Decoded& d, std::uint32_t index) {
    if (d.op == Op::unfetched) {
        memory_text_->fetch(index);
        return Rare::again;
    }
    if (!extended_)
        refuse_instruction(word_at(index), address_of(index),
                           d.op == Op::change_cfg0 ? "is of a CSR that the cores of this chip do not have" : lacks);
    const std::uint32_t a = x_[d.rs1];
    if (d.op == Op::atomic) {
        pause_ = atomic(d, a, clock_);
        return pause_.touch == Touch::atomic ? Rare::stops : Rare::done;
    }
    if (d.op == Op::change_cfg0) {
        const std::uint32_t given = d.imm < 4 ? a : d.rs2, before = cfg0_;
        cfg0_ = d.imm % 4 == 1 ? given : d.imm % 4 == 2 ? before | given : before & ~given;
        x_[d.rd] = before;
        return Rare::done;
    }
    x_[d.rd] = evaluate_rare(d.op, a, x_[d.rs2] + static_cast<std::uint32_t>(d.imm));
    return Rare::done;
}

// Branches are predicted statically, backward taken, forward not taken, but where the hardware is known to keep their
// history; jumps are always predicted. Neither predictor is published (spec/timing.md 2.5 has the cost of a wrong
// guess).
template <bool is_debugged>
Pause Hart::run_until_touch(Cycle limit) {
    const Decoded* const code = code_;
    const std::uint32_t words = text_words_;
    const Costs costs = costs_;
    const std::uint32_t skew = text_base_ % costs.line_bytes / 4;
    const int line_shift = std::countr_zero(costs.line_bytes / 4);
    auto& x = x_;
    std::uint32_t index = (pc_ - text_base_) / 4;
    Cycle clock = clock_;
    std::uint64_t count = 0;
    const struct Settle {  // at a pause, and when a fault leaves the loop
        Hart& hart;
        std::uint32_t& index;
        Cycle& clock;
        std::uint64_t& count;
        ~Settle() {
            hart.pc_ = hart.address_of(index);
            hart.clock_ = clock;
            hart.counters_.instructions += count;
        }
    } settle{*this, index, clock, count};

    for (;;) {
        if constexpr (is_debugged)
            if (stops_before(address_of(index))) return {.touch = Touch::stop};
        const Decoded& d = code[index];
        if (const std::uint32_t line = (index + skew) >> line_shift; line != line_ && is_fetched(d.op))
            fetch(line, clock);
        if ((d.touched & pending_) != 0) wait_for_operands(d, clock);
        const std::uint32_t a = x[d.rs1];

#define TESSERA_ALU(op)                                                              \
    case Op::op:                                                                     \
        x[d.rd] = evaluate(Op::op, a, x[d.rs2] + static_cast<std::uint32_t>(d.imm)); \
        break
#define TESSERA_MUL(op)                                    \
    case Op::op:                                           \
        x[d.rd] = evaluate(Op::op, a, x[d.rs2]);           \
        clock += costs.mul - 1;                            \
        counters_.multiply_divide_cycles += costs.mul - 1; \
        break
#define TESSERA_DIV(op, is_signed)                                                          \
    case Op::op: {                                                                          \
        const std::uint32_t b = x[d.rs2], extra = costs.divide.cycles(is_signed, a, b) - 1; \
        if (b == 0) [[unlikely]]                                                            \
            note_zero_division(address_of(index));                                          \
        x[d.rd] = evaluate(Op::op, a, b);                                                   \
        clock += extra;                                                                     \
        counters_.multiply_divide_cycles += extra;                                          \
        break;                                                                              \
    }
#define TESSERA_BRANCH(op)                                                                       \
    case Op::op: {                                                                               \
        const bool taken = branch_taken(Op::op, a, x[d.rs2]);                                    \
        if (!(branches_ ? branches_->expects(index, d.imm < 0, taken) : taken == (d.imm < 0))) { \
            clock += costs.mispredict;                                                           \
            ++counters_.mispredicts;                                                             \
            counters_.mispredict_cycles += costs.mispredict;                                     \
        }                                                                                        \
        if (!taken) break;                                                                       \
        const std::uint32_t to = index + static_cast<std::uint32_t>(d.imm / 4);                  \
        if (to >= words || d.imm % 4 != 0) [[unlikely]]                                          \
            jump_index(address_of(index) + static_cast<std::uint32_t>(d.imm));                   \
        index = to, ++clock, ++count;                                                            \
        if (clock >= limit) [[unlikely]]                                                         \
            return {};                                                                           \
        continue;                                                                                \
    }
#define TESSERA_LOAD(op)                                                       \
    case Op::op: {                                                             \
        constexpr Access access = access_of(Op::op);                           \
        const std::uint32_t address = a + static_cast<std::uint32_t>(d.imm);   \
        if (d.rs1 == stack_pointer) check_stack_access(address, access.bytes); \
        std::uint32_t value;                                                   \
        if (local_.try_load(address, access.bytes, value)) [[likely]] {        \
            x[d.rd] = extend(access, value);                                   \
            expect_ready_after(d.rd, clock + costs.local_load);                \
            break;                                                             \
        }                                                                      \
        const Pause pause = load_outside(d, access, address, clock);           \
        if (pause.touch == Touch::load) return pause;                          \
        break;                                                                 \
    }
#define TESSERA_STORE(op)                                                                       \
    case Op::op: {                                                                              \
        constexpr Access access = access_of(Op::op);                                            \
        const std::uint32_t address = a + static_cast<std::uint32_t>(d.imm);                    \
        if (d.rs1 == stack_pointer) {                                                           \
            check_stack_access(address, access.bytes);                                          \
            if (Op::op == Op::sw && d.rs2 == return_address) return_slots_.push_back(address);  \
        } else if (is_return_slot(address)) [[unlikely]] {                                      \
            refuse_return_slot(address, access.bytes);                                          \
        }                                                                                       \
        if (local_.try_store(address, access.bytes, x[d.rs2])) [[likely]]                       \
            break;                                                                              \
        if (access.bytes == 4 && address == abi::tensix_fifo_base && coprocessor_ != nullptr && \
            coprocessor_->stored(x[d.rs2], address_of(index), clock))                           \
            break;                                                                              \
        return store_outside(access, address, x[d.rs2], clock);                                 \
    }
        switch (d.op) {
            TESSERA_ALU(add);
            TESSERA_ALU(sub);
            TESSERA_ALU(sll);
            TESSERA_ALU(slt);
            TESSERA_ALU(sltu);
            TESSERA_ALU(bit_xor);
            TESSERA_ALU(srl);
            TESSERA_ALU(sra);
            TESSERA_ALU(bit_or);
            TESSERA_ALU(bit_and);
            TESSERA_MUL(mul);
            TESSERA_MUL(mulh);
            TESSERA_MUL(mulhsu);
            TESSERA_MUL(mulhu);
            TESSERA_DIV(div, true)
            TESSERA_DIV(divu, false)
            TESSERA_DIV(rem, true)
            TESSERA_DIV(remu, false)
            TESSERA_BRANCH(beq)
            TESSERA_BRANCH(bne)
            TESSERA_BRANCH(blt)
            TESSERA_BRANCH(bge)
            TESSERA_BRANCH(bltu)
            TESSERA_BRANCH(bgeu)
#undef TESSERA_ALU
#undef TESSERA_MUL
#undef TESSERA_DIV
#undef TESSERA_BRANCH
            TESSERA_LOAD(lb)
            TESSERA_LOAD(lh)
            TESSERA_LOAD(lw)
            TESSERA_LOAD(lbu)
            TESSERA_LOAD(lhu)
            TESSERA_STORE(sb)
            TESSERA_STORE(sh)
            TESSERA_STORE(sw)
#undef TESSERA_LOAD
#undef TESSERA_STORE
            case Op::jal:
            case Op::jalr: {
                const bool relative = d.op == Op::jal;
                const std::uint32_t here = address_of(index);
                const std::uint32_t target = (relative ? here : a) + static_cast<std::uint32_t>(d.imm);
                const std::uint32_t to = jump_index(relative ? target : target & ~1u);
                x[d.rd] = here + 4;
                index = to, ++clock, ++count;
                if (clock >= limit) [[unlikely]]
                    return {};
                continue;
            }
            case Op::write_sp: {
                if (static_cast<Op>(d.rd) >= Op::sh1add && !extended_)
                    refuse_instruction(word_at(index), address_of(index), lacks);
                const std::uint32_t to =
                    evaluate(static_cast<Op>(d.rd), a, x[d.rs2] + static_cast<std::uint32_t>(d.imm));
                check_stack_pointer(x[stack_pointer], to);
                forget_return_slots(to);
                x[stack_pointer] = to;
                break;
            }
            case Op::read_counter: {
                ++counters_.clock_reads;
                const std::uint64_t value = (d.imm & 2) != 0 ? counters_.instructions + count : clock;
                x[d.rd] = static_cast<std::uint32_t>((d.imm & 0x80) != 0 ? value >> 32 : value);
                break;
            }
            case Op::fence: ++fences_; break;
            case Op::announce:
                if (coprocessor_ == nullptr) break;  // nobody to tell: an instruction that does nothing
                coprocessor_->announced(static_cast<abi::Announcement>(d.rs2), static_cast<std::uint32_t>(d.imm),
                                        address_of(index), clock);
                ++index;
                continue;
            case Op::vector:
            case Op::vector_literal: {
                const bool literal = d.op == Op::vector_literal;
                const std::uint32_t here = address_of(index);
                if (coprocessor_ == nullptr || !coprocessor_->has_vectors())
                    refuse_instruction(word_at(index), here, "is a vector operation on a core without SFPU");
                const auto imm = static_cast<std::uint32_t>(d.imm);
                x[d.rd] = literal ? coprocessor_->vector(d.rs2, a, imm, true, here, clock)
                                  : coprocessor_->vector(imm, a, x[d.rs2], false, here, clock);
                index += literal ? 2 : 1, ++count, ++counters_.pushed;
                continue;
            }
            case Op::tensix: {
                const auto word = static_cast<std::uint32_t>(d.imm);
                using enum Coprocessor::Taken;
                const auto taken =
                    coprocessor_ == nullptr ? stops : coprocessor_->tensix(word, address_of(index), clock);
                if (taken == stops) return {.touch = Touch::tensix, .tensix_word = word};
                ++index, ++count;
                if (taken == kept)
                    ++counters_.pushed;
                else
                    ++clock;
                continue;
            }
            case Op::call: return {.touch = Touch::call, .call = static_cast<abi::Call>(d.imm)};
            case Op::illegal:
                if (word_at(index) == breakpoint)
                    throw Fault(Id::kernel_assert, "ebreak: where an assertion of the program fails");
                refuse_instruction(word_at(index), address_of(index), "is not an instruction of this machine");
            default: {
                clock_ = clock;
                const Rare after = run_rare(d, index);
                clock = clock_;
                if (after == Rare::again) continue;
                if (after == Rare::stops) return pause_;
                break;
            }
            case Op::past_end: refuse_instruction(0, address_of(index), "is behind the end of the kernel's text");
        }
        ++index, ++clock, ++count;
    }
}

template Pause Hart::run_until_touch<false>(Cycle);
template Pause Hart::run_until_touch<true>(Cycle);

}  // namespace tessera::riscv
