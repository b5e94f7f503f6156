// Stops the RISCs of a run, one at a time, while simulated time stands still. It only looks: state and cycles are those
// of a run without it.
#pragma once

#include <cstdint>

#include "sim/fault/fault.hpp"
#include "sim/watch/event.hpp"

namespace tessera::core {

class Machine;

class Debugger {
  public:
    virtual ~Debugger() = default;

    // Kernels are in place and none has begun. The machine is there until the run ends.
    virtual void begin(const Machine& machine) = 0;
    // Asked before each instruction of a RISC, which runs ahead of others up to its next touch. True: stopped() follows
    // as soon as it is the earliest in the machine.
    virtual bool stops_before(watch::Track risc, std::uint32_t pc) = 0;
    virtual void stopped(watch::Track risc) = 0;
    // The run ends by it.
    virtual void failed(const fault::Fault& fault) = 0;
};

}  // namespace tessera::core
