// Stops the RISCs of a run, one at a time, while simulated time stands still. It only looks: state and cycles are those
// of a run without it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/fault/fault.hpp"
#include "sim/time/cycle.hpp"
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

    // What a compute RISC pushes, its thread executes later (RiscAgent::ahead()). The thread has executed a command.
    virtual void executed_command(watch::Track /*risc*/, Cycle /*now*/) {}
    // Asked when the thread begins a segment of vector code: whether before_vector() is wanted for it.
    virtual bool follows_vectors(watch::Track /*risc*/) { return false; }
    // Before each instruction of the segment, with the number of the recorded operation that it comes from.
    virtual void before_vector(watch::Track /*risc*/, std::size_t /*operation*/, Cycle /*now*/) {}
};

}  // namespace tessera::core
