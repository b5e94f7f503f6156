// The math thread's raw Tensix instructions and lowered SFPU programs: bits by the executor, time by the rows.
#include <fmt/format.h>

#include <algorithm>

#include "sim/abi/tensix_op.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/counters.hpp"
#include "sim/sfpu/executor.hpp"
#include "sim/sfpu/text.hpp"
#include "sim/sfpu/timing.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using watch::WaitReason;

ThreadAgent::Phase ThreadAgent::tensix_word(Command& command) {
    const std::uint32_t word = command.a;
    fpu_writes_.passed();
    switch (word >> 24) {
        case abi::op_nop: return finish(1);
        case abi::op_setc16: {
            const std::uint32_t reg = abi::config_register.of(word), value = abi::config_value.of(word);
            if (reg == abi::config_math_offset)
                core_.dst_port.math_offset = value;
            else if (reg == abi::config_addr_mod_base)
                core_.dst_port.slot_base = (value & 1) != 0 ? 4 : 0;
            else if (reg != abi::config_state_id)
                throw Fault(Id::tensix_unsupported, fmt::format("SETC16 of configuration register {}", reg));
            return finish(1);
        }
        case abi::op_stallwait: {
            // The gate holds what follows until the units named are idle; at least one cycle.
            const arch::Tensix& tensix = machine_.arch().tensix;
            const std::uint32_t wait = abi::stall_condition.of(word);
            Cycle until = clock + 1;
            if ((wait & tensix.wait_math) != 0 && (abi::stall_block.of(word) & abi::stall_sfpu) != 0)
                fpu_writes_.settled();
            if ((wait & tensix.wait_math) != 0) until = std::max(until, core_.fpu_idle_at);
            if ((wait & tensix.wait_sfpu) != 0) until = std::max(until, core_.sfpu_idle_at);
            return finish(until - clock);
        }
        case abi::op_sempost:
        case abi::op_semget:
        case abi::op_seminit:
        case abi::op_semwait: {
            const std::uint32_t selected = abi::semaphores.of(word), condition = abi::wait_condition.of(word);
            for (std::uint32_t i = 0; i < 8; ++i) {
                if ((selected >> i & 1) == 0) continue;
                auto& semaphore = core_.semaphores.state[i];
                switch (word >> 24) {
                    case abi::op_seminit:
                        semaphore.max = abi::semaphore_max.of(word);
                        semaphore.value = abi::semaphore_value.of(word);
                        break;
                    case abi::op_sempost:
                        if (semaphore.value >= semaphore.max)
                            throw Fault(Id::semaphore_misuse,
                                        fmt::format("SEMPOST of semaphore {} at its maximum {}", i, semaphore.max));
                        ++semaphore.value;
                        break;
                    case abi::op_semget:
                        if (semaphore.value == 0)
                            throw Fault(Id::semaphore_misuse, fmt::format("SEMGET of semaphore {} at zero", i));
                        --semaphore.value;
                        break;
                    default:
                        if (((condition & abi::wait_while_zero) != 0 && semaphore.value == 0) ||
                            ((condition & abi::wait_while_max) != 0 && semaphore.value >= semaphore.max))
                            return wait_for(WaitReason::semaphore, i);
                }
                semaphore_changed(i);
            }
            return finish(1);
        }
        default:
            throw Fault(Id::tensix_unsupported,
                        fmt::format("Tensix instruction 0x{:08x} (opcode 0x{:02x})", word, word >> 24));
    }
}

// The rows that a load or store of the program touches must lie in the half T1 has acquired.
ThreadAgent::SegmentEnd ThreadAgent::check_dst_use(Command& command) {
    const Segment& segment = *command.segment;
    const int first = core_.dst_protocol.math_half != 0 ? 512 : 0;
    const int count = core_.mode.dst_tiles() * 64;
    SegmentEnd end{core_.dst_port.rwc, core_.sfpu.depth};
    sfpu::Rwc& rwc = end.rwc;
    for (std::size_t i = 0; i < segment.program->code.size(); ++i) {
        const sfpu::Instr& in = segment.program->code[i];
        if (in.op == sfpu::Op::setrwc) sfpu::set_counters(in.imm, rwc);
        if (in.op == sfpu::Op::incrwc) sfpu::increment_counters(in.imm, rwc);
        if (in.op == sfpu::Op::pushc && in.mod == 0) ++end.stack_depth;
        if (in.op == sfpu::Op::popc && in.mod == 0) --end.stack_depth;
        fpu_writes_.passed();
        if (in.op != sfpu::Op::load && in.op != sfpu::Op::store) continue;
        const int row = static_cast<int>((in.imm + core_.dst_port.math_offset + rwc.dst) & 1023);
        const bool store = in.op == sfpu::Op::store;
        if (!core_.dst_protocol.acquired) {
            command.pc = segment.pc[i];
            throw Fault(Id::dst_ownership,
                        fmt::format("dst_reg {} without tile_regs_acquire", store ? "written" : "read"));
        }
        if (row < first || row >= first + count) {
            command.pc = segment.pc[i];
            throw Fault(Id::dst_index,
                        fmt::format("dst_reg {} at Dst row {}: the acquired half is rows {} to {} ({} tiles)",
                                    store ? "written" : "read", row, first, first + count - 1, core_.mode.dst_tiles()));
        }
        if (!store) check_fpu_has_written(command, i, row & ~3);
        sfpu::advance(core_.dst_port.slots[(core_.dst_port.slot_base + in.addr_mod) & 7], rwc);
    }
    return end;
}

