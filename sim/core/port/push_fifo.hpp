// The FIFO through which a compute RISC pushes to its coprocessor thread (spec/tensix-core.md 7).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/core/port/risc_context.hpp"
#include "sim/core/units/command.hpp"
#include "sim/core/units/thread_agent.hpp"

namespace tessera::core {

class PushFifo {
  public:
    PushFifo(RiscContext& context, ThreadAgent& thread) : context_(context), thread_(thread) {}

    // Pushes at the clock of the RISC, or says how to wait for room.
    std::optional<schedule::Wait> try_push(Command command);
    // There is room.
    void push(Command&& command, Cycle now);
    // Vector code, which has its time already and touches no memory.
    void push_segment(Command&& command) { thread_.push(std::move(command)); }

    bool has_room(std::uint32_t pushes) const { return thread_.has_room(pushes); }
    std::size_t queued() const { return thread_.queued(); }  // commands that the thread has not ended
    bool drained() const { return thread_.drained(); }
    const Units& units() const { return thread_.units(); }
    watch::Track thread_track() const { return thread_.track(); }

  private:
    RiscContext& context_;
    ThreadAgent& thread_;
    std::uint64_t pushed_past_ = 0;  // watch::Past::nth of what the thread knows from a command before
};

}  // namespace tessera::core
