// Single Tensix instructions of a thread: where their meaning (sim/tensix), the state of T1, the time of the units and
// who waits for them meet (spec/tensix-core.md 7, 7.1).
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/core/non_finite.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/core/twice.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::ConfigSpace;
using tensix::Semaphore;
using watch::WaitReason;

ThreadAgent::Phase ThreadAgent::tensix_word(Command& command) {
    const tensix::Word word(command.a, shared_.arch().sfpu.isa_column);
    // SETRWC that gives banks back is the matrix unit's.
    if (thread_ != 1 && sfpu::row_index[word.bits() >> 24] >= 0 &&
        !(word.bits() >> 24 == abi::op_setrwc && abi::rwc_clear.of(word.bits()) != 0))
        return vector_word(command);
    const tensix::Row* row = tensix::row_of(word.bits(), word.column());
    if (row == nullptr || row->unit == tensix::Unit::expander)
        throw Fault(Id::tensix_unsupported,
                    fmt::format("Tensix instruction 0x{:08x} (opcode 0x{:02x})", word.bits(), word.bits() >> 24));
    // The expander takes a cycle to turn to what is pushed (tensix-core.md 7).
    const bool turns = std::exchange(after_mop_, command.mop_pc != 0) && command.mop_pc == 0;
    if (turns && command.step == 0) return take(1);
    try {
        return instruction(command, word, *row);
    } catch (Fault& fault) {
        if (fault.where().core_x < 0) explain(fault, word, command.pc, command.mop_pc);
        throw;
    }
}

std::string ThreadAgent::actor(std::uint32_t pc, std::string_view instruction) const {
    std::string call = kernel().api_function(pc);
    return call.empty() ? std::string(instruction) : call;
}

std::string ThreadAgent::configured_buffer(std::size_t which) const {
    const auto& cb = kernel().announced.configured(which).cb;
    return cb ? fmt::format(" (cb {})", *cb) : "";
}

std::string ThreadAgent::configured_note(std::size_t which) const {
    const std::uint32_t pc = kernel().announced.configured(which).pc;
    return pc == 0 ? "" : fmt::format("{}: note: configured here\n", kernel().position(pc));
}

void ThreadAgent::explain(Fault& fault, const tensix::Word& word, std::uint32_t pc, std::uint32_t mop_pc) const {
    const std::string called = kernel().api_function(pc);
    fault.notes += fmt::format("note: the instruction is {}{}{}\n", tensix::text(word.bits(), word.column()),
                               called.empty() ? "" : " of ", called);
    if (mop_pc != 0)
        fault.notes += fmt::format("{}: note: the loop of the MOP was written here\n", kernel().position(mop_pc));
}

ThreadAgent::Phase ThreadAgent::instruction(Command& command, const tensix::Word& word, const tensix::Row& row) {
    if (row.unit == tensix::Unit::matrix) return thread_ == 2 ? zero_word(word, row) : matrix_word(command, word, row);
    if (row.unit == tensix::Unit::packers) return pack_word(command, word);
    if (row.unit == tensix::Unit::unpackers) {
        if (thread_ != 0) throw Fault(Id::tensix_unsupported, fmt::format("{} by another thread than T0", row.name));
        return unpack_word(command, word);
    }
    if (command.step == 0) fpu_writes_.passed();
    switch (row.op) {
        case tensix::Op::nop: return finish(1);
        case tensix::Op::stallwait: return stall_wait(word);
        case tensix::Op::setdvalid: return set_valid(word);
        case tensix::Op::seminit:
        case tensix::Op::sempost:
        case tensix::Op::semget:
        case tensix::Op::semwait: return semaphore_word(command, word);
        case tensix::Op::atgetm:
        case tensix::Op::atrelm: return mutex_word(word, row);
        case tensix::Op::setc16:
            if (thread_ != 1) {
                if (word[tensix::ops::Setc16::reg] == abi::config_state_id && word[tensix::ops::Setc16::value] != 0)
                    throw Fault(Id::tensix_unsupported,
                                "the second state of the configuration by another core than T1, which is not modelled");
                thread_config_.write(word.column(), word[tensix::ops::Setc16::reg], 0xFFFF,
                                     word[tensix::ops::Setc16::value]);
                return finish(1);
            }
            tensix::configure(core_.math_config, core_.dst_port, ConfigSpace::thread, word.column(),
                              word[tensix::ops::Setc16::reg], 0xFFFF, word[tensix::ops::Setc16::value]);
            return finish(1);
        case tensix::Op::rmwcib0:
        case tensix::Op::rmwcib1:
        case tensix::Op::rmwcib2:
        case tensix::Op::rmwcib3: {
            using Byte = tensix::ops::Rmwcib<0>;
            const std::uint32_t shift = 8 * ((word.bits() >> 24) - static_cast<std::uint32_t>(tensix::Op::rmwcib0));
            tensix::configure(core_.math_config, core_.dst_port, ConfigSpace::core, word.column(), word[Byte::reg],
                              word[Byte::mask] << shift, word[Byte::data] << shift,
                              thread_ == 1 ? core_.math_config.state() : 0);
            return finish(1);
        }
        default: return register_word(word, row, command.pc);
    }
}

