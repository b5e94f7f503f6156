// One coprocessor thread (T0 unpack, T1 math, T2 pack): takes the commands its RISC pushed, in order, each when its
// condition holds, and gives them to the units (spec/tensix-core.md 7, timing.md 2.3 and 2.4).
#pragma once

#include <optional>
#include <string>

#include "sim/core/core.hpp"
#include "sim/core/judges/issue.hpp"
#include "sim/core/units/command.hpp"
#include "sim/core/units/command_queue.hpp"
#include "sim/core/units/phase.hpp"
#include "sim/core/units/units.hpp"
#include "sim/schedule/agent.hpp"

namespace tessera::core {

class ThreadAgent final : public schedule::Agent {
  public:
    ThreadAgent(Core& core, Units& units, int thread);

    void step() override;
    std::string position() const override;
    watch::Spot spot() const override;
    void locate_wait(fault::Fault& fault, Cycle cycle) const override;
    [[noreturn]] void out_of_time(Cycle limit) const override;
    watch::Track track() const override { return {core_.index, 11 + (thread_ == 0 ? 1 : thread_ == 1 ? 0 : 2)}; }

    bool has_room(std::uint32_t pushes) const;
    void push(Command&& command);
    std::size_t queued() const { return queue_.size(); }
    bool drained() const { return queue_.empty(); }
    const Units& units() const { return units_; }

  private:
    // That pushed the command under way.
    const Kernel& kernel() const {
        const bool by_brisc = !queue_.empty() && queue_.front().by_brisc;
        return *core_.kernels[by_brisc ? 0 : static_cast<std::size_t>(thread_) + 2];
    }
    watch::Order::Agent order_agent() const {
        return {static_cast<std::uint32_t>(core_.index), watch::riscs_of_core + static_cast<std::uint32_t>(thread_)};
    }
    Issue issue_of(const Command& command) const;
    Cycle next();
    Phase execute(Command& command);
    Phase execute_word(Command& command);
    Phase publish(const Command& command);
    void idle_until(Cycle end, const Command& command) const;
    void tell(const Command& command);

    Core& core_;
    Shared& shared_;
    Units& units_;
    const int thread_;
    CommandQueue queue_;
    std::uint32_t occupied_ = 0;  // FIFO entries of commands not yet begun
    bool after_mop_ = false;      // the last instruction came from a MOP
    // Of the command under way, for who hears of it: when it began, since when it waits, and how long it has.
    struct Taking {
        std::optional<Cycle> begin, blocked;
        Cycle waited = 0;
    } taking_;
};

}  // namespace tessera::core