void ThreadAgent::check_fpu_has_written(Command& command, std::size_t at, int row) const {
    const auto since = fpu_writes_.too_early(row);
    if (!since) return;
    command.pc = command.segment->pc[at];
    throw Fault(
        Id::dst_hazard,
        fmt::format("{} reads Dst rows {} to {}, which the FPU wrote {} instruction(s) before; nothing waits for it",
                    sfpu::text(command.segment->program->code[at]), row, row + 3, *since));
}

// Which instruction of the program the executor refused: its own checks do not depend on data, so they can be repeated
// one instruction at a time on a scratch state with the same flag stack.
std::size_t ThreadAgent::refused_instruction(const sfpu::Program& program, int stack_depth) const {
    sfpu::State scratch = core_.sfpu;
    scratch.depth = stack_depth;
    tensix::Dst dst;
    sfpu::DstPort port{dst};
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        try {
            sfpu::execute(machine_.arch().sfpu, scratch, port, std::span(&program.code[i], 1));
        } catch (const Fault&) {
            return i;
        }
    }
    return 0;
}

void ThreadAgent::run_vectors(Command& command, const SegmentEnd& end) {
    const Segment& segment = *command.segment;
    if (machine_.options().blind_time && !ran_.insert(segment.lowered).second) {
        core_.dst_port.rwc = end.rwc;
        core_.sfpu.depth = end.stack_depth;
        return;
    }
    const int stack_depth = core_.sfpu.depth;
    core_.dst_port.fp32 = core_.mode.fp32_dest_acc;
    try {
        sfpu::execute(machine_.arch().sfpu, core_.sfpu, core_.dst_port, segment.program->code);
    } catch (const Fault&) {
        command.pc = segment.pc[refused_instruction(*segment.program, stack_depth)];
        throw;
    }
}

// A lowered program: pushes and executions interleave as FIFO depth, T1's scalar work and operand latencies allow.
ThreadAgent::Phase ThreadAgent::sfpu(Command& command) {
    const Segment& segment = *command.segment;
    const sfpu::Program& program = *segment.program;
    const arch::Arch& arch = machine_.arch();
    const auto depth = arch.tensix.fifo_entries[1].count();
    const std::uint64_t resident = arch.riscv.icache_bytes[3].count() / 4;
    const sfpu::Pace* const pace = segment.lowered->pace.data();
    const Cycle runtime_push = arch.tensix.runtime_push_cycles.cycles();
    const double refetch = arch.tensix.push_not_resident_factor - 1.0;
    const SegmentEnd after = check_dst_use(command);
    const std::uint32_t text_base = risc().program().text_base;
    last_fetch_.resize(risc().program().text_bytes() / 4);

    executed_.resize(program.code.size());
    Cycle* const executed = executed_.data();
    Cycle delay = 0;        // pushes and hold-ups so far, on top of T1's scalar clock
    double fetch_debt = 0;  // cycles lost to refetching, below one
    bool fetched_anew = false;
    Cycle pushed = clock;
    sfpu::Scoreboard scoreboard;
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        // Code that was pushed within the last `resident` instructions is still in T1's cache. The instructions that
        // one operation became lie side by side on silicon, though they share a pc here.
        std::uint64_t& last = last_fetch_[(segment.pc[i] - text_base) / 4];
        if (i == 0 || program.origin[i] != program.origin[i - 1])
            fetched_anew = last == 0 || fetched_ - last >= resident;
        if (fetched_anew) fetch_debt += refetch;
        last = ++fetched_;
        const auto whole = static_cast<Cycle>(fetch_debt);
        fetch_debt -= static_cast<double>(whole);
        pushed = segment.scalar_clock[i] + delay + whole;
        if (program.built[i] != 0) pushed += runtime_push;
        if (i >= depth) pushed = std::max(pushed, executed[i - depth]);
        delay = pushed + 1 - segment.scalar_clock[i];
        executed[i] = scoreboard.issue(pace[i], std::max(clock, pushed + 1));
    }
    run_vectors(command, after);
    const Cycle end = std::max(clock, scoreboard.next_free());
    if (!executed_.empty()) busy(executed_.front(), end, watch::sfpu, "SFPU");
    core_.sfpu_idle_at = std::max(end, scoreboard.drained());
    core_.riscs[3]->settle_segment(pushed + 1, clock);
    return finish(end - clock);
}

}  // namespace tessera::core
