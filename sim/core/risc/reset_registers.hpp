// The registers of a core that hold its RISCs in reset and say where they begin (spec/design.md 8.2).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/core/core.hpp"

namespace tessera::core {

// Of the register that holds RISCs in reset.
constexpr std::uint32_t reset_bit(abi::Risc risc) {
    constexpr unsigned brisc = 11, trisc0 = 12, ncrisc = 18;
    switch (risc) {
        case abi::Risc::b: return 1u << brisc;
        case abi::Risc::nc: return 1u << ncrisc;
        default: return 1u << (trisc0 + static_cast<unsigned>(risc) - static_cast<unsigned>(abi::Risc::t0));
    }
}

// Nothing for an address that is none of them.
std::optional<std::uint32_t> load_reset_register(const Core& core, std::uint32_t address);
bool store_reset_register(Core& core, std::uint32_t address, std::uint32_t value);

// Where the RISC begins when its reset ends, if not at the entry of its program.
std::optional<std::uint32_t> reset_pc(const Core& core, abi::Risc risc);

}  // namespace tessera::core
