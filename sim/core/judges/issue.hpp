// An instruction that a unit carries out for a thread, and what is said of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/core/core.hpp"
#include "sim/core/follow/non_finite.hpp"
#include "sim/fault/fault.hpp"
#include "sim/watch/order.hpp"

namespace tessera::core {

struct Issue {
    Core& core;
    int thread;
    std::uint32_t word;    // 0: it is one of many that are taken together
    std::uint32_t pc;      // where the kernel pushed it
    std::uint32_t mop_pc;  // where the loop was written, of one that a MOP made; else 0
    Cycle pushed;          // by the thread's RISC
    Cycle now;
    bool by_brisc = false;  // which pushes to the first thread

    Shared& shared() const { return core.shared; }
    const arch::Tensix& tensix() const { return core.shared.arch().tensix; }
    Kernel& kernel() const { return *core.kernels[by_brisc ? 0 : static_cast<std::size_t>(thread) + 2]; }
    watch::Order::Agent agent() const { return agent_of(thread); }
    watch::Order::Agent agent_of(int other_thread) const {
        return {static_cast<std::uint32_t>(core.index),
                watch::riscs_of_core + static_cast<std::uint32_t>(other_thread)};
    }
    FollowedValues::Actor actor_of_values() const { return {kernel(), pc, now}; }
    Issue at(std::uint32_t other_pc) const {
        Issue there = *this;
        there.pc = other_pc;
        return there;
    }

    // A fault after which the machine can go on.
    void raise(fault::Fault fault, fault::Severity by_default = fault::Severity::error) const;
    fault::Raise raises() const;
    // Notes which instruction a fault is of.
    void explain(fault::Fault& fault) const;
    // Who acts in a message: the call of the API that the instruction is of, or the instruction by its name.
    std::string actor(std::string_view instruction) const;
    bool is_of_api() const { return !kernel().api_function(pc).empty(); }

    void busy(Cycle begin, Cycle end, int row, const char* label) const;
};

}  // namespace tessera::core
