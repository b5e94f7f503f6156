// A RISC in the machine: what its calls, its accesses to memory and registers, and its pushes to the coprocessor work
// with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/core/chip/chip.hpp"
#include "sim/core/core.hpp"
#include "sim/core/judges/misplaced.hpp"
#include "sim/core/kernel.hpp"
#include "sim/core/port/poll_watch.hpp"
#include "sim/riscv/hart.hpp"
#include "sim/schedule/agent.hpp"

namespace tessera::core {

// What became of the instruction that a RISC paused at: executed, to be tried again after a wait, or at once.
enum class Progress : std::uint8_t { finished, blocked, again };

class RiscContext {
  public:
    RiscContext(Chip& chip, Core& core, const Launch& launch, schedule::Agent& agent);

    bool is_compute() const { return risc >= abi::Risc::t0; }
    // The number of its coprocessor thread: a compute RISC's own, and the first for BRISC (spec/design.md 8.2).
    std::uint32_t thread() const {
        return is_compute() ? static_cast<std::uint32_t>(risc) - static_cast<std::uint32_t>(abi::Risc::t0) : 0;
    }
    // Bytes a circular buffer pointer moves in, see tensix::CircularBuffer.
    std::uint32_t cb_unit_bytes() const { return is_compute() ? 16 : 1; }

    Cycle clock() const { return agent.clock; }
    std::uint32_t standing_at() const { return pending ? pending->pc : hart.pc(); }
    std::uint32_t arg(int n) const { return hart.reg(10 + static_cast<unsigned>(n)); }  // of a call
    // A string of the kernel's, in its text or in memory.
    std::string string_at(std::uint32_t address) const;
    Deed deed() const { return {core.index, static_cast<int>(risc), standing_at(), clock()}; }

    // Leaves the RISC waiting.
    Progress block(const schedule::Wait& wait) {
        chip.scheduler().block(agent, wait);
        return Progress::blocked;
    }

    // The RISC does what others may see.
    void note_act() {
        poll.moved();
        chip.scheduler().acted();
    }
    // A load or a question that changes nothing; throws Fault deadlock where its loop can never end.
    void note_poll(std::optional<std::uint32_t> address);

    // Faults after which the machine can go on, of what the RISC is at.
    void refuse(fault::Fault fault, fault::Severity severity = fault::Severity::error) const;
    void refuse(const std::optional<Misplaced>& wrong) const {
        if (wrong) refuse(wrong->fault, wrong->severity);
    }
    // The same for those that judge without a context; not to outlive it.
    fault::Raise raises() const {
        return [this](fault::Fault fault, fault::Severity severity) { refuse(std::move(fault), severity); };
    }

    Chip& chip;
    Core& core;
    schedule::Agent& agent;
    const abi::Risc risc;
    riscv::Hart hart;
    Kernel& kernel;             // the core's
    watch::Order* const order;  // null in a run that is not to be judged
    const watch::Order::Agent order_agent;
    std::optional<riscv::Pause> pending;  // the instruction that the hart has stopped at
    PollWatch poll;
    RegisterPoll register_poll;
};

}  // namespace tessera::core
