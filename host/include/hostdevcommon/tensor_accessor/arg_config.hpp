// The first word of an accessor's arguments: where the buffer lies, and which of its arguments are common runtime
// arguments (sim/abi/accessor.hpp, spec/kernel-api.md 2.4).
#pragma once

#include <cstdint>

#include "../flags.hpp"

namespace tensor_accessor {

enum class ArgConfig : std::uint8_t {
    None = 0,
    Sharded = 1,
    IsDram = 2,
    RuntimeRank = 4,
    RuntimeNumBanks = 8,
    RuntimeTensorShape = 16,
    RuntimeShardShape = 32,
    RuntimeBankCoords = 64,
    Runtime = 124,
};

using ArgsConfig = Flags<ArgConfig>;
constexpr ArgsConfig operator|(ArgConfig a, ArgConfig b) { return ArgsConfig(a) | b; }

}  // namespace tensor_accessor
