// Which compiler's contraction rules the lowering follows (spec/tensix-core.md 5.2): they decide bits.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tessera::sfpu {

enum class Profile : std::uint8_t {
    sfpi_2025,  // SFPADDI/SFPMULI first, then SFPMAD
    sfpi_2023,  // SFPMAD first: a multiply and the addition of a bf16 constant fuse
    none,       // each operator one instruction
};

constexpr std::string_view name(Profile profile) {
    switch (profile) {
        case Profile::sfpi_2025: return "sfpi-2025";
        case Profile::sfpi_2023: return "sfpi-2023";
        case Profile::none: return "none";
    }
    return "?";
}

inline constexpr std::array profiles{Profile::sfpi_2025, Profile::sfpi_2023, Profile::none};

}  // namespace tessera::sfpu
