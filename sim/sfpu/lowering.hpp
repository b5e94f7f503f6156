// Which compiler's contraction rules the lowering follows (spec/tensix-core.md 5.2): they decide bits.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tessera::sfpu {

enum class Lowering : std::uint8_t {
    sfpi_2025,  // SFPADDI/SFPMULI first, then SFPMAD
    sfpi_2023,  // SFPMAD first: a multiply and the addition of a bf16 constant fuse
    none,       // each operator one instruction
};

constexpr std::string_view name(Lowering lowering) {
    switch (lowering) {
        case Lowering::sfpi_2025: return "sfpi-2025";
        case Lowering::sfpi_2023: return "sfpi-2023";
        case Lowering::none: return "none";
    }
    return "?";
}

inline constexpr std::array lowerings{Lowering::sfpi_2025, Lowering::sfpi_2023, Lowering::none};

}  // namespace tessera::sfpu
