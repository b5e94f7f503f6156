// The two sources of the matrix unit, each with its unpacker and its banks (spec/tensix-core.md 1.3).
#pragma once

#include <cstdint>

namespace tessera::core {

enum Operand : std::uint8_t { src_a, src_b };
inline constexpr Operand operands[] = {src_a, src_b};

}  // namespace tessera::core
