// Tells a loop that polls for ever from one that ends. A RISC that is in the same state as before, with nothing but
// loads in between and nobody else who could write, does the same again without end.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/riscv/hart.hpp"

namespace tessera::core {

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
