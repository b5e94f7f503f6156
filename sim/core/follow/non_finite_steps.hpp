// Tells those who follow values of every instruction that the vector unit runs.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "sim/core/follow/non_finite.hpp"
#include "sim/sfpu/load_macro.hpp"
#include "sim/sfpu/ops/loadstore.hpp"

namespace tessera::core {

// Whether that is wanted costs a comparison; the listener itself holds a copy of the unit's state.
class FollowedSteps final : public sfpu::StepListener {
  public:
    // Who issued an instruction of the program, and when it ran.
    using ActorOf = std::function<FollowedValues::Actor(std::size_t issued)>;
    FollowedSteps(Core& core, ActorOf actor_of) : core_(core), actor_of_(std::move(actor_of)) {}

    void before(const sfpu::Instr& in, const sfpu::State& state, const sfpu::DstPort& port,
                std::size_t issued) override {
        issued_ = issued;
        state_ = state;
        access_ = {port.address(in.imm, port.rwc, in.mod == sfpu::SfpLoad::all_lanes_mode),
                   sfpu::resolved_mode(in.mod, port.fp32, port.implied_format)};
    }
    void after(const sfpu::Instr& in, const sfpu::State& state, const sfpu::DstPort&) override {
        core_.shared.options().followed->computed(core_, actor_of_(issued_), in, {state_, state, access_});
    }

  private:
    Core& core_;
    ActorOf actor_of_;
    std::size_t issued_ = 0;
    sfpu::State state_;
    FollowedValues::Access access_;
};

inline std::optional<FollowedSteps> steps_of(Core& core, FollowedSteps::ActorOf actor_of) {
    if (core.shared.options().followed == nullptr) return std::nullopt;
    return std::optional<FollowedSteps>(std::in_place, core, std::move(actor_of));
}

}  // namespace tessera::core
