// Which deed is missing where a wait never ends, as far as the counters and the last calls tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/core/machine/machine.hpp"

namespace tessera::core {

// Who could end the wait; no core where nobody is known.
struct Helper {
    const Core* core = nullptr;
    int risc = -1;
};
Helper helper_of(Machine& machine, const schedule::Agent& agent);
// The same in words with what the wait is about; may be empty.
std::string who_could_help(const Core& core, const schedule::Agent& agent);
// Adds to the fault which RISCs and units wait, what `headline` waits for last.
void add_waits(Machine& machine, fault::Fault& fault, const schedule::Agent* headline);
// What stands still there: a unit and its RISC are one here, the unit first, because its RISC waits for it. Null where
// neither waits.
const schedule::Agent* waiting(const Core& core, int risc);

// The headline of a wait that is not itself the fault of another one, and where it belongs; without a place, there
// where the agent waits.
struct Cause {
    std::string text;
    std::optional<Deed> place;
    // What was asked for there, room or pages or a value, has certainly not been handed on as it should: the kernel has
    // ended, or has come around to ask for more.
    bool certain = false;
};
Cause cause_of(Machine& machine, const schedule::Agent& agent);

std::string word_name(const Core& core, std::uint32_t address);  // "semaphore 3", "L1 word 0x1234"
// "; it was incremented 3 times, last by BRISC at ..., last set by ...", or that nobody has done either.
std::string last_change(Machine& machine, const Core& core, std::uint32_t address);

}  // namespace tessera::core
