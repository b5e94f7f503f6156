// Reports every instruction of the vector unit to a debugger, then to the listener that there is anyway.
#pragma once

#include <optional>

#include "sim/core/debugger.hpp"
#include "sim/core/judges/issue.hpp"
#include "sim/core/units/command.hpp"
#include "sim/sfpu/load_macro.hpp"

namespace tessera::core {

class DebuggedSteps final : public sfpu::StepListener {
  public:
    DebuggedSteps(const Issue& in, const Segment& segment, sfpu::StepListener* next)
        : in_(in), segment_(segment), next_(next) {}

    static watch::Track risc_of(const Issue& in) { return {in.core.index, watch::trisc0 + in.thread}; }

    void before(const sfpu::Instr& instr, const sfpu::State& state, const sfpu::DstPort& port,
                std::size_t issued) override {
        in_.shared().options().debugger->before_vector(risc_of(in_), segment_.program->origin[issued], in_.now);
        if (next_ != nullptr) next_->before(instr, state, port, issued);
    }
    void after(const sfpu::Instr& instr, const sfpu::State& state, const sfpu::DstPort& port) override {
        if (next_ != nullptr) next_->after(instr, state, port);
    }

  private:
    const Issue& in_;
    const Segment& segment_;
    sfpu::StepListener* next_;
};

inline std::optional<DebuggedSteps> debugged_steps(const Issue& in, const Segment& segment, sfpu::StepListener* next) {
    Debugger* debugger = in.shared().options().debugger;
    if (debugger == nullptr || !debugger->follows_vectors(DebuggedSteps::risc_of(in))) return std::nullopt;
    return std::optional<DebuggedSteps>(std::in_place, in, segment, next);
}

}  // namespace tessera::core
