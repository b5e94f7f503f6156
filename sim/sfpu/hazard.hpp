// Results that are used too early where no hardware waits for them (spec/tensix-core.md 6, 8.4). Derived from the rows:
// sees instructions and registers, never values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/sfpu/instr.hpp"

namespace tessera::sfpu {

struct HazardPair {
    enum class Kind : std::uint8_t {
        late_read,        // the result comes later: the old value is read
        scoreboard_miss,  // the interlock exists, but does not look at this operand
        lane_unit,        // the unit that moves data between lanes is still at work
    };
    std::uint32_t producer, consumer;  // indices
    Kind kind;
    int reg;  // the register, -1 where none is named
    friend bool operator==(const HazardPair&, const HazardPair&) = default;
};

// What an instruction `distance` instructions behind another one would break; 1 is right behind it. No silicon has a
// result later than two cycles, but a latency may be set.
std::optional<HazardPair> hazard_between(const arch::Sfpu& arch, const Instr& producer, const Instr& consumer,
                                         int distance = 1);

// Every pair that breaks the rules, in order.
std::vector<HazardPair> hazards(const arch::Sfpu& arch, std::span<const Instr> code);

// "SFPADD L1, L10, L0, L0 reads L0 in the cycle after SFPMUL L0, L0, L0, whose result comes later: it gets the old
// value"
std::string text(const HazardPair& hazard, const Instr& producer, const Instr& consumer);

}  // namespace tessera::sfpu
