// Follows what a thread's vector code loads from Dst and stores to it, instruction by instruction, and finds the load
// whose mode does not fit the datums that are there (spec/tensix-core.md 4.2). Sees modes, rows and registers, no
// values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/arch/arch.hpp"
#include "sim/sfpu/registers.hpp"
#include "sim/sfpu/state.hpp"
#include "sim/tensix/dst_contents.hpp"

namespace tessera::core {

class DstUse {
  public:
    using Entry = tensix::DstContents::Entry;

    // A load of datums of another kind than its mode expects.
    struct Misfit {
        sfpu::Instr load;
        int mode = 0;  // concrete
        int row = 0;   // of Dst, as the load names it: the first of those that do not fit
        std::uint32_t pc = 0;
        Entry held;
    };
    // Where a load or store goes: the first of its four rows, and which columns.
    struct Place {
        int row = 0, column = 0;
    };
    struct Access {
        std::uint32_t pc = 0;
        Place place = {};  // of a load or a store
        int mode = 0;      // concrete; 0: of halves of 32-bit datums, which are not followed
    };

    explicit DstUse(int thread) : thread_(static_cast<std::uint8_t>(thread)) {}

    // A new program: `state` is what the vector unit has when it begins.
    void begin(const sfpu::State& state) { some_lanes_ = lanes_are_off(state); }
    // The next instruction of it. Bits that a load brings to a register are no misfit, and keep their kind, while they
    // are only stored again by the same mode; so the misfit may be an earlier load.
    std::optional<Misfit> follow(const arch::Sfpu& arch, const sfpu::State& state, const sfpu::Instr& in,
                                 const Access& access, tensix::DstContents& contents);

  private:
    // What a load brought to a register whose bits nothing has looked at since.
    struct Carried {
        int mode = 0;
        Entry held;
        std::optional<Misfit> misfit;
    };

    static bool lanes_are_off(const sfpu::State& state);
    std::optional<Misfit> misfit(const arch::Sfpu& arch, const sfpu::Instr& in, const Access& access,
                                 const tensix::DstContents& contents) const;
    std::optional<Misfit> store(const arch::Sfpu& arch, const sfpu::Instr& in, const Access& access,
                                tensix::DstContents& contents);
    std::optional<Misfit> looked_at(sfpu::Registers read);

    std::uint8_t thread_;
    bool some_lanes_ = false;                 // a condition may leave lanes out
    sfpu::Registers carried_ = 0;             // whose bits nothing has looked at since such a load
    std::array<Carried, 8> carried_by_ = {};  // of those registers
};

}  // namespace tessera::core
