// One baby RISC-V core as an agent: runs what nobody else can see, then acts on what others can, when it is its turn.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/core/calls/calls.hpp"
#include "sim/core/port/coprocessor_port.hpp"
#include "sim/core/port/risc_context.hpp"
#include "sim/core/risc/risc_memory.hpp"
#include "sim/schedule/agent.hpp"

namespace tessera::core {

class RiscAgent final : public schedule::Agent, private riscv::Stops {
  public:
    // `thread` takes what it pushes; null where it pushes nothing.
    RiscAgent(Chip& chip, Core& core, const Launch& launch, ThreadAgent* thread);

    void step() override;
    std::string position() const override { return context_.kernel.position(standing_at()); }
    watch::Track track() const override { return context_.kernel.track(); }
    watch::Spot spot() const override { return context_.kernel.spot(standing_at()); }
    bool polls() const override { return context_.poll.polls(); }
    bool polls_forever(std::uint64_t acts) const override { return context_.poll.polls_forever(acts); }
    void locate_wait(fault::Fault& fault, Cycle cycle) const override {
        context_.kernel.locate(fault, standing_at(), cycle);
    }
    [[noreturn]] void out_of_time(Cycle limit) const override;

    // Tells listeners that the kernel lived from the start to there, and what its RISC did.
    void emit_life(Cycle end) const;

    // Its reset ends: it begins at its program's entry, or where the core's registers say.
    void begin(Cycle at);
    // It is held in reset, for good: one that begins again is another agent.
    void stop();

    // Ends the sleep of a loop that polls a register, for good: it may poll for ever. False where it does not sleep.
    bool stay_awake();

    std::uint32_t standing_at() const { return context_.standing_at(); }
    const riscv::Hart& hart() const { return context_.hart; }
    const Core& core() const { return context_.core; }
    // Whether it stops for the debugger before it executes anything else.
    bool is_stopped() const { return context_.pending && context_.pending->touch == riscv::Touch::stop; }
    // What it has asked of its thread that is still to be executed: commands, then operations of vectors that will be
    // the first of the next command.
    struct Ahead {
        std::size_t commands = 0, operations = 0;
    };
    Ahead ahead() const;

  private:
    riscv::Pause run_hart();
    bool before(std::uint32_t pc) override;
    bool may_go_on(const riscv::Pause& pause) const { return port_ && port_->may_go_on(pause); }
    Progress service(const riscv::Pause& pause);
    Progress service_load(const riscv::Pause& pause);
    Progress service_atomic(const riscv::Pause& pause);
    Progress service_store(const riscv::Pause& pause);
    Progress service_tensix(const riscv::Pause& pause);
    Progress service_call(const riscv::Pause& pause);
    CallResult call(abi::Call call);
    void tolerate_zero_division(std::uint32_t pc);
    void end_kernel();
    watch::RiscWork work() const;

    RiscContext context_;
    std::unique_ptr<CoprocessorPort> port_;  // of a compute RISC, and of BRISC in a bare run, else null
    RiscMemory memory_;
    Calls calls_;
    bool charged_ = false;   // the call's cost before its effect has been spent
    Cycle call_cycles_ = 0;  // spent so
};

}  // namespace tessera::core
