// Whatever takes turns in simulated time: five RISCs and three coprocessor threads per core.
#pragma once

#include <cstdint>
#include <string>

#include "sim/fault/fault.hpp"
#include "sim/time/cycle.hpp"
#include "sim/watch/event.hpp"

namespace tessera::schedule {

// Why an agent cannot go on. `index` names the circular buffer, semaphore or L1 address; `need` how much of it.
struct Wait {
    watch::WaitReason reason = watch::WaitReason::none;
    std::uint32_t index = 0;
    std::uint32_t need = 0;
    Cycle poll = 0;  // a polling loop notices only every so many cycles; 0: at once
};

class Agent {
  public:
    enum class State : std::uint8_t { idle, queued, waiting, done };

    virtual ~Agent() = default;

    // Acts while it is the earliest of the machine, then leaves itself queued, waiting, idle or done.
    virtual void step() = 0;
    // Where in the user's kernel it stands, as far as known: "kernels/x/reader.cpp:42".
    virtual std::string position() const = 0;
    virtual watch::Track track() const = 0;
    // The same for listeners; asked only when there are any, and valid as long as the agent.
    virtual watch::Spot spot() const { return {}; }
    // Whether it has only loaded for a while, as one that polls does.
    virtual bool polls() const { return false; }
    // Whether it does so for ever unless somebody acts; nobody has since Scheduler::acts() was `acts`.
    virtual bool polls_forever([[maybe_unused]] std::uint64_t acts) const { return false; }
    // Adds where it waits to a fault that has no position yet.
    virtual void locate_wait(fault::Fault& fault, Cycle cycle) const = 0;
    // Throws Fault cycle_limit in the words of the kernel.
    [[noreturn]] virtual void out_of_time(Cycle limit) const = 0;

    Cycle clock = 0;
    State state = State::idle;
    Wait wait;
    Cycle waiting_since = 0;
    std::uint32_t order = 0;  // ties: by core, then by slot
};

}  // namespace tessera::schedule
