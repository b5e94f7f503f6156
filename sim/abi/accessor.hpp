// The first word of a TensorAccessorArgs, which the host writes and a kernel's accessor reads: where the buffer lies,
// and which of its arguments are common runtime arguments (spec/kernel-api.md 2.4).
#pragma once

#include <stdint.h>

namespace tessera::abi {

// An interleaved buffer has at most IsDram.
enum class ArgConfig : uint8_t {
    None = 0,
    Sharded = 1,
    IsDram = 2,
    RuntimeRank = 4,
    RuntimeNumBanks = 8,
    RuntimeTensorShape = 16,
    RuntimeShardShape = 32,
    RuntimeBankCoords = 64,
    Runtime = RuntimeRank | RuntimeNumBanks | RuntimeTensorShape | RuntimeShardShape | RuntimeBankCoords,
};

}  // namespace tessera::abi
