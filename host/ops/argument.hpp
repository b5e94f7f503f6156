// Arguments of kernels, at compile time and at run time, are words of 32 bits.
#pragma once

#include <concepts>
#include <cstdint>

namespace tessera::host {

constexpr std::uint32_t word(std::integral auto value) { return static_cast<std::uint32_t>(value); }

}  // namespace tessera::host