// The gate holds what follows until the cycle after that in which the units named are idle, and banks valid (the page
// on STALLWAIT). It holds all that follows, not only instructions of the units named: those in between take a cycle
// each.
ThreadAgent::Phase ThreadAgent::stall_wait(const tensix::Word& word) {
    using tensix::ops::Stallwait;
    const arch::Tensix& tensix = shared_.arch().tensix;
    const std::uint32_t wait = word[Stallwait::condition];
    Cycle met = clock;
    for (const Operand operand : operands) {
        if ((wait & Stallwait::valid(operand, word.column())) != 0) {
            if (!core_.src[operand][core_.math_bank[operand]].valid) return wait_for(WaitReason::src_valid, operand);
            met = std::max(met, core_.filled_at(operand));
        }
        if ((wait & Stallwait::free(operand, word.column())) != 0 &&
            core_.src[operand][core_.unpack_bank[operand]].valid)
            return wait_for(WaitReason::src_free, operand);
        if ((wait & Stallwait::unpacker(operand)) != 0 && core_.threads[0]) {
            const ThreadAgent& unpacks = *core_.threads[0];
            if (unpacks.held_[operand]) return wait_for(WaitReason::src_free, operand);
            met = std::max(met, unpacks.unpackers_.free_at(operand));
        }
    }
    if ((wait & Stallwait::scalar) != 0) met = std::max(met, scalar_settled_at_);
    if ((wait & Stallwait::packers(word.column())) != 0 && core_.threads[2])
        met = std::max(met, core_.threads[2]->packers_idle_at());
    if ((wait & tensix.wait_math) != 0 && (word[Stallwait::block] & abi::stall_sfpu) != 0) fpu_writes_.settled();
    if ((wait & tensix.wait_math) != 0) met = std::max(met, core_.fpu_idle_at);
    if ((wait & tensix.wait_sfpu) != 0) met = std::max(met, core_.sfpu_idle_at);
    return finish(met + 1 - clock);
}

ThreadAgent::Phase ThreadAgent::set_valid(const tensix::Word& word) {
    const std::uint32_t which = word[tensix::ops::Setdvalid::which];
    for (const Operand operand : operands)
        if ((which >> operand & 1) != 0) hand_over(operand, clock);
    return finish(1);
}

void ThreadAgent::hand_over(Operand operand, Cycle at) {
    core_.src[operand][core_.unpack_bank[operand]].valid = true;
    core_.src_filled_at[operand][core_.unpack_bank[operand]] = at;
    if (watch::Order* ordering = shared_.order())
        ordering->channels(order_agent().core).filled[operand][core_.unpack_bank[operand]] =
            ordering->release(order_agent());
    core_.unpack_bank[operand] ^= 1;
    core_.notify(WaitReason::src_valid, operand, at);
}

ThreadAgent::Phase ThreadAgent::semaphore_word(const Command& command, const tensix::Word& word) {
    watch::Order* ordering = shared_.order();
    const std::uint32_t selected = abi::semaphores.of(word.bits()), condition = abi::wait_condition.of(word.bits());
    for (std::uint32_t i = 0; i < 8; ++i) {
        if ((selected >> i & 1) == 0) continue;
        auto& semaphore = core_.semaphores.state[i];
        const bool is_of_dst = i == static_cast<std::uint32_t>(Semaphore::math_pack);
        const bool of_dst = thread_ == 1 && is_of_dst;
        const bool of_packed = thread_ == 2 && is_of_dst;
        switch (static_cast<tensix::Op>(word.bits() >> 24)) {
            case tensix::Op::seminit:
                semaphore.max = static_cast<std::uint8_t>(abi::semaphore_max.of(word.bits()));
                semaphore.value = static_cast<std::uint8_t>(abi::semaphore_value.of(word.bits()));
                // With all of Dst free both units begin at its first half again.
                if (of_dst && semaphore.value == 0) core_.dst_protocol.math_half = core_.dst_protocol.pack_half = 0;
                break;
            case tensix::Op::sempost:
                if (semaphore.value >= semaphore.max)
                    raise(Fault(Id::semaphore_misuse,
                                fmt::format("SEMPOST of semaphore {} at its maximum {}", i, semaphore.max)));
                if (semaphore.value == tensix::Semaphores::most) break;
                if (of_dst) {
                    check_commits_acquired(command.pc);
                    committed(command);
                    continue;
                }
                ++semaphore.value;
                if (ordering != nullptr)
                    ordering->post(ordering->channels(order_agent().core).semaphores[i], order_agent());
                break;
            case tensix::Op::semget:
                if (of_packed && !core_.dst_protocol.pack_granted && semaphore.value == 0) {
                    raise(Fault(Id::dst_ownership, fmt::format("{} without tile_regs_wait",
                                                               actor(command.pc, "SEMGET of Dst's semaphore"))),
                          fault::Severity::warning);
                    released(command);
                    continue;
                }
                if (semaphore.value == 0) {
                    raise(Fault(Id::semaphore_misuse, fmt::format("SEMGET of semaphore {} at zero", i)));
                    break;
                }
                if (of_packed) {
                    released(command);
                    continue;
                }
                --semaphore.value;
                if (ordering != nullptr)
                    ordering->post(ordering->channels(order_agent().core).semaphores[i], order_agent());
                break;
            default:
                if (of_dst && (condition & abi::wait_while_max) != 0) check_acquires_once();
                if (of_packed && (condition & abi::wait_while_zero) != 0) check_waits_once();
                if (((condition & abi::wait_while_zero) != 0 && semaphore.value == 0) ||
                    ((condition & abi::wait_while_max) != 0 && semaphore.value >= semaphore.max))
                    return of_dst      ? wait_for(WaitReason::dst_free, 0)
                           : of_packed ? wait_for(WaitReason::dst_ready, 0)
                                       : wait_for(WaitReason::semaphore, i);
                if (of_dst && (condition & abi::wait_while_max) != 0)
                    acquired(command);
                else if (of_packed && (condition & abi::wait_while_zero) != 0)
                    granted(command);
                else if (ordering != nullptr)
                    ordering->see(ordering->channels(order_agent().core).semaphores[i], order_agent());
        }
        semaphore_changed(i);
    }
    return finish(1);
}

}  // namespace tessera::core
