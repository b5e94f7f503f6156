// Tells a loop that polls for ever from one that ends. A RISC that is in the same state as before, with nothing but
// loads in between and nobody else who could write, does the same again without end.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/riscv/hart.hpp"

namespace tessera::core {

// A loop that loads one register of the coprocessor over and over. Once it has gone round twice alike, it can sleep
// until the register changes, and find that out in the cycle in which it would have (spec/timing.md 2.1).
class RegisterPoll {
  public:
    // A load of `value` at the hart's pc and clock. The cycles of a round, where the next will be like the last two.
    std::optional<Cycle> loaded(const riscv::Hart& hart, std::uint32_t pc, std::uint32_t value);
    // The RISC has done something else, or must not sleep any more.
    void other() { rounds_ = 0; }
    void stay_awake() { awake_ = true; }

  private:
    int rounds_ = 0;  // alike, as far as counted
    bool awake_ = false;
    std::uint32_t pc_ = 0, value_ = 0;
    std::uint64_t clock_reads_ = 0;
    std::array<std::uint32_t, 32> registers_{};
    Cycle at_ = 0, period_ = 0;
};

class PollWatch {
  public:
    // A state is looked at after every so many loads: polls are frequent, dead ones are not.
    static constexpr std::uint64_t stride = 64;

    // A load; true where the state is worth a look.
    bool loaded() { return ++loads_ % stride == 0; }
    bool polls() const { return loads_ >= stride; }
    // The RISC has done what others may see, or has read a clock.
    void moved() {
        loads_ = 0;
        kept_.reset();
        dead_since_.reset();
    }
    bool polls_forever(std::uint64_t acts) const { return dead_since_ == acts; }
    // Whether the RISC has been in this state before. `acts` changes when anybody does what others may see. States are
    // kept at distances that double, so that a loop of any length is found.
    bool repeats(const riscv::Hart& hart, std::uint64_t acts);

  private:
    struct State {
        std::uint64_t acts = 0, clock_reads = 0;
        std::uint32_t pc = 0;
        std::array<std::uint32_t, 32> registers{};
        riscv::CheckedMemory memory;
    };
    std::uint64_t loads_ = 0, keep_at_ = 0;
    std::optional<State> kept_;
    std::optional<std::uint64_t> dead_since_;
};

}  // namespace tessera::core
