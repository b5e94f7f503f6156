// What the rows of all Tensix instructions say of time and of how they are known (spec/tensix-core.md 6).
#pragma once

#include <cstdint>
#include <string_view>

namespace tessera::tensix {

enum class Hazard : std::uint8_t {
    none,
    next_read,   // software must keep the next instruction from reading the result: no interlock
    next_issue,  // as next_read, and the next instruction must not use the simple or round unit either
    stall,       // the hardware holds the next instruction that depends on the result
};

struct Cost {
    std::uint8_t latency = 0, issue = 0;  // cycles
    Hazard hazard = Hazard::none;
    std::string_view source;
};

// How an instruction's meaning is known: replayed against vectors, read in the spec, or only concluded from it.
enum class Evidence : std::uint8_t { golden, documented, inferred };

}  // namespace tessera::tensix
